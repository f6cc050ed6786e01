/** Paths of the desk of scratch cards: its tabs, and their pages of one campaign. */
export const scratchPaths = {
  desk: '/raspadinhas',
  deck: '/raspadinhas/baralho',
  deckOf: <Id extends string>(campaign_id: Id) => `/raspadinhas/baralho/${campaign_id}` as const,
  board: '/raspadinhas/painel',
  boardOf: <Id extends string>(campaign_id: Id) => `/raspadinhas/painel/${campaign_id}` as const,
  codes: '/raspadinhas/codigos',
  codesOf: <Id extends string>(campaign_id: Id) => `/raspadinhas/codigos/${campaign_id}` as const,
  give: '/raspadinhas/dar',
  deliver: '/raspadinhas/entregar',
  unclaimed: '/raspadinhas/nao-entregues',
} as const
