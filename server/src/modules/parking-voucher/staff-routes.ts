import {
  askCarParkAgainCall,
  decideParkingCaseCall,
  listParkingCasesCall,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { ParkingOutside, ParkingSaga } from './deps.ts'
import { askCaseAgain, decideCase, listCases } from './reconciliation/decide-cases.ts'

/** Binds the calls of the desk *Estacionamento*. */
export const bindParkingDesk = (
  binder: Binder,
  deps: ParkingOutside & { readonly saga: ParkingSaga },
): void => {
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
}
