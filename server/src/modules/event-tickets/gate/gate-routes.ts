import {
  doorEntryCall,
  gateCountersCall,
  listGateSessionsCall,
  listOwnAdmissionsCall,
  listScansCall,
  offlineListCall,
  overrideScanCall,
  releaseNoShowsCall,
  scanTicketCall,
  undoAdmissionCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import type { EventTicketDeps } from '../deps.ts'
import { countGates, listAttempts, listGateSessions, offlineList, type GateCounts } from './read-gate.ts'
import { scanTicket } from './scan-ticket.ts'
import { admitAtDoor, overrideScan, releaseNoShows } from './supervise-gate.ts'
import { listUndoable, undoAdmission } from './undo-admission.ts'

/** Binds the calls of the gate: stewards scan, supervisors override. */
export const bindGate = (binder: Binder, deps: EventTicketDeps, counts: GateCounts): void => {
  bindCall(binder, listGateSessionsCall, async () => ({ data: await listGateSessions(deps, counts) }))
  bindCall(binder, scanTicketCall, async ({ body, staff: { staff_id } }) => ({
    data: await scanTicket(deps, { ...body, scanned_at: new Date(body.scanned_at), staff_id }),
  }))
  bindCall(binder, listOwnAdmissionsCall, async ({ params, staff: { staff_id } }) => ({
    data: await listUndoable(deps, { ...params, staff_id }),
  }))
  bindCall(binder, undoAdmissionCall, async ({ body, staff: { staff_id } }) => ({
    data: await undoAdmission(deps, { ...body, staff_id }),
  }))
  bindCall(binder, overrideScanCall, async ({ body, staff: { staff_id } }) => ({
    data: await overrideScan(deps, { ...body, scanned_at: new Date(body.scanned_at), staff_id }),
  }))
  bindCall(binder, doorEntryCall, async ({ body, staff: { staff_id } }) => ({
    data: await admitAtDoor(deps, { ...body, scanned_at: new Date(body.scanned_at), staff_id }),
  }))
  bindCall(binder, releaseNoShowsCall, async ({ body, staff: { staff_id } }) => ({
    data: await releaseNoShows(deps, { ...body, staff_id }),
  }))
  bindCall(binder, gateCountersCall, async ({ params }) => ({
    data: await countGates(deps, params.session_id, counts),
  }))
  bindCall(binder, offlineListCall, async ({ params }) => ({
    data: await offlineList(deps, params.session_id),
  }))
  bindCall(binder, listScansCall, async ({ params, query, staff: { staff_id } }) => {
    const { page, next_cursor } = await listAttempts(deps, {
      ...params,
      cursor: query.cursor ?? null,
      only: query.only,
      staff_id,
    })
    return { data: page, next_cursor }
  })
}
