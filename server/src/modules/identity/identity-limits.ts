import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import type { Charge } from '../limits/index.ts'
import type { Contact } from '../messaging/index.ts'
import { fingerprint } from '../vault/index.ts'
import type { Customer } from './customer.ts'
import type { IdentityDeps } from './deps.ts'
import { knownSince } from './customer-store.ts'
import { flowHash } from './flow.ts'
import { consumeLookupCharge } from './flow-store.ts'

/** A browser that is not signed in. */
export type Visitor = {
  readonly ip: string
  readonly flow_id: string
  /** Long-lived random id of this browser, or null before its first sign-in. */
  readonly device_id: string | null
}

/**
 * Counts a change of password or contacts, or a request for deletion. One that notifies an unverified contact counts for the
 * IP and its network as well: accounts are free to create, and the contact may be anyone's.
 * @param input.contacts that will be notified
 * @throws {Refusal} request.rate-limited
 */
export const spendAccountChange = async (
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'limits'>,
  input: {
    customer: Pick<Customer, 'id' | 'document_index'>
    contacts: readonly Contact[]
    visitor: Pick<Visitor, 'ip' | 'device_id'>
    now: Date
  },
): Promise<void> => {
  const { customer, contacts, visitor, now } = input
  const device = await knownDeviceOf(deps, visitor, customer.document_index)
  const limitNames = unverifiedChangeLimits[device?.is_established ? 'established' : 'others']
  const charges: readonly Charge[] = [
    { limit: 'account-changes', key: customer.id },
    ...(contacts.every(({ is_verified }) => is_verified)
      ? []
      : limitNames.map((limit) => ({ limit, key: visitor.ip }))),
  ]
  if ((await deps.limits.spendAllOrNone(charges, now)) !== null) throw refuseRequest('request.rate-limited')
}

const unverifiedChangeLimits = {
  established: ['unverified-changes-known.ip', 'unverified-changes-known.network'],
  others: ['unverified-changes.ip', 'unverified-changes.network'],
} as const

const flowKey = (flow_id: string): string => flowHash(flow_id).toString('hex')

const checkIpCharges = (ip: string): readonly Charge[] => [
  { limit: 'account-checks.ip', key: ip },
  { limit: 'account-checks.network', key: ip },
]

/** Consumes the charges for the lookup of a flow's document, to refund them; only the first caller gets them. */
export const consumeLookupCharges = async (db: Db, id_hash: Buffer): Promise<readonly Charge[]> => {
  const charged = await consumeLookupCharge(db, id_hash)
  return charged ? checkIpCharges(charged.ip).map((charge) => ({ ...charge, at: charged.at })) : []
}

const failureCharges = ({ ip, flow_id }: Pick<Visitor, 'ip' | 'flow_id'>): readonly Charge[] => [
  { limit: 'auth-failures.flow', key: flowKey(flow_id) },
  { limit: 'auth-failures.ip', key: ip },
  { limit: 'auth-failures.network', key: ip },
]

const deviceCharge = (device_id: string): Charge => ({
  limit: 'auth-failures.device',
  key: fingerprint(device_id).toString('hex'),
})

/**
 * The limits that a failed authentication counts against. Other clients behind the same IP cannot exhaust a known
 * device's limit.
 */
const chargesOf = (visitor: Visitor, isKnown: boolean): readonly Charge[] =>
  isKnown && visitor.device_id !== null ? [deviceCharge(visitor.device_id)] : failureCharges(visitor)

/** Whether the browser has signed in to the account of a document before. */
export const isKnownVisitor = async (
  db: Db,
  { device_id }: Pick<Visitor, 'device_id'>,
  document_index: Buffer,
): Promise<boolean> =>
  device_id !== null &&
  (await knownSince(db, { document_index, device_hash: fingerprint(device_id) })) !== null

/** A browser that has signed in to an account before. */
export type KnownDevice = {
  readonly key: string
  /**
   * Whether that was at least three days ago, which gives it its own share of the club's limits: anyone has a known
   * device right after creating a fake account.
   */
  readonly is_established: boolean
}

const establishedMs = 3 * 24 * 3_600_000

