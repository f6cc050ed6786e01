import type { currentPasswordRefusals } from '@clube/contract/brazil/password-refusals.ts'
import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import { refusalsOf, type Refuse } from '../../kernel/refusal.ts'
import { inTransaction } from '../../db/database.ts'
import { formatWait } from '../limits/index.ts'
import { revokeOtherAccess } from '../sessions/index.ts'
import { confirmationAttemptKey } from './attempt-key.ts'
import { contactsOf } from '../messaging/index.ts'
import { documentLabel } from './customer.ts'
import { findById, findPassword, savePassword } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { spendAccountChange, type Visitor } from './identity-limits.ts'
import type { Hashing } from './password-hashing.ts'
import { isWeakPassword } from './password-rules.ts'

const refuse = refusalsOf(updatePasswordCall)

/**
 * Changes the password of a signed-in customer, revokes all other sessions and remembered devices, and notifies all known
 * contacts. The current session keeps its remember-me choice: a remembered session gets a credential of a new family.
 * @returns the new device credential, if any
 * @throws {Refusal} identity.wrong-current-password, identity.throttled, identity.same-password,
 *   identity.weak-password, request.rate-limited
 */
export const updatePassword = async (
  deps: IdentityDeps,
  input: {
    customer_id: string
    session_id: string
    current_password: string
    password: string
    visitor: Pick<Visitor, 'ip' | 'device_id'>
  },
): Promise<{ device_credential?: string }> => {
  const { customer_id, session_id } = input
  return deps.hasher.admit(async (hashing) => {
    const now = deps.clock()
    const { access_version } = await confirmWith(deps, hashing, {
      customer_id,
      password: input.current_password,
      refuse,
    })
    if (input.password === input.current_password) throw refuse('identity.same-password')
    const customer = await findById(deps.db, customer_id)
    if (!customer) throw refuse('session.required')
    const isWeak = isWeakPassword(input.password, {
      document_id: deps.vault.open(documentLabel, customer.document_sealed),
      birth_date: customer.birth_date,
      cellphone: customer.cellphone ?? '',
      club_name: deps.rules.club_name,
    })
    if (isWeak) throw refuse('identity.weak-password')
    const contacts = contactsOf(customer)
    await spendAccountChange(deps, { customer, contacts, visitor: input.visitor, now })
    const password_hash = await hashing.hash(input.password)
    return inTransaction(deps.db, async (tx) => {
      const change = { customer_id, password_hash, replaces: access_version, changed_at: now }
      const newVersion = await savePassword(tx, change)
      // Replaced concurrently: the password that was verified is no longer the current one.
      if (newVersion === null) throw refuse('identity.wrong-current-password')
      await deps.notifyOfChange(tx, {
        customer_id,
        contacts,
        content: { template: 'password-changed', at: now },
      })
      return revokeOtherAccess(tx, { customer_id, session_id, access_version: newVersion, now })
    })
  })
}

type Confirmation = { customer_id: string; password: string; refuse: Refuse<typeof currentPasswordRefusals> }

/**
 * Verifies the password of a signed-in customer again, with its own failure budget. The confirmed change is stored
 * later, by a statement that must require the returned access version.
 * @throws {Refusal} identity.wrong-current-password, identity.throttled
 * @throws {Unavailable} before the attempt is counted
 */
export const confirmPassword = (
  deps: IdentityDeps,
  input: Confirmation,
): Promise<{ access_version: number }> => deps.hasher.admit((hashing) => confirmWith(deps, hashing, input))

/** @returns the access version of the password */
const confirmWith = async (
  deps: IdentityDeps,
  hashing: Hashing,
  input: Confirmation,
): Promise<{ access_version: number }> => {
  const now = deps.clock()
  const { customer_id, refuse } = input
  const key = confirmationAttemptKey(deps.vault, customer_id)
  const locked_until = await deps.limits.recordAttempt(key, now)
  if (locked_until)
    throw refuse('identity.throttled', { wait: formatWait(locked_until.getTime() - now.getTime()) })
  const stored = await findPassword(deps.db, { customer_id, device_hash: null })
  const matches = await hashing.verify(stored?.password_hash ?? null, input.password)
  if (!matches || !stored) throw refuse('identity.wrong-current-password')
  await deps.limits.clearAttempts(key)
  return stored
}
