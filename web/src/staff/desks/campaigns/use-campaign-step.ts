import { useState } from 'react'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useRefreshCampaigns } from './use-staff-campaigns.ts'

/**
 * Leads a campaign one step on and says so. What is missing belongs to fields that are not on this page: the lists that
 * are loaded anew name it, so that only one sentence is said here.
 */
export function useCampaignStep() {
  const refresh = useRefreshCampaigns()
  const [isPending, setPending] = useState(false)
  /** @returns whether the server took the step */
  const take = async (
    sending: Promise<Sent<StaffCampaign>>,
    words: (changed: StaffCampaign) => string,
  ): Promise<boolean> => {
    setPending(true)
    const sent = await trackPending(sending)
    setPending(false)
    if (sent.ok) showToast({ message: words(sent.data), type: 'success' })
    else if (sent.failure.kind === 'invalid')
      showToast({ message: 'Ainda falta algo: veja a lista nesta página.', type: 'warning' })
    else showFailure(sent.failure, { place: 'endpoint' })
    await refresh()
    return sent.ok
  }
  return { take, isPending }
}
