import { Refusal } from '../../kernel/refusal.ts'
import { waitInWords, type Limit } from '../limits/index.ts'
import type { StaffDeps } from './deps.ts'

const tenMinutes = 600

/** The lock of whoever tries passwords of an e-mail, known or not. */
export const passwordLock = (deps: Pick<StaffDeps, 'vault'>, email: string): Buffer =>
  deps.vault.indexOf('attempt-lock.staff-password', email)

/** The lock of whoever tries second factors of a member; a right password does not open it. */
export const codeLock = (deps: Pick<StaffDeps, 'vault'>, staff_id: string): Buffer =>
  deps.vault.indexOf('attempt-lock.staff-code', staff_id)

/**
 * Takes one of the address's attempts; `refund` it when the secret was right.
 * @throws {Refusal} request.too-many
 */
export const takeAddressAttempt = async (
  deps: Pick<StaffDeps, 'limits' | 'rules'>,
  input: { address: string; now: Date },
): Promise<{ refund: () => Promise<void> }> => {
  const limit: Limit = {
    scope: 'staff-auth-failures',
    limit: deps.rules.auth_failures_per_address,
    window_seconds: tenMinutes,
  }
  if (!(await deps.limits.spend(limit, input.address, input.now))) throw new Refusal('request.too-many')
  return { refund: () => deps.limits.refund(limit, input.address, input.now) }
}

/** The refusal of a locked key. */
export const throttled = (locked_until: Date, now: Date): Refusal =>
  new Refusal('staff.throttled', { wait: waitInWords(locked_until.getTime() - now.getTime()) })

/**
 * Takes one attempt at a second factor, of the member and of the address.
 * @returns what to do when it was right
 * @throws {Refusal} request.too-many, staff.throttled
 */
export const takeCodeAttempt = async (
  deps: Pick<StaffDeps, 'limits' | 'rules' | 'vault'>,
  input: { staff_id: string; address: string; now: Date },
): Promise<() => Promise<void>> => {
  const attempt = await takeAddressAttempt(deps, input)
  const lock = codeLock(deps, input.staff_id)
  const locked_until = await deps.limits.takeAttempt(lock, input.now)
  if (locked_until) throw throttled(locked_until, input.now)
  return async () => {
    await deps.limits.clearAttempts(lock)
    await attempt.refund()
  }
}
