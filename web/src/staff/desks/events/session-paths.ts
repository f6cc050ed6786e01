import { staffPaths } from '../../app/paths.ts'

/** Which promotion the desk shows. */
export const campaignParameter = 'promocao'

/** The desk with the sessions of a promotion. */
export const sessionsPath = (campaign_id: string): string =>
  `${staffPaths.events}?${campaignParameter}=${campaign_id}`
