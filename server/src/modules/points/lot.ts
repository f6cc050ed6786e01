/** Points that were earned together and expire together. */
export type Lot = {
  readonly id: string
  readonly remaining: number
  readonly expires_at: Date
  /** When the points become spendable; null if they were from the start. */
  readonly available_at: Date | null
}

/** Whether the lot's points exist and can be spent at an instant. */
export const isSpendable = ({ expires_at, available_at }: Lot, now: Date): boolean =>
  expires_at > now && (available_at === null || available_at <= now)

/** A movement of a lot: negative when deducted, positive when returned. */
export type LotMovement = { readonly lot_id: string; readonly points: number }

/**
 * Deducts points from lots, earliest expiry first; `first` is a lot to use before the others.
 * @returns the movements, all negative, with a sum of `points` or of everything available
 */
export const deductFromLots = (lots: readonly Lot[], points: number, first?: string): LotMovement[] => {
  const order = [...lots].sort(
    (a, b) =>
      Number(b.id === first) - Number(a.id === first) ||
      a.expires_at.getTime() - b.expires_at.getTime() ||
      (a.id < b.id ? -1 : 1),
  )
  const movements: LotMovement[] = []
  let missing = points
  for (const { id, remaining } of order) {
    const deducted = Math.min(remaining, missing)
    if (deducted > 0) movements.push({ lot_id: id, points: -deducted })
    missing -= deducted
  }
  return movements
}

/** Sum of the movements; negative when points are deducted. */
export const sumOf = (movements: readonly { readonly points: number }[]): number =>
  movements.reduce((sum, { points }) => sum + points, 0)
