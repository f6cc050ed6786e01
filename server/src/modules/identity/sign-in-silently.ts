import { signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { inTransaction } from '../../db/database.ts'
import {
  closeSession,
  openSession,
  parseDeviceCredential,
  revokeDeviceCredentialsOf,
  rotateDeviceCredential,
} from '../sessions/index.ts'
import { greetingName } from './customer.ts'
import { findById } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { takeCredentialAttempt } from './identity-limits.ts'
import type { SignInOrigin, SignInResult } from './sign-in-with-password.ts'

const refuse = refusalsOf(signInWithPasswordCall)

/**
 * Signs in with the device credential stored by an earlier remembered sign-in (spec §4 "Automatic
 * sign-in"). The credential is exchanged for its successor.
 * @throws {Refusal} identity.wrong-device-credential, identity.blocked, request.too-many
 */
export const signInSilently = async (
  deps: IdentityDeps,
  input: { document: PersonDocument; device_credential: string; origin: SignInOrigin },
): Promise<SignInResult> => {
  const now = deps.clock()
  const credential = parseDeviceCredential(input.device_credential)
  if (!credential) throw refuse('identity.wrong-device-credential')
  await takeCredentialAttempt(deps, { credential_id: credential.id, now })
  const document_index = documentIndexOf(deps, input.document)
  // Refuse after the transaction, so that the reused credential's family stays revoked.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const rotated = await rotateDeviceCredential(tx, { text: input.device_credential, now })
    const customer = rotated ? await findById(tx, rotated.customer_id) : undefined
    if (!rotated || !customer?.document_index.equals(document_index)) return null
    if (customer.account_status === 'blocked') return 'blocked'
    if (customer.account_status === 'deletion_pending') {
      // Cancelling a deletion requires the password; this credential was rotated concurrently with the request.
      await revokeDeviceCredentialsOf(tx, customer.id, now)
      return null
    }
    if (input.origin.session_token) await closeSession(tx, input.origin.session_token)
    const session = await openSession(tx, {
      customer_id: customer.id,
      level: 'customer',
      remembered: true,
      now,
    })
    const { device_credential } = rotated
    return { signed_in: { customer_name: greetingName(customer), device_credential }, session }
  })
  if (!outcome) throw refuse('identity.wrong-device-credential')
  if (outcome === 'blocked') throw refuse('identity.blocked')
  return outcome
}
