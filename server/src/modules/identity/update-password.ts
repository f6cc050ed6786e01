import type { currentPasswordRefusals } from '@clube/contract/brazil/password-refusals.ts'
import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import { refusalsOf, type Refuse } from '../../kernel/refusal.ts'
import { inTransaction } from '../../db/database.ts'
import { formatWait } from '../limits/index.ts'
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
import { takeAccountChange } from './identity-limits.ts'
import { isWeakPassword } from './password-rules.ts'

const refuse = refusalsOf(updatePasswordCall)

/**
 * Changes the password of a signed-in customer, ends all other sessions and remembered devices, and notifies all known
 * contacts. The current session keeps its remember-me choice: a remembered session gets a credential of a new family.
 * @returns the new device credential, if any
 * @throws {Refusal} identity.wrong-current-password, identity.throttled, identity.weak-password, request.too-many
 */
export const updatePassword = async (
  deps: IdentityDeps,
  input: { customer_id: string; session_id: string; current_password: string; password: string },
): Promise<{ device_credential?: string }> => {
  const now = deps.clock()
  const { customer_id, session_id } = input
  await confirmPassword(deps, { customer_id, password: input.current_password, refuse })
  const customer = await findById(deps.db, customer_id)
  if (!customer) throw refuse('session.required')
  const weak = isWeakPassword(input.password, {
    document_id: deps.vault.open(documentLabel, customer.document_sealed),
    birth_date: customer.birth_date,
    cellphone: customer.cellphone ?? '',
    club_name: deps.rules.club_name,
  })
  if (weak) throw refuse('identity.weak-password')
  const password_hash = await deps.hasher.hash(input.password)
  await takeAccountChange(deps, { customer_id, now })
  return inTransaction(deps.db, async (tx) => {
    await savePassword(tx, { customer_id, password_hash, changed_at: now })
    await closeOtherSessions(tx, customer_id, session_id)
    await revokeDeviceCredentialsOf(tx, customer_id, now)
    await deps.notifyOfChange(tx, {
      customer_id,
      contacts: { emails: [customer.email], cellphones: [customer.cellphone] },
      content: { template: 'password-changed', at: now },
    })
    if (!(await isRememberedSession(tx, session_id))) return {}
    return { device_credential: await issueDeviceCredential(tx, { customer_id, now }) }
  })
}

/**
 * Verifies the password of a signed-in customer again, with its own failure budget.
 * @throws {Refusal} identity.wrong-current-password, identity.throttled
 */
export const confirmPassword = async (
  deps: IdentityDeps,
  input: { customer_id: string; password: string; refuse: Refuse<typeof currentPasswordRefusals> },
): Promise<void> => {
  const now = deps.clock()
  const { refuse } = input
  const key = confirmationAttemptKey(deps.vault, input.customer_id)
  const locked_until = await deps.limits.takeAttempt(key, now)
  if (locked_until)
    throw refuse('identity.throttled', { wait: formatWait(locked_until.getTime() - now.getTime()) })
  const stored = await findPasswordHash(deps.db, input.customer_id)
  if (!(await deps.hasher.verify(stored, input.password))) throw refuse('identity.wrong-current-password')
  await deps.limits.clearAttempts(key)
}
