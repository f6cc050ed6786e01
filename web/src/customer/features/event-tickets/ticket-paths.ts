/** Paths of the event-tickets pages. */
export const ticketPaths = {
  mine: '/ingressos',
  /** Choosing a session of the promotion, up to its tickets. */
  reserve: (slug: string) => `/ingressos/${slug}`,
} as const
