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
import { closeSessionSql, newDeviceFamily, newSession, type OpenedSession } from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { isOutdated, type Hashing } from './password-hashing.ts'
import { passwordAttemptKey } from './attempt-key.ts'
import { greetingName, type Customer } from './customer.ts'
import { findById, findPassword, rehashPassword } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { flowHash, requireFlow } from './flow.ts'
import { deleteFlowSql, findForSignIn, type SignInPerson } from './flow-store.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { spendPasswordAttempt, type Visitor } from './identity-limits.ts'

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
 * @throws {Refusal} flow.wrong-step, identity.wrong-password, identity.throttled, identity.blocked, request.rate-limited
 * @throws {Unavailable} with the seconds to wait
 */
export const signInWithPassword = async (
  deps: IdentityDeps,
  input: PasswordSignIn,
): Promise<SignInResult> => {
  const document_index = documentIndexOf(deps, input.document)
  const id_hash = flowHash(input.flow_id)
  const { device_id } = input.origin
  const flow = await findForSignIn(deps.db, {
    id_hash,
    device_hash: deviceHashOf(device_id),
    now: deps.clock(),
  })
  const person = requireFlow(flow, { at: 'signIn', document_index })
  const { document_type } = input.document
  const visitor = { ...input.origin, flow_id: input.flow_id }
  const flow_hash = flow?.charged_ip === null ? null : id_hash
  return verifyAndSignIn(deps, { ...input, visitor, person, document_index, document_type, flow_hash }, [
    deleteFlowSql(id_hash),
  ])
}

/**
 * Upgrades a passwordless session after verifying the password: a new session replaces it, under the same limits as a
 * sign-in.
 * @throws {Refusal} identity.wrong-password, identity.throttled, identity.blocked, request.rate-limited
 * @throws {Unavailable} with the seconds to wait
 */
export const elevateSession = async (
  deps: IdentityDeps,
  input: {
    customer_id: string
    session_id: string
    password: string
    new_device_id: string
    origin: SignInOrigin
  },
): Promise<SignInResult> => {
  const device_hash = deviceHashOf(input.origin.device_id)
  const password = await findPassword(deps.db, { customer_id: input.customer_id, device_hash })
  const customer = await findById(deps.db, input.customer_id)
  if (!customer || !password) throw refuse('session.required')
  const { document_index, document_type } = customer
  // The access version is that of the password: the customer was read later.
  const person = { ...customer, ...password }
  const visitor = { ...input.origin, flow_id: input.session_id }
  return verifyAndSignIn(deps, {
    ...input,
    visitor,
    person,
    document_index,
    document_type,
    flow_hash: null,
    remember: false,
  })
}

const deviceHashOf = (device_id: string | null): Buffer | null =>
  device_id === null ? null : fingerprint(device_id)

type Verification = Pick<PasswordSignIn, 'password' | 'remember' | 'new_device_id' | 'origin'> & {
  visitor: Visitor
  person: SignInPerson
  document_index: Buffer
  document_type: Customer['document_type']
  /** The flow whose lookup of the document was charged; null where none was. */
  flow_hash: Buffer | null
}

/** @param changes applied if and only if the password is correct */
const verifyAndSignIn = (
  deps: IdentityDeps,
  input: Verification,
  changes: readonly Statement[] = [],
): Promise<SignInResult> =>
  deps.hasher.admit(async (hashing) => {
    const now = deps.clock()
    const { document_index, visitor, flow_hash } = input
    const { id, password_hash, access_version, is_known_device: isKnown, ...found } = input.person
    // A known device has its own failure budget, so that attackers cannot lock the owner out.
    const device_id = isKnown ? visitor.device_id : null
    const lock = passwordAttemptKey(deps.vault, { document_index, device_id })
    const attempt = await spendPasswordAttempt(deps, { visitor, isKnown, lock, now, flow_hash })
    const { locked_until, refundAndClear } = attempt
    if (locked_until)
      throw refuse('identity.throttled', { wait: formatWait(locked_until.getTime() - now.getTime()) })
    const matches = await hashing.verify(password_hash, input.password)
    if (!matches || !password_hash || !id || access_version === null) throw refuse('identity.wrong-password')

    const refunds = await refundAndClear()
    if (found.account_status === 'blocked') {
      await runAsOne(deps.db, refunds)
      throw refuse('identity.blocked')
    }
    await rehashIfOutdated(deps, hashing, { id, hash: password_hash, password: input.password })
    const customer = { id, name: found.name, document_type: input.document_type, access_version }
    const entry = { ...input, customer, now }
    if (found.account_status === 'deletion_pending') {
      await runAsOne(deps.db, [...refunds, ...changes])
      return signInAndCancelDeletion(deps, entry)
    }
    return establishSession(deps.db, entry, [...refunds, ...changes])
  })

type SessionEntry = Parameters<typeof establishSession>[1]

/** Signs in and cancels the deletion atomically; impossible after the anonymization. */
const signInAndCancelDeletion = (deps: IdentityDeps, entry: SessionEntry): Promise<SignInResult> =>
  inTransaction(deps.db, async (tx) => {
    const { id: customer_id } = entry.customer
    const actor = { kind: 'customer', id: customer_id } as const
    const outcome = await cancelDeletion(deps, tx, { customer_id, actor, now: entry.now })
    if (outcome === 'too-late') throw refuse('identity.wrong-password')
    const result = await establishSession(tx, entry)
    return outcome === 'cancelled' ? { ...result, deletion_cancelled: true } : result
  })

const rehashIfOutdated = async (
  deps: IdentityDeps,
  hashing: Hashing,
  input: { id: string; hash: string; password: string },
): Promise<void> => {
  if (!isOutdated(input.hash)) return
  const password_hash = await hashing.hash(input.password)
  await rehashPassword(deps.db, { customer_id: input.id, old_hash: input.hash, password_hash })
}

/**
 * Opens a session with a new id after authentication, in one statement with the changes it implies.
 * @param changes applied if and only if the session is opened
 */
export const establishSession = async (
  db: Db,
  input: {
    customer: Pick<Customer, 'id' | 'name' | 'document_type' | 'access_version'>
    remember: boolean
    now: Date
    new_device_id: string
    origin: SignInOrigin
  },
  changes: readonly Statement[] = [],
): Promise<SignInResult> => {
  const { customer, now, remember, origin } = input
  const { id: customer_id, access_version } = customer
  const family = remember ? newDeviceFamily({ customer_id, access_version, now }) : null
  const { session, opening } = newSession({
    customer_id,
    level: 'customer',
    access_version,
    family_id: family?.family_id ?? null,
    now,
    device_id: origin.device_id ?? input.new_device_id,
  })
  await runAsOne(db, [
    ...changes,
    ...opening,
    ...(origin.session_token ? [closeSessionSql(origin.session_token)] : []),
    ...(family?.insertions ?? []),
  ])
  const person = { customer_name: greetingName(customer), account_id: customer_id }
  const signed_in = family ? { ...person, device_credential: family.device_credential } : person
  return { signed_in, session }
}
