import type { StaffNextStep } from '@clube/contract/staff/sign-in-calls.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { StaffDeps } from './deps.ts'
import { waitForSecondFactor } from './enter.ts'
import { passwordLock, takeAddressAttempt, throttled } from './limits-of-staff.ts'
import { findByEmail, rehashPassword } from './staff-store.ts'

/**
 * First step: e-mail and password. Unknown, invited and disabled people cost the same time and get the same answer.
 * @throws {Refusal} staff.wrong-credentials, staff.throttled, request.too-many
 */
export const signIn = async (
  deps: StaffDeps,
  input: { email: string; password: string; address: string; replaces: string | null },
): Promise<{ next: StaffNextStep; token: string }> => {
  const now = deps.clock()
  const { email, password } = input
  const attempt = await takeAddressAttempt(deps, { address: input.address, now })
  const lock = passwordLock(deps, email)
  const locked_until = await deps.limits.takeAttempt(lock, now)
  const member = await findByEmail(deps.db, email)
  const stored = member?.state === 'active' && !locked_until ? member.password_hash : null
  const matches = await deps.hasher.verify(stored, password)
  if (locked_until) throw throttled(locked_until, now)
  if (!matches || !member || stored === null) throw new Refusal('staff.wrong-credentials')

  await deps.limits.clearAttempts(lock)
  await attempt.refund()
  if (deps.hasher.isOutdated(stored)) {
    const password_hash = await deps.hasher.hash(password)
    await rehashPassword(deps.db, { id: member.id, old_hash: stored, password_hash })
  }
  return waitForSecondFactor(deps, deps.db, { member, replaces: input.replaces, now })
}
