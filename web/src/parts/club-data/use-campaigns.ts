import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { useCallQuery } from '../use-call-query.ts'

/** Current and upcoming campaigns. */
export const useCampaigns = () =>
  useCallQuery(['campaigns'], (send, signal) => send(listCampaignsCall, { signal }))

/** One campaign, with the reasons why the person is not eligible. */
export const useCampaign = (slug: string) =>
  useCallQuery(['campaigns', slug], (send, signal) => send(readCampaignCall, { params: { slug }, signal }))
