import { resetPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { Customer, SignInOrigin, SignInResult } from '../identity/index.ts'
import { contactsOf } from '../messaging/index.ts'
import { deleteDevicesOf, revokeAccess } from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { applyNewContacts } from './apply-new-contacts.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyAllContacts } from './notify-all-contacts.ts'
import { closeOpenRequests } from './close-open-request.ts'
import { contactIndexOf, isRecoverable } from './reset-code.ts'
import { consumeToken, revokeCodes, revokeTokensOf, findToken, lockDocument } from './reset-code-store.ts'

const refuse = refusalsOf(resetPasswordCall)

/**
 * Sets the new password and signs in (spec §4: a successful reset authenticates the user). Revokes all other sessions
 * and remembered devices, revokes all other codes and tokens, closes an open remote-support request, resets the
 * account's counters of wrong passwords, notifies all known contacts and cancels a pending deletion. A weak password
 * does not consume the token.
 * @throws {Refusal} flow.wrong-step, recovery.token-expired, recovery.weak-password, recovery.account-blocked
 */
export const resetPassword = async (
  deps: RecoveryDeps,
  input: {
    flow_id: string
    recovery_token: string
    password: string
    new_device_id: string
    origin: SignInOrigin
  },
): Promise<SignInResult> => {
  const { db, clock, accounts } = deps
  const now = clock()
  const token_hash = fingerprint(input.recovery_token)
  const key = accounts.flowKeyOf(input.flow_id)
  const use = { token_hash, flow_hash: key, now }
  const token = await findToken(db, use)
  const customer = token && (await accounts.findById(db, token.customer_id))
  if (!customer) throw refuse('recovery.token-expired')
  refuseWeak(deps, { customer, password: input.password })
  const password_hash = await accounts.hashPassword(input.password)

  const result = await inTransaction(db, async (tx) => {
    await lockDocument(tx, customer.document_index)
    const flow = await accounts.lockFlow(tx, input.flow_id, now)
    const isExpectedStep =
      flow?.state.at === 'resetPassword' && flow.state.recovery_token === token_hash.toString('hex')
    if (!isExpectedStep) throw refuse('flow.wrong-step')
    const used = await consumeToken(tx, use)
    if (!used) throw refuse('recovery.token-expired')
    const owner = await accounts.findById(tx, used.customer_id)
    if (!owner || !isRecoverable(owner)) throw refuse('recovery.account-blocked')

    const access_version = await accounts.savePassword(tx, {
      customer_id: owner.id,
      password_hash,
      replaces: null,
      changed_at: now,
    })
    if (access_version === null) throw refuse('recovery.token-expired')
    await revokeOtherAccess(deps, tx, { owner, request_id: used.request_id, now })
    const contacts = await applyNewContacts(deps, tx, { owner, request_id: used.request_id, now })
    await notifyAllContacts(deps, tx, {
      customer_id: owner.id,
      contacts,
      content: { template: 'password-changed', at: now },
      // An account can get many codes by e-mail, and each reset could send a text message to another person's
      // cellphone. Codes by text message are few, and so are the e-mails about their use.
      ips: { sms: input.origin.ip },
    })
    await verifyReachedContact(deps, tx, { owner, contact_index: used.contact_index, now })
    await accounts.endFlow(tx, flow)
    const entry = { ...input, customer: { ...owner, access_version }, now }
    if (owner.account_status !== 'deletion_pending') return accounts.signIn(tx, entry)
    const outcome = await accounts.cancelDeletion(tx, { customer_id: owner.id, now })
    if (outcome === 'too-late') throw refuse('recovery.token-expired')
    const entered = await accounts.signIn(tx, entry)
    return outcome === 'cancelled' ? { ...entered, deletion_cancelled: true as const } : entered
  })
  const { id: customer_id, document_index } = customer
  const { device_id } = input.origin
  await accounts.clearPasswordAttempts({ customer_id, document_index, device_id })
  return result
}

/** @throws {Refusal} recovery.weak-password */
const refuseWeak = (deps: RecoveryDeps, input: { customer: Customer; password: string }): void => {
  if (deps.accounts.isWeakPassword(input.customer, input.password)) throw refuse('recovery.weak-password')
}

/** Verifies the contact that the code reached, which the account may have adopted only now. */
const verifyReachedContact = async (
  { accounts, vault }: RecoveryDeps,
  tx: Tx,
  input: { owner: Customer; contact_index: Buffer | null; now: Date },
): Promise<void> => {
  const { owner, contact_index, now } = input
  const customer = await accounts.findById(tx, owner.id)
  if (!customer || contact_index === null) return
  for (const { channel, to, is_verified } of contactsOf(customer))
    if (!is_verified && contactIndexOf(vault, to).equals(contact_index))
      await accounts.verifyContact(tx, { customer_id: owner.id, channel, to, now })
}

const revokeOtherAccess = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { owner: Customer; request_id: string | null; now: Date },
): Promise<void> => {
  const { owner, now } = input
  await revokeAccess(tx, { customer_id: owner.id, reason: 'password', now })
  await deleteDevicesOf(tx, owner.id)
  await revokeCodes(tx, { document_index: owner.document_index }, now)
  await revokeTokensOf(tx, owner.id, now)
  await closeOpenRequests(deps, tx, { document_index: owner.document_index, now })
}
