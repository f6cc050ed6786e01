import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  staffListCampaignsCall,
  staffReviewCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

const campaignsKey = ['campaigns']

/** Every campaign, the last changed first. */
export function useStaffCampaigns(): UseQueryResult<StaffCampaign[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...campaignsKey, 'all'],
    queryFn: ({ signal }) => dataOf(send(staffListCampaignsCall, { signal })),
  })
}

/** A queue is looked at again by itself, so that nobody waits for a person who looks at an old list. */
const refreshMs = 30_000

/** Campaigns that wait for the second signature. */
export function useCampaignsInReview(): UseQueryResult<StaffCampaign[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...campaignsKey, 'review'],
    queryFn: ({ signal }) => dataOf(send(staffReviewCampaignsCall, { signal })),
    refetchInterval: refreshMs,
  })
}

/** Loads both lists anew after somebody changed a campaign. */
export function useRefreshCampaigns(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: campaignsKey })
}
