/**
 * How long something scarce is held for a person who has yet to confirm, counted from `created_at` by the server's
 * clock; never extended. Spec §4, §9.
 */
export const holdSeconds = 900

/** Remaining seconds at which the screen announces the time left. */
export const countdownAnnouncements = [300, 60] as const

/** The last instant of a hold created at `created_at`. */
export const holdEnd = (created_at: Date): Date => new Date(created_at.getTime() + holdSeconds * 1000)

/**
 * Whether a hold created at `created_at` is live: for 900 seconds, including the last instant of the 900th second.
 * Spec §4.
 */
export const isHoldLive = (created_at: Date, now: Date): boolean =>
  now.getTime() <= holdEnd(created_at).getTime()
