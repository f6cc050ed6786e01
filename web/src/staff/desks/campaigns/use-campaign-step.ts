import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { useAction, type ActionOutcome } from '../../../parts/use-action.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'

/**
 * Sends one step of a campaign. Validation errors concern fields that are not on this page; the reloaded lists show
 * them, so one sentence points there.
 */
export function useCampaignStep() {
  const { pending, run } = useAction()
  const step = (
    request: (send: Send) => Promise<Sent<StaffCampaign>>,
    outcome: Pick<ActionOutcome<StaffCampaign>, 'success'>,
  ) =>
    run(request, {
      ...outcome,
      onFailure: ({ kind }) => {
        if (kind !== 'invalid') return false
        showToast({ message: 'Ainda falta algo: veja a lista nesta página.', type: 'warning' })
        return true
      },
      refresh: [['campaigns']],
    })
  return { pending, step }
}
