/** Paths of the event-tickets pages. */
export const ticketPaths = {
  mine: '/ingressos',
  /** The reservation page of a promotion: from choosing a session to the tickets. */
  reserve: (slug: string) => `/ingressos/${slug}`,
} as const
