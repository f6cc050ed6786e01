import { Refusal } from '../../kernel/refusal.ts'
import { inTransaction } from '../../db/database.ts'
import { waitInWords } from '../limits/index.ts'
import {
  closeOtherSessions,
  isRememberedSession,
  issueDeviceCredential,
  revokeDeviceCredentialsOf,
} from '../sessions/index.ts'
import { confirmationAttemptKey } from './attempt-key.ts'
import { documentLabel } from './customer.ts'
import { findById, findPasswordHash, savePassword } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { takeAccountChange } from './limits-of-identity.ts'
import { isWeakPassword } from './password-rules.ts'

/**
 * Changes the password of a signed-in person; every other session and every remembered device ends, and every address
 * known of the person is told. Who is here chose to be remembered or not when signing in, and stays so: a remembered
 * session gets a credential of a new family, for the old ones are dead.
 * @returns what this device is to keep
 * @throws {Refusal} identity.wrong-current-password, identity.throttled, identity.weak-password, request.too-many
 */
export const updatePassword = async (
  deps: IdentityDeps,
  input: { customer_id: string; session_id: string; current_password: string; password: string },
): Promise<{ device_credential?: string }> => {
  const now = deps.clock()
  const { customer_id, session_id } = input
  await confirmPassword(deps, { customer_id, password: input.current_password })
  const customer = await findById(deps.db, customer_id)
  if (!customer) throw new Refusal('session.required')
  const weak = isWeakPassword(input.password, {
    document_id: deps.vault.open(documentLabel, customer.document_sealed),
    birth_date: customer.birth_date,
    cellphone: customer.cellphone ?? '',
    club_name: deps.rules.club_name,
  })
  if (weak) throw new Refusal('identity.weak-password')
  const password_hash = await deps.hasher.hash(input.password)
  await takeAccountChange(deps, { customer_id, now })
  return inTransaction(deps.db, async (tx) => {
    await savePassword(tx, { customer_id, password_hash, changed_at: now })
    await closeOtherSessions(tx, customer_id, session_id)
    await revokeDeviceCredentialsOf(tx, customer_id, now)
    await deps.tellOfChange(tx, {
      customer_id,
      contacts: { emails: [customer.email], cellphones: [customer.cellphone] },
      content: { template: 'password-changed', at: now },
    })
    if (!(await isRememberedSession(tx, session_id))) return {}
    return { device_credential: await issueDeviceCredential(tx, { customer_id, now }) }
  })
}

/**
 * Asks a signed-in person for the password again, with the account's own budget of failures.
 * @throws {Refusal} identity.wrong-current-password, identity.throttled
 */
export const confirmPassword = async (
  deps: IdentityDeps,
  input: { customer_id: string; password: string },
): Promise<void> => {
  const now = deps.clock()
  const key = confirmationAttemptKey(deps.vault, input.customer_id)
  const locked_until = await deps.limits.takeAttempt(key, now)
  if (locked_until)
    throw new Refusal('identity.throttled', { wait: waitInWords(locked_until.getTime() - now.getTime()) })
  const stored = await findPasswordHash(deps.db, input.customer_id)
  if (!(await deps.hasher.verify(stored, input.password)))
    throw new Refusal('identity.wrong-current-password')
  await deps.limits.clearAttempts(key)
}
