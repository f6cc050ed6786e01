import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import {
  confirmPasswordCall,
  signInWithPasswordCall,
  type SignedIn,
} from '@clube/contract/identity/sign-in-calls.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { runAsOne, type Statement } from '../../db/one-statement.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { formatWait } from '../limits/index.ts'
import { closeSessionSql, newDeviceCredential, newSession, type OpenedSession } from '../sessions/index.ts'
import { passwordAttemptKey } from './attempt-key.ts'
import { greetingName, type Customer } from './customer.ts'
import { findById, findPasswordHash, rehashPassword } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { flowHash, requireFlow } from './flow.ts'
import { deleteFlowSql, findForSignIn, type SignInPerson } from './flow-store.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { isKnownTo, takePasswordAttempt, type Visitor } from './identity-limits.ts'

const refuse = refusalsOf(signInWithPasswordCall, confirmPasswordCall)

/** The browser of a sign-in and its previous state. */
export type SignInOrigin = {
  readonly ip: string
  /** Long-lived random id of this browser, or null before its first sign-in. */
  readonly device_id: string | null
  /** The session that this one replaces. */
  readonly session_token: string | null
}

export type SignInResult = {
  signed_in: SignedIn
  session: OpenedSession
  /** Present when the sign-in cancelled a deletion. */
  deletion_cancelled?: true
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
 * Signs in with a password after check-account returned `complete` (spec §4, §7). Unknown documents take the same time. A
 * pending deletion of the account is cancelled. Beyond capacity, attempts are rejected before they are counted.
 * @throws {Refusal} flow.out-of-step, identity.wrong-password, identity.throttled, identity.blocked, request.too-many
 * @throws {Unavailable} with the seconds to wait
 */
export const signInWithPassword = (deps: IdentityDeps, input: PasswordSignIn): Promise<SignInResult> =>
  deps.hasher.admit(() => signInNow(deps, input))

const signInNow = async (deps: IdentityDeps, input: PasswordSignIn): Promise<SignInResult> => {
  const document_index = documentIndexOf(deps, input.document)
  const id_hash = flowHash(input.flow_id)
  const flow = await findForSignIn(deps.db, id_hash, deps.clock())
  const person = requireFlow(flow, { at: 'signIn', document_index })
  const { document_type } = input.document
  const visitor = { ...input.origin, flow_id: input.flow_id }
  return verifyAndSignIn(deps, { ...input, visitor, person, document_index, document_type }, [
    deleteFlowSql(id_hash),
  ])
}

/**
 * Upgrades a passwordless session after verifying the password: a new session replaces it, under the same limits as a
 * sign-in.
 * @throws {Refusal} identity.wrong-password, identity.throttled, identity.blocked, request.too-many
 * @throws {Unavailable} with the seconds to wait
 */
export const elevateSession = (
  deps: IdentityDeps,
  input: {
    customer_id: string
    session_id: string
    password: string
    new_device_id: string
    origin: SignInOrigin
  },
): Promise<SignInResult> =>
  deps.hasher.admit(async () => {
    const customer = await findById(deps.db, input.customer_id)
    if (!customer) throw refuse('session.required')
    const { document_index, document_type } = customer
    const person = { ...customer, password_hash: await findPasswordHash(deps.db, customer.id) }
    const visitor = { ...input.origin, flow_id: input.session_id }
    return verifyAndSignIn(deps, {
      ...input,
      visitor,
      person,
      document_index,
      document_type,
      remember: false,
    })
  })

/** @param changes applied if and only if the password is right */
const verifyAndSignIn = async (
  deps: IdentityDeps,
  input: Pick<PasswordSignIn, 'password' | 'remember' | 'new_device_id' | 'origin'> & {
    visitor: Visitor
    person: SignInPerson
    document_index: Buffer
    document_type: Customer['document_type']
  },
  changes: readonly Statement[] = [],
): Promise<SignInResult> => {
  const now = deps.clock()
  const { document_index, visitor } = input
  const { id, password_hash, ...found } = input.person
  // A known device has its own failure budget, so that attackers cannot lock the owner out.
  const known_device_id = (await isKnownTo(deps.db, visitor, id)) ? visitor.device_id : null
  const lock = passwordAttemptKey(deps.vault, { document_index, device_id: known_device_id })
  const attempt = await takePasswordAttempt(deps, { visitor, isKnown: known_device_id !== null, lock, now })
  const { locked_until, refundAndClear } = attempt
  // A locked account takes the time of a verification too, to not reveal its state.
  const matches = await deps.hasher.verify(locked_until ? null : password_hash, input.password)
  if (locked_until)
    throw refuse('identity.throttled', { wait: formatWait(locked_until.getTime() - now.getTime()) })
  if (!matches || !password_hash || !id) throw refuse('identity.wrong-password')

  if (found.account_status === 'blocked') {
    await runAsOne(deps.db, refundAndClear)
    throw refuse('identity.blocked')
  }
  await rehashIfOutdated(deps, { id, hash: password_hash, password: input.password })
  const customer = { id, name: found.name, document_type: input.document_type }
  const entry = { ...input, customer, now }
  if (found.account_status === 'deletion_pending') {
    await runAsOne(deps.db, [...refundAndClear, ...changes])
    return signInAndCancelDeletion(deps, entry)
  }
  return establishSession(deps.db, entry, [...refundAndClear, ...changes])
}

type SessionEntry = Parameters<typeof establishSession>[1]

/** Signs in and cancels the deletion atomically; impossible after the anonymisation. */
const signInAndCancelDeletion = (deps: IdentityDeps, entry: SessionEntry): Promise<SignInResult> =>
  inTransaction(deps.db, async (tx) => {
    const { id: customer_id } = entry.customer
    const by = { kind: 'customer', id: customer_id } as const
    const outcome = await cancelDeletion(deps, tx, { customer_id, by, now: entry.now })
    if (outcome === 'too-late') throw refuse('identity.wrong-password')
    const result = await establishSession(tx, entry)
    return outcome === 'cancelled' ? { ...result, deletion_cancelled: true } : result
  })

const rehashIfOutdated = async (
  deps: IdentityDeps,
  input: { id: string; hash: string; password: string },
): Promise<void> => {
  if (!deps.hasher.isOutdated(input.hash)) return
  const password_hash = await deps.hasher.hash(input.password)
  await rehashPassword(deps.db, { customer_id: input.id, old_hash: input.hash, password_hash })
}

/**
 * Opens a session with a new id after authentication, in one statement with the changes it implies.
 * @param changes applied if and only if the session is opened
 */
export const establishSession = async (
  db: Db,
  input: {
    customer: Pick<Customer, 'id' | 'name' | 'document_type'>
    remember: boolean
    now: Date
    new_device_id: string
    origin: SignInOrigin
  },
  changes: readonly Statement[] = [],
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
    ...changes,
    ...opening,
    ...(origin.session_token ? [closeSessionSql(origin.session_token)] : []),
    ...(credential ? [credential.insertion] : []),
  ])
  const customer_name = greetingName(customer)
  const signed_in = credential ? { customer_name, device_credential: credential.text } : { customer_name }
  return { signed_in, session }
}
