const hour = 3_600_000
const day = 24 * hour

/** Idle and absolute life of a session in milliseconds. */
export const sessionLife = {
  forgotten: { idleMs: hour, absoluteMs: 12 * hour },
  remembered: { idleMs: 14 * day, absoluteMs: 30 * day },
} as const

/** `identified` was opened by a document alone: it sees no personal data and redeems nothing. */
export type SessionLevel = 'customer' | 'identified'

/** A session is written to at most this often by being used; its idle life is that much shorter at worst. */
export const touchEveryMs = 60_000

/** When a session ends if it is not used again, and when it ends in any case. */
export const expiriesOf = (
  session: { remembered: boolean; created_at: Date },
  now: Date,
): { idle_expires_at: Date; absolute_expires_at: Date } => {
  const life = session.remembered ? sessionLife.remembered : sessionLife.forgotten
  const absolute = session.created_at.getTime() + life.absoluteMs
  return {
    idle_expires_at: new Date(Math.min(now.getTime() + life.idleMs, absolute)),
    absolute_expires_at: new Date(absolute),
  }
}
