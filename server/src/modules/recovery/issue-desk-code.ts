import { confirmDeskCodeCall, issueDeskCodeCall } from '@clube/contract/recovery/desk-calls.ts'
import { authorityProofs, type Representative } from '@clube/contract/recovery/representative.ts'
import { deskCodeMinutes } from '@clube/contract/recovery/limits.ts'
import type { deskConfirmationChecklist, DeskCheck } from '@clube/contract/recovery/review.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { contactsOf } from '../messaging/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { issueUnboundCode } from './issue-unbound-code.ts'
import { notifyAllContacts } from './notify-all-contacts.ts'
import type { StaffActor } from './recovery-request.ts'
import { insertRepresentative } from './representative-store.ts'
import { confirmDeskCode, findUnconfirmedCode, lockDocument } from './reset-code-store.ts'

const refuse = refusalsOf(issueDeskCodeCall)
const refuseConfirmation = refusalsOf(confirmDeskCodeCall)

/** Label of the sealed CPF of a company's representative. */
export const representativeCpfLabel = 'representative/cpf'

type Checklist<Check extends string> = Readonly<Record<Check, 'yes' | 'no'>>
const isAllYes = (checklist: Checklist<string>): boolean =>
  Object.values(checklist).every((answer) => answer === 'yes')

/**
 * Issues a one-time code for the customer at the desk, returned in this response only. It is valid once another member
 * has confirmed it. It does not replace a code that another member issued and that awaits confirmation: the confirming
 * member would not notice the replacement. Notifies all known contacts.
 * @throws {Refusal} recovery.checklist-failed, recovery.unknown-customer, recovery.account-incomplete,
 *   recovery.account-blocked, recovery.representative-required, recovery.desk-code-pending,
 *   recovery.desk-codes-exhausted
 */
export const issueDeskCode = async (
  deps: RecoveryDeps,
  input: {
    customer_id: string
    checklist: Checklist<DeskCheck>
    /** Who acts for a company; ignored for people. */
    representative?: Representative | undefined
    by: StaffActor
  },
): Promise<{ code: string; expires_at: Date }> => {
  const { db, clock, limits } = deps
  const now = clock()
  if (!isAllYes(input.checklist)) throw refuse('recovery.checklist-failed')
  const customer = await deps.accounts.findById(db, input.customer_id)
  if (!customer) throw refuse('recovery.unknown-customer')
  if (customer.account_status === 'incomplete') throw refuse('recovery.account-incomplete')
  if (customer.account_status === 'blocked') throw refuse('recovery.account-blocked')
  const isCompany = customer.document_type === 'cnpj'
  const representative = isCompany ? input.representative : undefined
  if (isCompany && !representative) throw refuse('recovery.representative-required')
  const { staff_id } = input.by
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, customer.document_index)
    const pending = await findUnconfirmedCode(tx, { customer_id: customer.id }, now)
    if (pending && pending.issued_by !== staff_id) throw refuse('recovery.desk-code-pending')
    if (!(await limits.within(tx).spend('desk-codes', customer.id, now)))
      throw refuse('recovery.desk-codes-exhausted')
    const issued = await issueUnboundCode(deps, tx, {
      source: 'desk',
      document_index: customer.document_index,
      customer_id: customer.id,
      request_id: null,
      issued_by: input.by,
      to: null,
      minutes: deskCodeMinutes,
      now,
    })
    if (representative) {
      const { name, power } = representative
      await insertRepresentative(tx, {
        customer_id: customer.id,
        name,
        cpf_sealed: deps.vault.seal(representativeCpfLabel, representative.cpf),
        power,
        recorded_by: staff_id,
        recorded_at: now,
      })
    }
    await notifyAllContacts(deps, tx, {
      customer_id: customer.id,
      contacts: contactsOf(customer),
      content: { template: 'recovery-at-desk', at: now },
    })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'recovery.desk-code',
      subject: { kind: 'customer', id: customer.id },
      sentence: representative
        ? `Emitiu no balcão um código de nova senha a quem representa a empresa, com a identidade e os poderes conferidos: ${authorityProofs[representative.power].toLowerCase()}.`
        : 'Emitiu no balcão um código de nova senha, com a identidade conferida.',
    })
    return issued
  })
}

/**
 * Confirms the code with this id that another member issued, so that one attendant alone cannot take over an account.
 * @throws {Refusal} recovery.checklist-failed, recovery.no-desk-code, recovery.same-attendant
 */
export const confirmIssuedDeskCode = async (
  deps: Pick<RecoveryDeps, 'db' | 'clock' | 'appendAuditLine'>,
  input: { code_id: string; checklist: Checklist<keyof typeof deskConfirmationChecklist>; by: StaffActor },
): Promise<void> => {
  const { code_id: id } = input
  const by = input.by.staff_id
  if (!isAllYes(input.checklist)) throw refuseConfirmation('recovery.checklist-failed')
  const now = deps.clock()
  await inTransaction(deps.db, async (tx) => {
    const customer_id = await confirmDeskCode(tx, { id, by, now })
    if (customer_id === null)
      throw (await findUnconfirmedCode(tx, { id }, now))
        ? refuseConfirmation('recovery.same-attendant')
        : refuseConfirmation('recovery.no-desk-code')
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: by },
      action: 'recovery.confirm-desk-code',
      subject: { kind: 'customer', id: customer_id },
      sentence:
        'Confirmou o código de nova senha que outra pessoa emitiu no balcão, com a identidade conferida.',
    })
  })
}
