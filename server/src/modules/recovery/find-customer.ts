import { formatCpf } from '@clube/contract/brazil/cpf.ts'
import { formatBirthDate } from '@clube/contract/brazil/birth-date.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { openCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import type { Customer } from '../identity/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { maskCellphone, maskEmail } from '@clube/contract/brazil/masked-contacts.ts'
import { representativeCpfLabel } from './issue-desk-code.ts'
import type { StaffActor } from './recovery-request.ts'
import { listOpenRequests } from './recovery-request-store.ts'
import { findRepresentative } from './representative-store.ts'
import { findUnconfirmedCode } from './reset-code-store.ts'

/**
 * Finds a customer by document for the desk. The search is audited, with or without a result.
 * @throws {Refusal} request.rate-limited
 */
export const findCustomer = async (
  deps: RecoveryDeps,
  input: { document: PersonDocument; by: StaffActor },
): Promise<DeskCustomer | null> => {
  const { db } = deps
  if (!(await deps.limits.spend('customer-searches', input.by.staff_id, deps.clock())))
    throw refuseRequest('request.rate-limited')
  const document_index = deps.accounts.indexOf(input.document)
  const customer = await deps.accounts.findByDocument(db, document_index)
  await inTransaction(db, (tx) =>
    deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: input.by.staff_id },
      action: 'customers.find',
      subject: customer ? { kind: 'customer', id: customer.id } : null,
      sentence: customer
        ? 'Consultou um cadastro pelo documento.'
        : 'Procurou um documento que não tem cadastro.',
    }),
  )
  return customer ? deskCustomerOf(deps, customer, input.by) : null
}

/**
 * Opens the page of a customer. Opening it is audited.
 * @throws {Refusal} recovery.unknown-customer
 */
export const openCustomer = async (
  deps: RecoveryDeps,
  input: { customer_id: string; by: StaffActor },
): Promise<DeskCustomer> => {
  const customer = await deps.accounts.findById(deps.db, input.customer_id)
  if (!customer) throw refusalsOf(openCustomerCall)('recovery.unknown-customer')
  await inTransaction(deps.db, (tx) =>
    deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: input.by.staff_id },
      action: 'customers.open',
      subject: { kind: 'customer', id: customer.id },
      sentence: 'Abriu a página de um cadastro.',
    }),
  )
  return deskCustomerOf(deps, customer, input.by)
}

/**
 * The representative that the first attendant recorded. The second one, who must compare the same person's document,
 * sees the full CPF.
 */
const representativeOf = async (
  { db, vault }: RecoveryDeps,
  { customer_id, isMine }: { customer_id: string; isMine: boolean },
) => {
  const found = await findRepresentative(db, customer_id)
  if (!found) return null
  const cpf = vault.open(representativeCpfLabel, found.cpf_sealed)
  const { name, power } = found
  return {
    name,
    power,
    cpf: isMine ? maskDocument({ document_type: 'cpf', document_id: cpf }) : formatCpf(cpf),
  }
}

const deskCustomerOf = async (
  deps: RecoveryDeps,
  customer: Customer,
  by: StaffActor,
): Promise<DeskCustomer> => {
  const { db } = deps
  const { document_type, cellphone, email } = customer
  const [open] = await listOpenRequests(db, customer.document_index)
  const code = await findUnconfirmedCode(db, { customer_id: customer.id }, deps.clock())
  const isMine = code?.issued_by === by.staff_id
  return {
    customer_id: customer.id,
    document_type,
    document: maskDocument({ document_type, document_id: deps.accounts.documentOf(customer) }),
    name: customer.name,
    birth_date: customer.birth_date && formatBirthDate(customer.birth_date),
    cellphone: cellphone && maskCellphone(cellphone),
    email: email && maskEmail(email),
    account_status: customer.account_status,
    unconfirmed_code: code
      ? {
          code_id: code.id,
          issued_by: code.issued_by_name ?? '',
          expires_at: code.expires_at.toISOString(),
          is_mine: isMine,
          representative:
            document_type === 'cnpj'
              ? await representativeOf(deps, { customer_id: customer.id, isMine })
              : null,
        }
      : null,
    open_request: open ? { protocol: open.protocol, state: open.state.at } : null,
  }
}
