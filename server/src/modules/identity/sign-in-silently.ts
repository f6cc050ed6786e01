import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { inTransaction } from '../../db/database.ts'
import {
  closeSession,
  openSession,
  revokeDeviceCredentialsOf,
  rotateDeviceCredential,
} from '../sessions/index.ts'
import { greetingName } from './customer.ts'
import { findById } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { takeAuthAttempt } from './limits-of-identity.ts'
import type { SignInOrigin, SignInResult } from './sign-in-with-password.ts'

/**
 * Signs in with the device credential that an earlier, remembered sign-in left in this browser (spec §4 "Automatic
 * sign-in"). The credential is exchanged for its successor.
 * @throws {Refusal} identity.wrong-device-credential, identity.blocked, request.too-many
 */
export const signInSilently = async (
  deps: IdentityDeps,
  input: { document: PersonDocument; device_credential: string; origin: SignInOrigin },
): Promise<SignInResult> => {
  const now = deps.clock()
  const attempt = await takeAuthAttempt(deps, { address: input.origin.address, now })
  const document_index = documentIndexOf(deps, input.document)
  // Refusing happens after the transaction: a reused credential's family must stay revoked.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const rotated = await rotateDeviceCredential(tx, { text: input.device_credential, now })
    const customer = rotated ? await findById(tx, rotated.customer_id) : undefined
    if (!rotated || !customer?.document_index.equals(document_index)) return null
    if (customer.account_status === 'blocked') return 'blocked'
    if (customer.account_status === 'deletion_pending') {
      // Coming back is the person's own deed, with the password; this credential was rotated beside the request.
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
  if (!outcome) throw new Refusal('identity.wrong-device-credential')
  await attempt.refund()
  if (outcome === 'blocked') throw new Refusal('identity.blocked')
  return outcome
}
