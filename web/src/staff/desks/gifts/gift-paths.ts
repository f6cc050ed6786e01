/** Paths of the desks of free gifts. */
export const giftPaths = {
  desk: '/brindes',
  stock: '/estoque-de-brindes',
  stockOf: <Id extends string>(campaign_id: Id) => `/estoque-de-brindes/${campaign_id}` as const,
} as const
