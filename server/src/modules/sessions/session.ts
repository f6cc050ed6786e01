const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Idle and absolute lifetime of a session, in milliseconds. */
export const sessionLifetime = {
  standard: { idleMs: hourMs, absoluteMs: 12 * hourMs },
  remembered: { idleMs: 14 * dayMs, absoluteMs: 30 * dayMs },
} as const

/** `identified` was opened by a document alone: it accesses only what it created, without personal data. */
export type SessionLevel = 'customer' | 'identified'

/** Minimum interval between updates of a used session; its idle lifetime may be that much shorter. */
export const touchEveryMs = 60_000

/** How long an expired session is kept, so that its browser can be told why it ended. */
export const expiredSessionRetentionMs = dayMs

/** Idle and absolute expiry of a session. */
export const expiriesOf = (
  session: { remembered: boolean; created_at: Date },
  now: Date,
): { idle_expires_at: Date; absolute_expires_at: Date } => {
  const lifetime = session.remembered ? sessionLifetime.remembered : sessionLifetime.standard
  const absolute = session.created_at.getTime() + lifetime.absoluteMs
  return {
    idle_expires_at: new Date(Math.min(now.getTime() + lifetime.idleMs, absolute)),
    absolute_expires_at: new Date(absolute),
  }
}
