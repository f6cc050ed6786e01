/** Kinds of point movements and their labels on the statement. */
export const postingTitles = {
  earn: 'Pontos ganhos',
  spend: 'Pontos usados',
  expire: 'Pontos vencidos',
  take_back: 'Pontos estornados',
  restore: 'Pontos devolvidos',
  settle: 'Acerto de débito',
  adjust: 'Ajuste do clube',
  transfer: 'Débito de conta anterior',
} as const
export type PostingKind = keyof typeof postingTitles
export const postingKinds = Object.keys(postingTitles) as [PostingKind, ...PostingKind[]]

/** Points that expire within this number of days are shown as about to expire. */
export const expiringSoonDays = 60
