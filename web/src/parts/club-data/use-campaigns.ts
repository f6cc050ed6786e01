import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import type { CampaignCard, CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { dataOf } from '../call-failed.ts'

/** Current and upcoming campaigns. */
export function useCampaigns(): UseQueryResult<CampaignCard[]> {
  const send = useSend()
  return useQuery({
    queryKey: ['campaigns'],
    queryFn: ({ signal }) => dataOf(send(listCampaignsCall, { signal })),
  })
}

/** One campaign, with the reasons why the person is not eligible. */
export function useCampaign(slug: string): UseQueryResult<CampaignPage> {
  const send = useSend()
  return useQuery({
    queryKey: ['campaigns', slug],
    queryFn: ({ signal }) => dataOf(send(readCampaignCall, { params: { slug }, signal })),
  })
}
