import type { Statement } from '../../db/one-statement.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { networkOf, type Limit } from '../limits/index.ts'
import type { IdentityDeps } from './deps.ts'

const tenMinutes = 600
const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/** Wrong answers to hints per document and day. */
export const hintFailuresPerDay: Limit = { scope: 'hint-failures', limit: 5, window_seconds: daySeconds }

/** Changes of password or contacts per account and day: each is told by messages, which cost. */
const accountChangesPerDay: Limit = { scope: 'account-changes', limit: 10, window_seconds: daySeconds }

/**
 * Counts a change of password or contacts.
 * @throws {Refusal} request.too-many
 */
export const takeAccountChange = async (
  deps: IdentityDeps,
  input: { customer_id: string; now: Date },
): Promise<void> => {
  if (!(await deps.limits.spend(accountChangesPerDay, input.customer_id, input.now)))
    throw new Refusal('request.too-many')
}

/** Unknown documents from one address within an hour that make its captcha four times harder. */
const suspiciousUnknown = 15
const unknownDocuments: Limit = { scope: 'unknown-documents', limit: 1_000_000, window_seconds: hourSeconds }

const authFailures = (deps: IdentityDeps): Limit => ({
  scope: 'auth-failures',
  limit: deps.rules.limits.auth_failures_per_address,
  window_seconds: tenMinutes,
})

/**
 * Takes one of the address's attempts to authenticate; `refund` it when the secret was right.
 * @throws {Refusal} request.too-many
 */
export const takeAuthAttempt = async (
  deps: IdentityDeps,
  input: { address: string; now: Date },
): Promise<{ refund: () => Promise<void> }> => {
  const limit = authFailures(deps)
  if (!(await deps.limits.spend(limit, input.address, input.now))) throw new Refusal('request.too-many')
  return { refund: () => deps.limits.refund(limit, input.address, input.now) }
}

/**
 * Takes one of the address's attempts and one of the account's at once. The changes in `forgiving` give both back when
 * the password was right.
 * @returns until when the account is locked, or null when the attempt may go on
 * @throws {Refusal} request.too-many
 */
export const takePasswordAttempt = async (
  deps: IdentityDeps,
  input: { address: string; lock: Buffer; now: Date },
): Promise<{ locked_until: Date | null; forgiving: Statement[] }> => {
  const limit = authFailures(deps)
  const taken = await deps.limits.spendAndTake(limit, input.address, input)
  if (taken.at === 'spent-out') throw new Refusal('request.too-many')
  return {
    locked_until: taken.at === 'locked' ? taken.until : null,
    forgiving: deps.limits.forgiving(limit, input.address, input),
  }
}

/**
 * Counts a check-account for the address and its network.
 * @throws {Refusal} request.too-many
 */
export const takeAccountCheck = async (
  deps: IdentityDeps,
  input: { address: string; now: Date },
): Promise<void> => {
  const { check_accounts_per_address, check_accounts_per_network } = deps.rules.limits
  const perAddress: Limit = {
    scope: 'check-account',
    limit: check_accounts_per_address,
    window_seconds: hourSeconds,
  }
  const perNetwork: Limit = {
    scope: 'check-account-network',
    limit: check_accounts_per_network,
    window_seconds: hourSeconds,
  }
  const allowed =
    (await deps.limits.spend(perAddress, input.address, input.now)) &&
    (await deps.limits.spend(perNetwork, networkOf(input.address), input.now))
  if (!allowed) throw new Refusal('request.too-many')
}

/** Remembers that the address asked for a document nobody has. */
export const countUnknownDocument = async (
  deps: IdentityDeps,
  input: { address: string; now: Date },
): Promise<void> => {
  await deps.limits.spend(unknownDocuments, input.address, input.now)
}

/** How many times harder the captcha of an address is: 4 for one that mostly asks for unknown documents. */
export const difficultyOf = async (
  deps: Pick<IdentityDeps, 'limits'>,
  input: { address: string; now: Date },
): Promise<1 | 4> =>
  (await deps.limits.spentOf(unknownDocuments, input.address, input.now)) >= suspiciousUnknown ? 4 : 1
