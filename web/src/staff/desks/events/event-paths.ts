import { withQuery } from '../../app/paths.ts'

/** Query parameter with the campaign whose sessions the desk shows. */
export const campaignParameter = 'promocao'

/** Paths of the event-ticket desks. */
export const eventPaths = {
  events: '/eventos',
  gate: '/portaria',
  session: <Id extends string>(session_id: Id) => `/eventos/${session_id}` as const,
  sessionsOf: (campaign_id: string) => withQuery('/eventos', { [campaignParameter]: campaign_id }),
} as const
