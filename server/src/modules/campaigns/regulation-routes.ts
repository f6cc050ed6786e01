import {
  approveRegulationCall,
  listRegulationChangesCall,
  proposeRegulationCall,
  returnRegulationCall,
  reviewRegulationChangesCall,
  withdrawRegulationCall,
} from '@clube/contract/campaigns/regulation-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import {
  approveRegulation,
  proposeRegulation,
  regulationViews,
  returnRegulation,
  withdrawRegulation,
} from './change-regulation.ts'
import type { RegulationDeps } from './deps.ts'
import type { CampaignExtension } from './extension.ts'
import { listChanges, type RegulationRow } from './regulation-store.ts'

type ExtensionBody = BodyOf<typeof proposeRegulationCall>['extension']

const extensionOf = (body: ExtensionBody): CampaignExtension | null =>
  body && {
    ...body,
    ends_at: new Date(body.ends_at),
    redeem_until: body.redeem_until === null ? null : new Date(body.redeem_until),
  }

/** Binds the calls for regulation changes of running campaigns, for authors and approvers. */
export const bindRegulationChanges = (binder: Binder, deps: RegulationDeps): void => {
  const viewOf = async (change: RegulationRow) => {
    const [view] = await regulationViews(deps, [change])
    if (!view) throw new Error('The change was not found')
    return view
  }

  bindCall(binder, listRegulationChangesCall, async ({ query: { campaign_id } }) => ({
    data: await regulationViews(deps, await listChanges(deps.db, { campaign_id })),
  }))

  bindCall(binder, reviewRegulationChangesCall, async () => ({
    data: await regulationViews(deps, await listChanges(deps.db, { state: 'proposed' })),
  }))

  bindCall(binder, proposeRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: await viewOf(
      await proposeRegulation(deps, { ...body, extension: extensionOf(body.extension), staff_id }),
    ),
  }))

  bindCall(binder, approveRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: await viewOf(await approveRegulation(deps, { ...body, staff_id })),
  }))

  bindCall(binder, returnRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: await viewOf(await returnRegulation(deps, { ...body, staff_id })),
  }))

  bindCall(binder, withdrawRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: await viewOf(await withdrawRegulation(deps, { ...body, staff_id })),
  }))
}
