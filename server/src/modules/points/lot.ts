/** Points that were earned together and expire together. */
export type Lot = { readonly id: string; readonly remaining: number; readonly expires_at: Date }

/** What is taken from a lot, or with a positive number given back to it. */
export type LotMovement = { readonly lot_id: string; readonly points: number }

/**
 * Takes points from lots, those that expire first before the others; `first` names one that goes before all of them.
 * @returns the movements, all negative; together they are `points`, or everything there is when that is less
 */
export const takeFromLots = (lots: readonly Lot[], points: number, first?: string): LotMovement[] => {
  const order = [...lots].sort(
    (one, other) =>
      Number(other.id === first) - Number(one.id === first) ||
      one.expires_at.getTime() - other.expires_at.getTime() ||
      (one.id < other.id ? -1 : 1),
  )
  const movements: LotMovement[] = []
  let wanted = points
  for (const { id, remaining } of order) {
    const taken = Math.min(remaining, wanted)
    if (taken > 0) movements.push({ lot_id: id, points: -taken })
    wanted -= taken
  }
  return movements
}

/** How many points movements bring in all; negative when they take. */
export const sumOf = (movements: readonly { readonly points: number }[]): number =>
  movements.reduce((sum, { points }) => sum + points, 0)
