const minute = 60_000

/** Nobody sits at a desk for longer unseen. */
export const staffIdleMs = 30 * minute
/** A shift; afterwards everybody signs in anew. */
export const staffAbsoluteMs = 12 * 60 * minute
/** From the password to the second factor. */
export const signInStepMs = 10 * minute
/** A session is written to at most this often by being used. */
export const touchEveryMs = minute

/** Password given, second factor missing (`code`, `enrolment`), or signed in. */
export type StaffSessionState = 'code' | 'enrolment' | 'open'

/** When a session ends if it is not used again, and when it ends in any case. */
export const staffExpiriesOf = (
  session: { state: StaffSessionState; created_at: Date },
  now: Date,
): { idle_expires_at: Date; absolute_expires_at: Date } => {
  const life = session.state === 'open' ? staffAbsoluteMs : signInStepMs
  const absolute = session.created_at.getTime() + life
  const idle = session.state === 'open' ? now.getTime() + staffIdleMs : absolute
  return { idle_expires_at: new Date(Math.min(idle, absolute)), absolute_expires_at: new Date(absolute) }
}
