import { deskCampaignsCall, startAtDeskCall } from '@clube/contract/campaigns/desk-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { CampaignDeps } from './deps.ts'
import { listDeskCampaigns, startAtDesk } from './start-at-desk.ts'
import { protocolOf, viewOf } from './transaction.ts'

/** Binds the calls of the desk *Balcão*, where staff open participations for customers. */
export const bindDeskParticipations = (binder: Binder, deps: CampaignDeps): void => {
  bindCall(binder, deskCampaignsCall, async ({ body, staff: { staff_id } }) => ({
    data: await listDeskCampaigns(deps, { ...body, staff_id }),
  }))

  bindCall(binder, startAtDeskCall, async ({ body, staff: { staff_id } }) => {
    const transaction = await startAtDesk(deps, { ...body, staff_id })
    return {
      data: viewOf(transaction, deps.clock()),
      message: `Participação aberta. O protocolo é ${protocolOf(transaction)}.`,
    }
  })
}
