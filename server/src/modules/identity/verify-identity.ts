import { verifyIdentityCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { inTransaction } from '../../db/database.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { Customer } from './customer.ts'
import { findByDocument } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { advance, flowHash, flowSeconds, requireFlow, ticketSeconds } from './flow.ts'
import { findFlow, insertTicket, lockFlow, saveFlow } from './flow-store.ts'
import { spendAuthAttempt, type Visitor } from './identity-limits.ts'

const refuse = refusalsOf(verifyIdentityCall)

/** Raw answers to the hints. */
export type HintAnswers = { birth_date?: string; cellphone?: string; email?: string }

export type VerifiedIdentity = {
  account: Pick<Customer, 'name' | 'birth_date' | 'cellphone' | 'email'>
  verification_code: string
}

/**
 * Compares the answers with the incomplete account (spec §2 "Identity completion") and issues a single-use ticket for
 * completing the registration. All wrong answers get the same refusal, without a field.
 * @throws {Refusal} flow.wrong-step, identity.hints-mismatch, identity.hints-exhausted, request.rate-limited
 */
export const verifyIdentity = async (
  deps: IdentityDeps,
  input: { visitor: Visitor; document: PersonDocument; answers: HintAnswers },
): Promise<VerifiedIdentity> => {
  const now = deps.clock()
  const { visitor } = input
  const document_index = documentIndexOf(deps, input.document)
  const key = document_index.toString('hex')
  const id_hash = flowHash(visitor.flow_id)
  const required = { at: 'verifyIdentity', document_index } as const
  requireFlow(await findFlow(deps.db, id_hash, now), required)
  const attempt = await spendAuthAttempt(deps, { visitor, document_index, now })
  // Counted before verification, so that concurrency does not add attempts.
  if (!(await deps.limits.spend('hint-failures', key, now))) {
    // No answer was compared, so this must not use up the limits that others behind the IP share.
    await attempt.refund()
    throw refuse('identity.hints-exhausted')
  }
  const customer = await findByDocument(deps.db, document_index)
  if (customer?.account_status !== 'incomplete' || !answersMatch(customer, input.answers))
    throw refuse('identity.hints-mismatch')
  await deps.limits.refund([{ limit: 'hint-failures', key }], now)
  await attempt.refund()

  const verification_code = createSecret()
  await inTransaction(deps.db, async (tx) => {
    const flow = requireFlow(await lockFlow(tx, id_hash, now), required)
    await insertTicket(tx, {
      secret_hash: fingerprint(verification_code),
      customer_id: customer.id,
      flow_hash: id_hash,
      expires_at: expiryAfter(now, ticketSeconds),
    })
    const state = advance(flow.state, { type: 'IDENTITY_VERIFIED' })
    await saveFlow(tx, { id_hash, state, document_index, expires_at: expiryAfter(now, flowSeconds) })
  })
  const { name, birth_date, cellphone, email } = customer
  return { account: { name, birth_date, cellphone, email }, verification_code }
}

/** Every stored value must be answered; birth dates for individuals only (spec §5). */
export const answersMatch = (
  customer: Pick<Customer, 'document_type' | 'birth_date' | 'cellphone' | 'email'>,
  answers: HintAnswers,
): boolean => {
  const birthDate = parseCalendarDay(answers.birth_date ?? '')
  const checks = [
    customer.document_type === 'cnpj' ||
      customer.birth_date === null ||
      (birthDate.ok && birthDate.value === customer.birth_date),
    customer.cellphone === null || digitsOf(answers.cellphone ?? '') === customer.cellphone,
    customer.email === null || (answers.email ?? '').trim().toLowerCase() === customer.email,
  ]
  return checks.every(Boolean)
}
