const minuteMs = 60_000

/** Idle lifetime of a staff session. */
export const staffIdleMs = 30 * minuteMs
/** Absolute lifetime of a staff session: one shift. */
export const staffAbsoluteMs = 12 * 60 * minuteMs
/** Time between password and second factor. */
export const signInStepMs = 10 * minuteMs
/** Minimum interval between updates of a used session. */
export const touchEveryMs = minuteMs

/** Password given, second factor missing (`code`, `enrollment`), or signed in. */
export type StaffSessionState = 'code' | 'enrollment' | 'open'

/** Idle and absolute expiry of a session. */
export const staffExpiriesOf = (
  session: { state: StaffSessionState; created_at: Date },
  now: Date,
): { idle_expires_at: Date; absolute_expires_at: Date } => {
  const lifetimeMs = session.state === 'open' ? staffAbsoluteMs : signInStepMs
  const absolute = session.created_at.getTime() + lifetimeMs
  const idle = session.state === 'open' ? now.getTime() + staffIdleMs : absolute
  return { idle_expires_at: new Date(Math.min(idle, absolute)), absolute_expires_at: new Date(absolute) }
}
