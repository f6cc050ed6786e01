/** Paths of the event-tickets pages. */
export const ticketPaths = {
  mine: '/ingressos',
  /** From choosing a session of the promotion to its tickets. */
  reserve: (slug: string) => `/ingressos/${slug}`,
} as const
