/** What moves points, and its name on the statement. */
export const postingTitles = {
  earn: 'Pontos ganhos',
  spend: 'Pontos usados',
  expire: 'Pontos vencidos',
  take_back: 'Pontos estornados',
  restore: 'Pontos devolvidos',
  settle: 'Acerto de débito',
  adjust: 'Ajuste do clube',
} as const
export type PostingKind = keyof typeof postingTitles
export const postingKinds = Object.keys(postingTitles) as [PostingKind, ...PostingKind[]]

/** Days that points live after they were earned. */
export const pointsLifeDays = 365

/** Points whose end is nearer than so many days are shown as about to expire. */
export const expiringSoonDays = 60
