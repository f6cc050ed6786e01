import type { staffReplaceRecoveryCodesCall } from '@clube/contract/staff/sign-in-calls.ts'
import { refuseRequest, type Refusal, type Refuse } from '../../kernel/refusal.ts'
import { maxFailuresWithExpiringLock, formatWait, networkOf } from '../limits/index.ts'
import { fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { isKnownDevice } from './staff-device-store.ts'

/** The browser and network that an attempt comes from. */
export type SignInSource = { readonly ip: string; readonly device_id: string | null }

/** The devices whose failures are counted together: one known device, or all others. */
type Budget = { readonly kind: 'device'; readonly device_id: string } | { readonly kind: 'others' }

const budgetOf = async (
  deps: Pick<StaffDeps, 'db'>,
  { staff_id, device_id }: { staff_id: string | null; device_id: string | null },
): Promise<Budget> => {
  const device_hash = fingerprint(device_id ?? '')
  // An unknown e-mail costs the same query.
  const isKnown = await isKnownDevice(deps.db, { staff_id: staff_id ?? nilStaffId, device_hash })
  return isKnown && device_id !== null ? { kind: 'device', device_id } : { kind: 'others' }
}
const nilStaffId = '00000000-0000-0000-0000-000000000000'

/**
 * Counts an attempt at the password of an e-mail, known or not. Unknown devices of one network share a lock, which
 * affects no other network and no known device.
 * @returns when the lock on further attempts ends, or null, and a function that refunds the attempt when the password
 *   was correct
 * @throws {Refusal} request.rate-limited
 */
export const spendPasswordAttempt = async (
  deps: Pick<StaffDeps, 'db' | 'limits' | 'vault'>,
  input: { email: string; staff_id: string | null; source: SignInSource; now: Date },
): Promise<Attempt> => {
  const budget = await budgetOf(deps, { ...input, ...input.source })
  const client =
    budget.kind === 'device' ? `device:${budget.device_id}` : `network:${networkOf(input.source.ip)}`
  const lock = deps.vault.indexOf('attempt-lock.staff-password', `${input.email}:${client}`)
  return spendAttempt(deps, { ...input, budget, lock })
}

/**
 * Counts an attempt at the second factor of a member. The password is known here, and a code is short: all unknown
 * devices share a lock, which affects no known device.
 * @throws {Refusal} request.rate-limited, staff.throttled
 */
export const spendCodeAttempt = async (
  deps: Pick<StaffDeps, 'db' | 'limits' | 'vault'>,
  input: { staff_id: string; source: SignInSource; now: Date; refuse: RefuseThrottled },
): Promise<() => Promise<void>> => {
  const budget = await budgetOf(deps, { ...input, ...input.source })
  const client = budget.kind === 'device' ? `device:${budget.device_id}` : 'others'
  const lock = deps.vault.indexOf('attempt-lock.staff-code', `${input.staff_id}:${client}`)
  const { locked_until, refund } = await spendAttempt(deps, { ...input, budget, lock })
  if (locked_until) throw throttled(input.refuse, locked_until, input.now)
  return refund
}

/** Clears the failed attempts at a member's second factor from unknown devices, after it was replaced. */
export const clearCodeAttempts = (
  deps: Pick<StaffDeps, 'limits' | 'vault'>,
  staff_id: string,
): Promise<void> =>
  deps.limits.clearAttempts(deps.vault.indexOf('attempt-lock.staff-code', `${staff_id}:others`))

type Attempt = { readonly locked_until: Date | null; readonly refund: () => Promise<void> }

/** Only attempts from unknown devices count against the limit of their IP. */
const spendAttempt = async (
  deps: Pick<StaffDeps, 'limits'>,
  input: { budget: Budget; lock: Buffer; source: SignInSource; now: Date },
): Promise<Attempt> => {
  const { budget, lock, now } = input
  const ipCharge = { limit: 'staff-auth-failures.ip', key: input.source.ip } as const
  const charges = budget.kind === 'others' ? [ipCharge] : []
  if ((await deps.limits.spendAll(charges, now)) !== null) throw refuseRequest('request.rate-limited')
  const locked_until = await deps.limits.recordAttempt(lock, now, maxFailuresWithExpiringLock)
  // No secret was compared, so this must not use up the limit that others behind the IP share.
  if (locked_until) await deps.limits.refund(charges, now)
  const refund = async () => {
    await deps.limits.clearAttempts(lock)
    await deps.limits.refund(charges, now)
  }
  return { locked_until, refund }
}

export type RefuseThrottled = Refuse<
  Pick<(typeof staffReplaceRecoveryCodesCall)['refusals'], 'staff.throttled'>
>

/** The refusal of a locked key. */
export const throttled = (refuse: RefuseThrottled, locked_until: Date, now: Date): Refusal =>
  refuse('staff.throttled', { wait: formatWait(locked_until.getTime() - now.getTime()) })
