import { signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import {
  closeSession,
  openSession,
  parseDeviceCredential,
  rotateDeviceCredential,
} from '../sessions/index.ts'
import { contactsOf } from '../messaging/index.ts'
import { greetingName } from './customer.ts'
import { findById } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { spendCredentialAttempt } from './identity-limits.ts'
import type { SignInOrigin, SignInResult } from './sign-in-with-password.ts'

const refuse = refusalsOf(signInWithPasswordCall)

/**
 * Signs in with the device credential stored by an earlier remembered sign-in (spec §4 "Automatic
 * sign-in"). The credential is rotated. Reuse of a rotated credential revokes its
 * family and all sessions opened with it, and notifies the owner.
 * @throws {Refusal} identity.wrong-device-credential, identity.blocked, request.rate-limited
 */
export const signInSilently = async (
  deps: IdentityDeps,
  input: { document: PersonDocument; device_credential: string; origin: SignInOrigin },
): Promise<SignInResult> => {
  const now = deps.clock()
  const credential = parseDeviceCredential(input.device_credential)
  if (!credential) throw refuse('identity.wrong-device-credential')
  await spendCredentialAttempt(deps, { credential_id: credential.id, now })
  const document_index = documentIndexOf(deps, input.document)
  // Refuse after the transaction, so that the reused credential's family stays revoked.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const rotation = await rotateDeviceCredential(tx, { text: input.device_credential, now })
    if (rotation.kind === 'reused')
      await reportReuse(deps, tx, { customer_id: rotation.customer_id, ip: input.origin.ip, now })
    if (rotation.kind !== 'rotated') return null
    const { family_id, access_version, device_credential } = rotation
    const customer = await findById(tx, rotation.customer_id)
    if (!customer?.document_index.equals(document_index)) return null
    if (customer.account_status === 'blocked') return 'blocked'
    // Remembered concurrently with a password change or deletion request, which revoked all earlier access.
    if (customer.access_version !== access_version || customer.account_status === 'deletion_pending')
      return null
    if (input.origin.session_token) await closeSession(tx, input.origin.session_token)
    const session = await openSession(tx, {
      customer_id: customer.id,
      level: 'customer',
      access_version,
      family_id,
      now,
    })
    const signed_in = {
      customer_name: greetingName(customer),
      account_id: customer.id,
      device_credential,
    }
    return { signed_in, session }
  })
  if (!outcome) throw refuse('identity.wrong-device-credential')
  if (outcome === 'blocked') throw refuse('identity.blocked')
  return outcome
}

/**
 * Notifies the owner that the credential was copied, and writes an audit line. Anyone can copy the credential of their own
 * account, so notices to contacts that it has not confirmed are limited per IP.
 */
const reportReuse = async (
  deps: IdentityDeps,
  tx: Tx,
  { customer_id, ip, now }: { customer_id: string; ip: string; now: Date },
): Promise<void> => {
  const customer = await findById(tx, customer_id)
  await deps.notifyOfChange(tx, {
    customer_id,
    contacts: customer ? contactsOf(customer) : [],
    content: { template: 'device-credential-reused', at: now },
    ips: { email: ip, sms: ip },
  })
  await deps.appendAuditLine(tx, {
    actor: { kind: 'system' },
    action: 'identity.revoke-device',
    subject: { kind: 'customer', id: customer_id },
    sentence: 'Encerrou o acesso de um aparelho lembrado, cuja credencial foi usada duas vezes.',
  })
}
