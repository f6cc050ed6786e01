/** Maximum points of one adjustment, in either direction. */
export const adjustmentMaxPoints = 5_000
/** Maximum points that one staff member may adjust per club day, in both directions together. */
export const adjustmentDailyPoints = 20_000

/** Reasons for adjustments, shown on the customer's statement. */
export const adjustmentReasons = {
  goodwill: 'Cortesia do clube',
  service_agreement: 'Acordo do atendimento',
  missing_points: 'Pontos que faltavam',
  given_twice: 'Pontos creditados em duplicidade',
  misuse: 'Uso contrário ao regulamento',
} as const
export type AdjustmentReason = keyof typeof adjustmentReasons

/** The reasons to add points, and those to remove them. */
export const adjustmentReasonsFor = {
  add: ['goodwill', 'service_agreement', 'missing_points'],
  remove: ['service_agreement', 'given_twice', 'misuse'],
} as const satisfies Record<string, readonly AdjustmentReason[]>

/** The balance and debt after an adjustment: added points settle a debt first, a shortfall becomes one. */
export const afterAdjustment = (
  { balance, debt }: { balance: number; debt: number },
  points: number,
): { balance: number; debt: number } => {
  const settled = points > 0 ? Math.min(debt, points) : 0
  const change = balance + points - settled
  return { balance: Math.max(0, change), debt: debt - settled + Math.max(0, -change) }
}

/** Whether the reason explains an adjustment in its direction: "missing points" does not explain a removal. */
export const fitsDirection = (points: number, reason: AdjustmentReason): boolean =>
  adjustmentReasonsFor[points > 0 ? 'add' : 'remove'].some((each) => each === reason)
