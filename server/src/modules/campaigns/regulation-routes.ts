import {
  approveRegulationCall,
  listRegulationChangesCall,
  proposeRegulationCall,
  reviewRegulationChangesCall,
  withdrawRegulationCall,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import {
  approveRegulation,
  proposeRegulation,
  regulationView,
  withdrawRegulation,
} from './change-regulation.ts'
import type { RegulationDeps } from './deps.ts'
import { listChanges } from './regulation-store.ts'

/** Binds regulation changes of running campaigns, for authors and approvers. */
export const bindRegulationChanges = (binder: Binder, deps: RegulationDeps): void => {
  bindCall(binder, listRegulationChangesCall, async ({ query: { campaign_id } }) => ({
    data: (await listChanges(deps.db, { campaign_id })).map(regulationView),
  }))

  bindCall(binder, reviewRegulationChangesCall, async () => ({
    data: (await listChanges(deps.db, { state: 'proposed' })).map(regulationView),
  }))

  bindCall(binder, proposeRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: regulationView(await proposeRegulation(deps, { ...body, staff_id })),
  }))

  bindCall(binder, approveRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: regulationView(await approveRegulation(deps, { ...body, staff_id })),
  }))

  bindCall(binder, withdrawRegulationCall, async ({ body, staff: { staff_id } }) => ({
    data: regulationView(await withdrawRegulation(deps, { ...body, staff_id })),
  }))
}
