import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  clearPasswordAttempts,
  deleteFlow,
  documentLabel,
  enter,
  findById,
  flowHash,
  giveUpDeletion,
  isWeakPassword,
  lockFlow,
  savePassword,
  type Customer,
  type SignInOrigin,
  type SignInResult,
} from '../identity/index.ts'
import { closeOtherSessions, forgetDevicesOf, revokeDeviceCredentialsOf } from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { adoptContacts } from './adopt-contacts.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyEverywhere } from './notify-everywhere.ts'
import { closeOpenRequest } from './close-open-request.ts'
import { isRecoverable } from './reset-code.ts'
import { consumeToken, endCodes, endTokensOf, findToken, takeDocumentTurn } from './reset-code-store.ts'

/**
 * Sets the new password and signs in (spec §4: a successful reset authenticates the user). Every other session, every
 * remembered device, every other code and right to a new password ends, an open request of remote support too; the
 * failures counted against the account are forgotten and every address known of the person is told. A request to delete
 * the account is given up. A password that is too easy does not use the right up.
 * @throws {Refusal} flow.out-of-step, recovery.token-expired, recovery.weak-password, recovery.account-blocked
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
  const { db, clock, hasher } = deps.identity
  const now = clock()
  const token_hash = fingerprint(input.recovery_token)
  const flow_hash = flowHash(input.flow_id)
  const use = { token_hash, flow_hash, now }
  const right = await findToken(db, use)
  const customer = right && (await findById(db, right.customer_id))
  if (!customer) throw new Refusal('recovery.token-expired')
  refuseWeak(deps, { customer, password: input.password })
  const password_hash = await hasher.hash(input.password)

  const result = await inTransaction(db, async (tx) => {
    await takeDocumentTurn(tx, customer.document_index)
    const flow = await lockFlow(tx, flow_hash, now)
    const isHere =
      flow?.state.at === 'resetPassword' && flow.state.recovery_token === token_hash.toString('hex')
    if (!isHere) throw new Refusal('flow.out-of-step')
    const used = await consumeToken(tx, use)
    if (!used) throw new Refusal('recovery.token-expired')
    const owner = await findById(tx, used.customer_id)
    if (!owner || !isRecoverable(owner)) throw new Refusal('recovery.account-blocked')

    await savePassword(tx, { customer_id: owner.id, password_hash, changed_at: now })
    await endEverythingElse(deps, tx, { owner, request_id: used.request_id, now })
    const contacts = await adoptContacts(deps, tx, { owner, request_id: used.request_id, now })
    await notifyEverywhere(deps, tx, {
      customer_id: owner.id,
      contacts,
      content: { template: 'password-changed', at: now },
    })
    await deleteFlow(tx, flow_hash)
    const entry = { ...input, customer: owner, remember: false, now }
    if (owner.account_status !== 'deletion_pending') return enter(tx, entry)
    const by = { kind: 'customer', id: owner.id } as const
    const outcome = await giveUpDeletion(deps.identity, tx, { customer_id: owner.id, by, now })
    if (outcome === 'gone') throw new Refusal('recovery.token-expired')
    const entered = await enter(tx, entry)
    return outcome === 'given-up' ? { ...entered, gave_up_deletion: true as const } : entered
  })
  const { id: customer_id, document_index } = customer
  const { device_id } = input.origin
  await clearPasswordAttempts(deps.identity, { customer_id, document_index, device_id })
  return result
}

/** @throws {Refusal} recovery.weak-password */
const refuseWeak = (deps: RecoveryDeps, input: { customer: Customer; password: string }): void => {
  const { customer, password } = input
  const isWeak = isWeakPassword(password, {
    document_id: deps.identity.vault.open(documentLabel, customer.document_sealed),
    birth_date: customer.birth_date,
    cellphone: customer.cellphone ?? '',
    club_name: deps.identity.rules.club_name,
  })
  if (isWeak) throw new Refusal('recovery.weak-password')
}

const endEverythingElse = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { owner: Customer; request_id: string | null; now: Date },
): Promise<void> => {
  const { owner, now } = input
  await closeOtherSessions(tx, owner.id, null)
  await revokeDeviceCredentialsOf(tx, owner.id, now)
  await forgetDevicesOf(tx, owner.id)
  await endCodes(tx, { document_index: owner.document_index }, now)
  await endTokensOf(tx, owner.id, now)
  await closeOpenRequest(deps, tx, { document_index: owner.document_index, now })
}
