import { formatBirthDate, parseBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  approveCorrectionCall,
  correctionHours,
  type listCorrectionsCall,
  listedCorrections,
  proposeCorrectionCall,
  readCorrectionCall,
  rejectCorrectionCall,
  type Correction,
  type CorrectionCheck,
} from '@clube/contract/service-desk/correction-calls.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { InvalidInput, refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { correctPerson, findById, readName, type Customer } from '../identity/index.ts'
import { contactsOf } from '../messaging/index.ts'
import {
  approve,
  findPending,
  findPendingOf,
  insertCorrection,
  listPending,
  reject,
  type ProposedCorrection,
} from './correction-store.ts'
import type { ServiceDeskDeps } from './deps.ts'

type Checklist = Readonly<Record<CorrectionCheck, 'yes' | 'no'>>

const isConfirmed = (checklist: Checklist): boolean =>
  Object.values(checklist).every((answer) => answer === 'yes')

const auditLineOf = (action: string, { customer_id, staff_id }: { customer_id: string; staff_id: string }) =>
  ({
    actor: { kind: 'staff', id: staff_id },
    action: `customers.${action}`,
    subject: { kind: 'customer', id: customer_id },
  }) as const

/** The corrections that wait for a confirmation, oldest first. */
export const listCorrections = async (
  { db, clock, namesOfStaff }: ServiceDeskDeps,
  staff_id: string,
): Promise<DataOf<typeof listCorrectionsCall>> => {
  const rows = await listPending(db, { now: clock(), limit: listedCorrections })
  const names = await namesOfStaff(
    db,
    rows.map(({ proposed_by }) => proposed_by),
  )
  return rows.map(({ customer_id, proposed_by, expires_at }) => ({
    customer_id,
    proposed_by: names.get(proposed_by)?.name ?? '',
    is_mine: proposed_by === staff_id,
    expires_at: expires_at.toISOString(),
  }))
}

/**
 * The correction that waits for a confirmation, or null. Reading it is audited.
 * @throws {Refusal} service-desk.unknown-customer
 */
export const readCorrection = async (
  deps: ServiceDeskDeps,
  input: { customer_id: string; staff_id: string },
): Promise<Correction | null> => {
  const { db } = deps
  if (!(await findById(db, input.customer_id)))
    throw refusalsOf(readCorrectionCall)('service-desk.unknown-customer')
  const correction = await findPendingOf(db, input.customer_id, deps.clock())
  if (!correction) return null
  await inTransaction(db, (tx) =>
    deps.audit(tx, {
      ...auditLineOf('read-correction', input),
      sentence: 'Consultou a correção de dados que espera confirmação.',
    }),
  )
  return viewOf(deps, db, { correction, staff_id: input.staff_id })
}

/**
 * Proposes another name or birth date. It takes effect once another member has confirmed it.
 * @throws {InvalidInput} under `name` or `birth_date`
 * @throws {Refusal} those of its call
 */
export const proposeCorrection = async (
  deps: ServiceDeskDeps,
  input: {
    customer_id: string
    name: string
    birth_date: string | null
    checklist: Checklist
    staff_id: string
  },
): Promise<Correction> => {
  const refuse = refusalsOf(proposeCorrectionCall)
  if (!isConfirmed(input.checklist)) throw refuse('service-desk.checklist-failed')
  const { customer_id, staff_id } = input
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const customer = await findById(tx, customer_id)
    if (!customer) throw refuse('service-desk.unknown-customer')
    if (customer.account_status !== 'active' && customer.account_status !== 'incomplete')
      throw refuse('service-desk.not-correctable')
    const name = readName(customer.document_type, input.name)
    const birth_date = readBirthDate(deps, customer, input.birth_date)
    const corrected = correctedFields({ name, birth_date }, customer)
    if (corrected === null) throw refuse('service-desk.correction-unchanged')
    const correction = await insertCorrection(tx, {
      customer_id,
      name,
      birth_date,
      proposed_by: staff_id,
      expires_at: expiryAfter(now, correctionHours * 3600),
      now,
    })
    if (!correction) throw refuse('service-desk.correction-pending')
    const view = await viewOf(deps, tx, { correction, staff_id })
    await deps.audit(tx, {
      ...auditLineOf('propose-correction', input),
      sentence: `Propôs a correção de ${correctedTitles[corrected]} de um cadastro, com o documento conferido.`,
    })
    return view
  })
}

