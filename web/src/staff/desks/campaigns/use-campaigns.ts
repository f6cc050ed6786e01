import {
  staffListCampaignsCall,
  staffReviewCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listDraftsCall, type CampaignDraft } from '@clube/contract/campaigns/draft-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { readResultsCall, type CampaignResults } from '@clube/contract/campaigns/results-calls.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { useAction, type ActionOutcome } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'

/** Queries to reload after any action on a campaign: the lists and the waiting counts. */
export const campaignRefresh = [['campaigns'], waitingKey]

/** Polling interval of the lists: other people change, sign and return campaigns. */
export const refreshMs = 30_000

export const useCampaignResults = (campaign_id: string): QueryResult<CampaignResults> =>
  useCallQuery(['campaigns', 'results', campaign_id], (send, signal) =>
    send(readResultsCall, { query: { campaign_id }, signal }),
  )

/** Every campaign, most recently changed first. */
export const useStaffCampaigns = (): QueryResult<StaffCampaign[]> =>
  useCallQuery(['campaigns', 'all'], (send, signal) => send(staffListCampaignsCall, { signal }), {
    refetchInterval: refreshMs,
  })

/** Incomplete drafts, most recently changed first. */
export const useCampaignDrafts = (): QueryResult<CampaignDraft[]> =>
  useCallQuery(['campaigns', 'drafts'], (send, signal) => send(listDraftsCall, { signal }))

/** Campaigns waiting for the second signature. */
export const useCampaignsInReview = (): QueryResult<StaffCampaign[]> =>
  useCallQuery(['campaigns', 'review'], (send, signal) => send(staffReviewCampaignsCall, { signal }), {
    refetchInterval: refreshMs,
  })

/**
 * Sends one step of a campaign. Validation errors concern fields that are not on this page; the reloaded lists show
 * them, so one message points there.
 */
export function useCampaignStep() {
  const { pending, run } = useAction()
  const step = (
    request: (send: Send) => Promise<Sent<StaffCampaign>>,
    success: NonNullable<ActionOutcome<StaffCampaign>['success']>,
  ) =>
    run(request, {
      success,
      onFailure: ({ kind }) => {
        if (kind !== 'invalid') return false
        showToast({ message: 'Ainda falta algo: veja a lista nesta página.', type: 'warning' })
        return true
      },
      refresh: campaignRefresh,
    })
  return { pending, step }
}
