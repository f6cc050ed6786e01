/** How long a member may read an opened ticket again without opening it. */
const openingMs = 30 * 60_000

/** Whether a member whose last opening of a ticket was at this time (null: never) may read it without a new audit line. */
export const isStillOpen = (opened_at: Date | null, now: Date): boolean =>
  opened_at !== null && now.getTime() - opened_at.getTime() <= openingMs
