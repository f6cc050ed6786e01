/** Most points of one adjustment, given or taken. */
export const adjustmentMaxPoints = 5_000
/** Points that one member of staff may give and take together in a day of the club. */
export const adjustmentDailyPoints = 20_000

/** Why staff adjust points; the customer reads it on the statement. */
export const adjustmentReasons = {
  goodwill: 'Cortesia do clube',
  service_agreement: 'Acordo do atendimento',
  missing_points: 'Pontos que faltavam',
  given_twice: 'Pontos creditados em duplicidade',
  misuse: 'Uso contrário ao regulamento',
} as const
export type AdjustmentReason = keyof typeof adjustmentReasons
