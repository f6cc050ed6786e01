import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  staffListCampaignsCall,
  staffReviewCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

const campaignsKey = ['campaigns']

/** Every campaign, last changed first. */
export function useStaffCampaigns(): UseQueryResult<StaffCampaign[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...campaignsKey, 'all'],
    queryFn: ({ signal }) => dataOf(send(staffListCampaignsCall, { signal })),
  })
}

/** Loaded again automatically, so that no campaign waits because of an outdated list. */
const refreshMs = 30_000

/** Campaigns waiting for the second signature. */
export function useCampaignsInReview(): UseQueryResult<StaffCampaign[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...campaignsKey, 'review'],
    queryFn: ({ signal }) => dataOf(send(staffReviewCampaignsCall, { signal })),
    refetchInterval: refreshMs,
  })
}
