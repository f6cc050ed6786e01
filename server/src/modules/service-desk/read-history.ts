import {
  historyLimit,
  readHistoryCall,
  type CustomerHistory,
} from '@clube/contract/service-desk/history-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById } from '../identity/index.ts'
import type { ServiceDeskDeps } from './deps.ts'

const refuse = refusalsOf(readHistoryCall)

/**
 * Recent points, receipts, participations, vouchers and messages of a customer. Reading them is audited.
 * @throws {Refusal} service-desk.unknown-customer
 */
export const readHistory = async (
  deps: ServiceDeskDeps,
  input: { customer_id: string; transaction_id?: string | undefined; staff_id: string },
): Promise<CustomerHistory> => {
  const { customer_id, transaction_id = null, staff_id } = input
  if (!(await findById(deps.db, customer_id))) throw refuse('service-desk.unknown-customer')
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'customers.read-history',
      subject: { kind: 'customer', id: customer_id },
      sentence: 'Consultou os pontos, notas, participações, ingressos e mensagens de um cadastro.',
    }),
  )
  return deps.readHistory(deps.db, { customer_id, transaction_id, limit: historyLimit })
}
