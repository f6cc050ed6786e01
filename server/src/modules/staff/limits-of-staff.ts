import type { staffReplaceRecoveryCodesCall } from '@clube/contract/staff/sign-in-calls.ts'
import { refuseRequest, type Refusal, type Refuse } from '../../kernel/refusal.ts'
import { formatWait } from '../limits/index.ts'
import type { StaffDeps } from './deps.ts'

/** Lock key for passwords of an e-mail, known or not. */
export const passwordLock = (deps: Pick<StaffDeps, 'vault'>, email: string): Buffer =>
  deps.vault.indexOf('attempt-lock.staff-password', email)

/** Lock key for second factors of a member; not cleared by a correct password. */
export const codeLock = (deps: Pick<StaffDeps, 'vault'>, staff_id: string): Buffer =>
  deps.vault.indexOf('attempt-lock.staff-code', staff_id)

/**
 * Spends one of the IP's attempts; `refund` it when the secret was correct.
 * @throws {Refusal} request.too-many
 */
export const takeIpAttempt = async (
  deps: Pick<StaffDeps, 'limits'>,
  input: { ip: string; now: Date },
): Promise<{ refund: () => Promise<void> }> => {
  const charge = { limit: 'staff-auth-failures.address', key: input.ip } as const
  if ((await deps.limits.spendAll([charge], input.now)) !== null) throw refuseRequest('request.too-many')
  return { refund: () => deps.limits.refund([charge], input.now) }
}

export type RefuseThrottled = Refuse<
  Pick<(typeof staffReplaceRecoveryCodesCall)['refusals'], 'staff.throttled'>
>

/** The refusal of a locked key. */
export const throttled = (refuse: RefuseThrottled, locked_until: Date, now: Date): Refusal =>
  refuse('staff.throttled', { wait: formatWait(locked_until.getTime() - now.getTime()) })

/**
 * Spends one second-factor attempt of the member and of the IP.
 * @returns a function to call when it was correct
 * @throws {Refusal} request.too-many, staff.throttled
 */
export const takeCodeAttempt = async (
  deps: Pick<StaffDeps, 'limits' | 'vault'>,
  input: { staff_id: string; ip: string; now: Date; refuse: RefuseThrottled },
): Promise<() => Promise<void>> => {
  const attempt = await takeIpAttempt(deps, input)
  const lock = codeLock(deps, input.staff_id)
  const locked_until = await deps.limits.takeAttempt(lock, input.now)
  if (locked_until) throw throttled(input.refuse, locked_until, input.now)
  return async () => {
    await deps.limits.clearAttempts(lock)
    await attempt.refund()
  }
}
