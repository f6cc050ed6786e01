const dayMs = 24 * 3_600_000

/** Maximum retention of a photo, in days, decided or not. */
export const maxRetentionDays = 90
/** Retention after the decision, in days. */
export const decidedRetentionDays = 30
/** Grace period of orphaned objects, whose transaction may still be running. */
export const orphanGraceMs = dayMs

/** Latest purge date of a photo. */
export const latestPurge = (createdAt: Date): Date => daysAfter(createdAt, maxRetentionDays)

/** Purge date after a decision, unless the latest purge date is earlier. */
export const purgeAfterDecision = (decidedAt: Date): Date => daysAfter(decidedAt, decidedRetentionDays)

const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayMs)
