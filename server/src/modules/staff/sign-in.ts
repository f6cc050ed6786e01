import { type StaffNextStep, staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { isOutdated } from '../identity/index.ts'
import type { StaffDeps } from './deps.ts'
import { beginSecondFactor } from './staff-sign-in-session.ts'
import { spendPasswordAttempt, throttled, type SignInSource } from './staff-limits.ts'
import { findByEmail, rehashPassword } from './staff-store.ts'

const refuse = refusalsOf(staffSignInCall)

/**
 * First step: e-mail and password. Unknown, invited and disabled members take the same time and get the same response.
 * @throws {Refusal} staff.wrong-credentials, staff.throttled, request.rate-limited
 * @throws {Unavailable} before an attempt is counted
 */
export const signIn = (
  deps: StaffDeps,
  input: { email: string; password: string; source: SignInSource; replaces: string | null },
): Promise<{ next: StaffNextStep; token: string }> =>
  deps.hasher.admit(async (hashing) => {
    const now = deps.clock()
    const { email, password, source } = input
    const member = await findByEmail(deps.db, email)
    const staff_id = member?.id ?? null
    const { locked_until, refund } = await spendPasswordAttempt(deps, { email, staff_id, source, now })
    if (locked_until) throw throttled(refuse, locked_until, now)
    const stored = member?.state === 'active' ? member.password_hash : null
    const matches = await hashing.verify(stored, password)
    if (!matches || !member || stored === null) throw refuse('staff.wrong-credentials')

    await refund()
    const verified = { member, password_hash: stored, replaces: input.replaces, now }
    const session = await beginSecondFactor(deps, deps.db, verified)
    if (!session) throw refuse('staff.wrong-credentials')
    if (isOutdated(stored)) {
      const password_hash = await hashing.hash(password)
      await rehashPassword(deps.db, { id: member.id, old_hash: stored, password_hash })
    }
    return session
  })