/** @throws {InvalidInput} under `birth_date` */
const readBirthDate = (
  { rules, clock }: ServiceDeskDeps,
  { document_type }: Customer,
  text: string | null,
): string | null => {
  if (document_type === 'cnpj') return null
  if (!text) throw new InvalidInput([{ path: 'birth_date', message: requiredTextMessage }])
  const today = clubDayOf(clock(), rules.time_zone)
  const parsed = parseBirthDate(text, { today, min_age: rules.minimum_age })
  if (!parsed.ok) throw new InvalidInput([{ path: 'birth_date', message: parsed.message }])
  return parsed.value
}

const correctedTitles = { name: 'nome', birth_date: 'nascimento', both: 'nome e nascimento' } as const

/** Which fields a correction changes; null if none. */
const correctedFields = (
  correction: Pick<ProposedCorrection, 'name' | 'birth_date'>,
  customer: Pick<Customer, 'name' | 'birth_date'>,
): keyof typeof correctedTitles | null => {
  const isNameNew = correction.name !== customer.name
  const isBirthDateNew = correction.birth_date !== customer.birth_date
  if (isNameNew && isBirthDateNew) return 'both'
  if (isNameNew) return 'name'
  return isBirthDateNew ? 'birth_date' : null
}

/**
 * Confirms the correction with this id that another member proposed, applies it, and notifies the confirmed contacts.
 * @throws {Refusal} those of its call
 */
export const approveCorrection = (
  deps: ServiceDeskDeps,
  input: { correction_id: string; checklist: Checklist; staff_id: string },
): Promise<void> => {
  const refuse = refusalsOf(approveCorrectionCall)
  if (!isConfirmed(input.checklist)) throw refuse('service-desk.checklist-failed')
  const { correction_id: id, staff_id } = input
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const correction = await approve(tx, { id, by: staff_id, now })
    if (!correction)
      throw (await findPending(tx, id, now))
        ? refuse('service-desk.own-correction')
        : refuse('service-desk.correction-decided')
    const { customer_id, name, birth_date } = correction
    const customer = await findById(tx, customer_id)
    if (!customer || !(await correctPerson(tx, { id: customer_id, name, birth_date, now })))
      throw refuse('service-desk.not-correctable')
    const corrected = correctedFields(correction, customer)
    if (corrected !== null)
      await deps.notifyOfChange(tx, {
        customer_id,
        contacts: contactsOf(customer).filter(({ is_verified }) => is_verified),
        content: { template: 'person-corrected', corrected, at: now },
      })
    await deps.audit(tx, {
      ...auditLineOf('approve-correction', { customer_id, staff_id }),
      sentence: 'Confirmou, com o documento conferido, a correção de dados que outra pessoa propôs.',
    })
  })
}

/**
 * Rejects a correction, or withdraws the member's own.
 * @throws {Refusal} service-desk.correction-decided
 */
export const rejectCorrection = (
  deps: ServiceDeskDeps,
  { correction_id, staff_id }: { correction_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const correction = await reject(tx, { id: correction_id, by: staff_id, now: deps.clock() })
    if (!correction) throw decidedRefusal()
    const { customer_id, proposed_by } = correction
    await deps.audit(tx, {
      ...auditLineOf('reject-correction', { customer_id, staff_id }),
      sentence:
        proposed_by === staff_id
          ? 'Retirou a correção de dados que propôs.'
          : 'Recusou a correção de dados que outra pessoa propôs.',
    })
  })

const decidedRefusal = (): Refusal => refusalsOf(rejectCorrectionCall)('service-desk.correction-decided')

const viewOf = async (
  { namesOfStaff }: Pick<ServiceDeskDeps, 'namesOfStaff'>,
  db: Db,
  { correction, staff_id }: { correction: ProposedCorrection; staff_id: string },
): Promise<Correction> => {
  const { id, name, birth_date, proposed_by, expires_at } = correction
  const names = await namesOfStaff(db, [proposed_by])
  return {
    correction_id: id,
    name,
    birth_date: birth_date && formatBirthDate(birth_date),
    proposed_by: names.get(proposed_by)?.name ?? '',
    is_mine: proposed_by === staff_id,
    expires_at: expires_at.toISOString(),
  }
}
