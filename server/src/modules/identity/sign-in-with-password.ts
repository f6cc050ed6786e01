import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { SignedIn } from '@clube/contract/identity/sign-in-calls.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { runAsOne, type Statement } from '../../db/one-statement.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { waitInWords } from '../limits/index.ts'
import {
  closingSession,
  isKnownDevice,
  newDeviceCredential,
  newSession,
  type OpenedSession,
} from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { passwordAttemptKey } from './attempt-key.ts'
import { greetingName, type Customer } from './customer.ts'
import { rehashPassword } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { flowHash, requireFlow } from './flow.ts'
import { deletingFlow, findForSignIn } from './flow-store.ts'
import { giveUpDeletion } from './give-up-deletion.ts'
import { takePasswordAttempt } from './limits-of-identity.ts'

/** The browser's side of a sign-in: what it is and what it held before. */
export type SignInOrigin = {
  readonly address: string
  /** Long-lived random id of this browser, or null when it never signed in. */
  readonly device_id: string | null
  /** The session that this one replaces. */
  readonly session_token: string | null
}

export type SignInResult = {
  signed_in: SignedIn
  session: OpenedSession
  /** Present where coming back took a request to delete the account back. */
  gave_up_deletion?: true
}

type PasswordSignIn = {
  flow_id: string
  document: PersonDocument
  password: string
  remember: boolean
  new_device_id: string
  origin: SignInOrigin
}

/**
 * Signs in with a password after check-account said `complete` (spec §4, §7). Unknown documents cost the same time.
 * Whoever asked for the deletion of the account gives it up by that.
 * More people at once than can be served are turned away before anything is counted against them.
 * @throws {Refusal} flow.out-of-step, identity.wrong-password, identity.throttled, identity.blocked, request.too-many
 * @throws {Unavailable} with the seconds to wait
 */
export const signInWithPassword = (deps: IdentityDeps, input: PasswordSignIn): Promise<SignInResult> =>
  deps.hasher.admit(() => signInNow(deps, input))

const signInNow = async (deps: IdentityDeps, input: PasswordSignIn): Promise<SignInResult> => {
  const now = deps.clock()
  const document_index = documentIndexOf(deps, input.document)
  const id_hash = flowHash(input.flow_id)
  const flow = await findForSignIn(deps.db, id_hash, now)
  const { id, password_hash, ...found } = requireFlow(flow, { at: 'signIn', document_index })
  const lock = await attemptKey(deps, {
    document_index,
    customer_id: id,
    device_id: input.origin.device_id,
  })
  const attempt = await takePasswordAttempt(deps, { address: input.origin.address, lock, now })
  const { locked_until, forgiving } = attempt
  // The locked answer costs the time of a verification too: otherwise it tells the account's state.
  const matches = await deps.hasher.verify(locked_until ? null : password_hash, input.password)
  if (locked_until)
    throw new Refusal('identity.throttled', { wait: waitInWords(locked_until.getTime() - now.getTime()) })
  if (!matches || !password_hash || !id) throw new Refusal('identity.wrong-password')

  if (found.account_status === 'blocked') {
    await runAsOne(deps.db, forgiving)
    throw new Refusal('identity.blocked')
  }
  await rehashIfOutdated(deps, { id, hash: password_hash, password: input.password })
  const customer = { id, name: found.name, document_type: input.document.document_type }
  const entry = { ...input, customer, now }
  if (found.account_status === 'deletion_pending') {
    await runAsOne(deps.db, [...forgiving, deletingFlow(id_hash)])
    return comeBack(deps, entry)
  }
  return enter(deps.db, entry, [...forgiving, deletingFlow(id_hash)])
}

type Entry = Parameters<typeof enter>[1]

/** Enters and gives the deletion up, both or neither; after the anonymisation there is nobody to enter as. */
const comeBack = (deps: IdentityDeps, entry: Entry): Promise<SignInResult> =>
  inTransaction(deps.db, async (tx) => {
    const { id: customer_id } = entry.customer
    const by = { kind: 'customer', id: customer_id } as const
    const outcome = await giveUpDeletion(deps, tx, { customer_id, by, now: entry.now })
    if (outcome === 'gone') throw new Refusal('identity.wrong-password')
    const entered = await enter(tx, entry)
    return outcome === 'given-up' ? { ...entered, gave_up_deletion: true } : entered
  })

/** A known device keeps its own budget of failures, so that strangers cannot lock a person out. */
const attemptKey = async (
  deps: IdentityDeps,
  input: { document_index: Buffer; customer_id: string | null; device_id: string | null },
): Promise<Buffer> => {
  const { document_index, customer_id, device_id } = input
  const known =
    customer_id && device_id ? await isKnownDevice(deps.db, fingerprint(device_id), customer_id) : false
  return passwordAttemptKey(deps.vault, { document_index, device_id: known ? device_id : null })
}

const rehashIfOutdated = async (
  deps: IdentityDeps,
  input: { id: string; hash: string; password: string },
): Promise<void> => {
  if (!deps.hasher.isOutdated(input.hash)) return
  const password_hash = await deps.hasher.hash(input.password)
  await rehashPassword(deps.db, { customer_id: input.id, old_hash: input.hash, password_hash })
}

/**
 * Opens the session of a person who proved who they are, with a new id, in one statement with what ends by it.
 * @param ending changes that happen if and only if the person enters
 */
export const enter = async (
  db: Db,
  input: {
    customer: Pick<Customer, 'id' | 'name' | 'document_type'>
    remember: boolean
    now: Date
    new_device_id: string
    origin: SignInOrigin
  },
  ending: readonly Statement[] = [],
): Promise<SignInResult> => {
  const { customer, now, remember, origin } = input
  const { session, opening } = newSession({
    customer_id: customer.id,
    level: 'customer',
    remembered: remember,
    now,
    device_id: origin.device_id ?? input.new_device_id,
  })
  const credential = remember ? newDeviceCredential({ customer_id: customer.id, now }) : null
  await runAsOne(db, [
    ...ending,
    ...opening,
    ...(origin.session_token ? [closingSession(origin.session_token)] : []),
    ...(credential ? [credential.keeping] : []),
  ])
  const customer_name = greetingName(customer)
  const signed_in = credential ? { customer_name, device_credential: credential.text } : { customer_name }
  return { signed_in, session }
}
