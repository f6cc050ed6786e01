/** Paths of the pages of scratch cards. */
export const scratchPaths = {
  /** Where printed codes and links lead: `?cd_identificador=…&codigo=…`. */
  entry: '/raspadinha',
  mine: '/raspadinhas',
  /** Where the cards of a promotion are drawn. */
  play: (slug: string) => `/raspadinha/${slug}`,
  proof: (slug: string) => `/raspadinha/${slug}/prova`,
  /** One drawn card. */
  card: ({ campaign_id, position }: { campaign_id: string; position: number | string }) =>
    `/raspadinhas/cartao/${campaign_id}/${position}`,
  awards: '/raspadinhas/premios',
  /** The prize of a drawn card. */
  award: (award_id: string) => `/raspadinhas/premios/${award_id}`,
} as const