/** The device of a browser that has signed in to the account of a document before. */
export const knownDeviceOf = async (
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  { device_id }: Pick<Visitor, 'device_id'>,
  document_index: Buffer,
): Promise<KnownDevice | null> => {
  if (device_id === null) return null
  const device_hash = fingerprint(device_id)
  const known_since = await knownSince(deps.db, { document_index, device_hash })
  if (known_since === null) return null
  const is_established = deps.clock().getTime() - known_since.getTime() >= establishedMs
  return { key: device_hash.toString('hex'), is_established }
}

/**
 * Spends an attempt at a secret of the document's account; `refund` it when the secret was correct.
 * @throws {Refusal} request.rate-limited
 */
export const spendAuthAttempt = async (
  deps: Pick<IdentityDeps, 'db' | 'limits'>,
  input: { visitor: Visitor; document_index: Buffer; now: Date },
): Promise<{ refund: () => Promise<void> }> => {
  const { visitor, now } = input
  const charges = chargesOf(visitor, await isKnownVisitor(deps.db, visitor, input.document_index))
  if ((await deps.limits.spendAll(charges, now)) !== null) throw refuseRequest('request.rate-limited')
  return { refund: () => deps.limits.refund(charges, now) }
}

/**
 * Spends an attempt at the device credential with this id.
 * @throws {Refusal} request.rate-limited
 */
export const spendCredentialAttempt = async (
  deps: Pick<IdentityDeps, 'limits'>,
  input: { credential_id: string; now: Date },
): Promise<void> => {
  if (!(await deps.limits.spend('auth-failures.device', input.credential_id, input.now)))
    throw refuseRequest('request.rate-limited')
}

/**
 * Spends an attempt at a password from the visitor's limits and from the account's lock, in one statement.
 * When the password was correct, the statements of `refundAndClear` undo both and refund what the flow's
 * lookup of the document charged.
 * @returns until when the account is locked, or null when the attempt is allowed
 * @throws {Refusal} request.rate-limited
 */
export const spendPasswordAttempt = async (
  deps: IdentityDeps,
  input: { visitor: Visitor; isKnown: boolean; lock: Buffer; now: Date; flow_hash: Buffer | null },
): Promise<{ locked_until: Date | null; refundAndClear: () => Promise<Statement[]> }> => {
  const { visitor, isKnown, flow_hash, ...attempt } = input
  const charges = chargesOf(visitor, isKnown)
  const outcome = await deps.limits.spendAndRecordAttempt(charges, attempt)
  if (outcome.kind === 'exhausted') throw refuseRequest('request.rate-limited')
  return {
    locked_until: outcome.kind === 'locked' ? outcome.until : null,
    refundAndClear: async () => {
      const lookup = flow_hash === null ? [] : await consumeLookupCharges(deps.db, flow_hash)
      return deps.limits.refundAndClear([...charges, ...lookup], attempt)
    },
  }
}

/**
 * Counts the lookup of a document for its flow and, unless the browser is known to the account, for its IP
 * and network.
 * @returns the IP that was charged, or null
 * @throws {Refusal} request.rate-limited
 */
export const spendAccountCheck = async (
  deps: Pick<IdentityDeps, 'db' | 'limits'>,
  input: { visitor: Visitor; document_index: Buffer; now: Date },
): Promise<string | null> => {
  const { visitor, now } = input
  const isKnown = await isKnownVisitor(deps.db, visitor, input.document_index)
  const charges: readonly Charge[] = [
    { limit: 'account-checks.flow', key: flowKey(visitor.flow_id) },
    ...(isKnown ? [] : checkIpCharges(visitor.ip)),
  ]
  if ((await deps.limits.spendAll(charges, now)) !== null) throw refuseRequest('request.rate-limited')
  return isKnown ? null : visitor.ip
}

/** Counts an unknown document requested by the IP. Not in strict mode: the captcha difficulty would reveal it. */
export const countUnknownDocument = async (
  deps: IdentityDeps,
  input: { ip: string; now: Date },
): Promise<void> => {
  if (deps.rules.enumeration === 'strict') return
  await deps.limits.spend('unknown-documents', input.ip, input.now)
}

/**
 * Work multiplier of an IP's captcha: 4 for one that mostly requests unknown documents, and for one in a network of
 * the club with very many failed attempts.
 */
export const difficultyOf = async (
  { limits }: Pick<IdentityDeps, 'limits'>,
  { ip, now }: { ip: string; now: Date },
): Promise<1 | 4> =>
  (await limits.isExhausted('unknown-documents', ip, now)) || (await limits.isOwnNetworkExceeded(ip, now))
    ? 4
    : 1
