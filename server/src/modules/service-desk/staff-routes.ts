import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { ServiceDeskDeps } from './deps.ts'
import { readHistory } from './read-history.ts'
import { searchCustomers } from './search-customers.ts'

/** Binds the search for people and the customer's page. */
export const bindServiceDesk = (binder: Binder, deps: ServiceDeskDeps): void => {
  bindCall(binder, searchCustomersCall, async ({ body, staff: { staff_id } }) => ({
    data: await searchCustomers(deps, { by: body.text, birth_date: body.birth_date ?? null, staff_id }),
  }))

  bindCall(binder, readHistoryCall, async ({ body, staff: { staff_id } }) => ({
    data: await readHistory(deps, { ...body, staff_id }),
  }))
}
