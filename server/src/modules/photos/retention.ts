const dayMs = 24 * 3_600_000

/** Days that a photo is kept at most, decided or not. */
export const keptDaysAtMost = 90
/** Days that a photo is kept after the decision it was sent for. */
export const keptDaysAfterDecision = 30
/** Objects that no row knows are left alone so long: their transaction may still be running. */
export const orphanGraceMs = dayMs

/** When a photo goes whatever happens. */
export const purgeAtLatest = (createdAt: Date): Date => daysAfter(createdAt, keptDaysAtMost)

/** When the photos of something that was decided go, unless their own time is up before. */
export const purgeAfterDecision = (decidedAt: Date): Date => daysAfter(decidedAt, keptDaysAfterDecision)

const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayMs)
