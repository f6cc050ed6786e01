import type { Statement } from '../../db/one-statement.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { networkOf, type Limit } from '../limits/index.ts'
import type { IdentityDeps } from './deps.ts'

const tenMinutes = 600
const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/** Wrong answers to hints per document and day. */
export const hintFailuresPerDay: Limit = { scope: 'hint-failures', limit: 5, window_seconds: daySeconds }

/** Changes of password or contacts per account and day: each sends notices, which cost money. */
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
    throw refuseRequest('request.too-many')
}

/** Unknown documents per IP and hour that make its captcha four times harder. */
const suspiciousUnknown = 15
const unknownDocuments: Limit = { scope: 'unknown-documents', limit: 1_000_000, window_seconds: hourSeconds }

const authFailures = (deps: IdentityDeps): Limit => ({
  scope: 'auth-failures',
  limit: deps.rules.limits.auth_failures_per_ip,
  window_seconds: tenMinutes,
})

/**
 * Spends one of the IP's authentication attempts; `refund` it when the secret was right.
 * @throws {Refusal} request.too-many
 */
export const takeAuthAttempt = async (
  deps: IdentityDeps,
  input: { ip: string; now: Date },
): Promise<{ refund: () => Promise<void> }> => {
  const limit = authFailures(deps)
  if (!(await deps.limits.spend(limit, input.ip, input.now))) throw refuseRequest('request.too-many')
  return { refund: () => deps.limits.refund(limit, input.ip, input.now) }
}

/**
 * Spends one of the IP's attempts and one of the account's in one statement. The statements in `refundAndClear` refund
 * both when the password was right.
 * @returns until when the account is locked, or null when the attempt is allowed
 * @throws {Refusal} request.too-many
 */
export const takePasswordAttempt = async (
  deps: IdentityDeps,
  input: { ip: string; lock: Buffer; now: Date },
): Promise<{ locked_until: Date | null; refundAndClear: Statement[] }> => {
  const limit = authFailures(deps)
  const taken = await deps.limits.spendAndTake(limit, input.ip, input)
  if (taken.at === 'exhausted') throw refuseRequest('request.too-many')
  return {
    locked_until: taken.at === 'locked' ? taken.until : null,
    refundAndClear: deps.limits.refundAndClear(limit, input.ip, input),
  }
}

/**
 * Counts a check-account call for the IP and its network.
 * @throws {Refusal} request.too-many
 */
export const takeAccountCheck = async (
  deps: IdentityDeps,
  input: { ip: string; now: Date },
): Promise<void> => {
  const { check_accounts_per_ip, check_accounts_per_network } = deps.rules.limits
  const perIp: Limit = {
    scope: 'check-account',
    limit: check_accounts_per_ip,
    window_seconds: hourSeconds,
  }
  const perNetwork: Limit = {
    scope: 'check-account-network',
    limit: check_accounts_per_network,
    window_seconds: hourSeconds,
  }
  const allowed =
    (await deps.limits.spend(perIp, input.ip, input.now)) &&
    (await deps.limits.spend(perNetwork, networkOf(input.ip), input.now))
  if (!allowed) throw refuseRequest('request.too-many')
}

/** Counts an unknown document requested by the IP. */
export const countUnknownDocument = async (
  deps: IdentityDeps,
  input: { ip: string; now: Date },
): Promise<void> => {
  await deps.limits.spend(unknownDocuments, input.ip, input.now)
}

/** Work multiplier of an IP's captcha: 4 for one that mostly requests unknown documents. */
export const difficultyOf = async (
  deps: Pick<IdentityDeps, 'limits'>,
  input: { ip: string; now: Date },
): Promise<1 | 4> =>
  (await deps.limits.spentOf(unknownDocuments, input.ip, input.now)) >= suspiciousUnknown ? 4 : 1
