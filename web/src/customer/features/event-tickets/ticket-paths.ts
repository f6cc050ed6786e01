import { ticketsPath } from '@clube/contract/event-tickets/ticket-path.ts'

/** Paths of the event-tickets pages. */
export const ticketPaths = {
  mine: ticketsPath,
  /** The reservation page of a promotion: from choosing a session to the tickets. */
  reserve: (slug: string) => `${ticketsPath}/${slug}`,
} as const
