import {
  applyParkingVoucherCall,
  listParkingDeskCampaignsCall,
  listParkingVouchersCall,
  lookUpParkingTicketCall,
  readParkingVoucherStateCall,
  undoParkingVoucherCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import {
  askCarParkAgainCall,
  compareParkingDayCall,
  decideParkingCaseCall,
  decideParkingItemCall,
  listParkingCasesCall,
  listParkingDaysCall,
  listParkingItemsCall,
  parkingItemsFile,
  parkingLiabilityFile,
  readParkingLiabilityCall,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { bindFile } from '../../http/bind-file.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { readDocument } from '../identity/index.ts'
import type { CarParkDeps, ParkingSaga } from './deps.ts'
import { applyAtDesk } from './desk/apply-at-desk.ts'
import { listDeskCampaigns, listVouchersOfDay, lookUpTicket, readVoucherState } from './desk/look-up.ts'
import { viewDeskVoucher } from './desk/view-desk-vouchers.ts'
import { compareForStaff, decideItem, listDays, listItems } from './reconciliation/compare-days.ts'
import { askCaseAgain, decideCase, listCases } from './reconciliation/decide-cases.ts'
import { readItemsFile } from './reconciliation/items-file.ts'
import { readLiability, readLiabilityFile } from './reconciliation/liability.ts'
import { undoVoucher } from './undo-voucher.ts'
import { findVoucher } from './voucher-store.ts'

type Deps = CarParkDeps & { readonly saga: ParkingSaga }

/** Binds the calls of the desk *Estacionamento*: vouchers by hand, the list of a day, and undoing. */
export const bindParkingDesk = (binder: Binder, deps: Deps): void => {
  bindCall(binder, listParkingDeskCampaignsCall, async () => ({ data: await listDeskCampaigns(deps) }))
  bindCall(binder, lookUpParkingTicketCall, async ({ body: { document_id, ...body }, staff }) => {
    const document = document_id === '' ? null : readDocument(deps.rules, { document_id })
    return { data: await lookUpTicket(deps, { ...body, document, staff }) }
  })
  bindCall(binder, applyParkingVoucherCall, async ({ body, staff }) => ({
    data: await applyAtDesk(deps, { ...body, staff }),
  }))
  bindCall(binder, readParkingVoucherStateCall, async ({ params }) => ({
    data: await readVoucherState(deps, params.voucher_id, refusalsOf(readParkingVoucherStateCall)),
  }))
  bindCall(binder, listParkingVouchersCall, async ({ query: { day, cursor = null }, staff }) => {
    const { page, next_cursor } = await listVouchersOfDay(deps, { day, cursor, staff })
    return { data: page, next_cursor }
  })
  bindCall(binder, undoParkingVoucherCall, async ({ body, staff }) => {
    const { repeated } = await undoVoucher(deps, { ...body, staff_id: staff.staff_id })
    const voucher = await findVoucher(deps.db, body.voucher_id)
    if (!voucher) throw new Error('The parking voucher was not found')
    return { data: { voucher: await viewDeskVoucher(deps, deps.db, { voucher, staff }), repeated } }
  })
}

/** Binds the calls of reconciliation. */
export const bindParkingReconciliation = (binder: Binder, deps: Deps): void => {
  bindCall(binder, listParkingCasesCall, async ({ staff }) => ({
    data: await listCases(deps, staff.staff_id),
  }))
  bindCall(binder, askCarParkAgainCall, async ({ body, staff: { staff_id } }) => {
    await askCaseAgain(deps, { ...body, staff_id })
    return { data: {} }
  })
  bindCall(binder, decideParkingCaseCall, async ({ body, staff: { staff_id } }) => {
    await decideCase(deps, { ...body, staff_id })
    return { data: {} }
  })
  bindCall(binder, listParkingDaysCall, async () => ({ data: await listDays(deps) }))
  bindCall(binder, compareParkingDayCall, async ({ body, staff: { staff_id } }) => ({
    data: await compareForStaff(deps, { ...body, staff_id }),
  }))
  bindCall(binder, listParkingItemsCall, async ({ query: { cursor = null, ...query } }) => {
    const { page, next_cursor } = await listItems(deps, { ...query, cursor })
    return { data: page, next_cursor }
  })
  bindCall(binder, decideParkingItemCall, async ({ body, staff: { staff_id } }) => ({
    data: await decideItem(deps, { ...body, staff_id }),
  }))
  bindFile(binder, parkingItemsFile, ({ params, staff: { staff_id } }) =>
    readItemsFile(deps, { ...params, staff_id }),
  )
  bindCall(binder, readParkingLiabilityCall, async ({ query }) => ({
    data: await readLiability(deps.db, query),
  }))
  bindFile(binder, parkingLiabilityFile, ({ params, staff: { staff_id } }) =>
    readLiabilityFile(deps, { ...params, staff_id }),
  )
}
