const dayMs = 24 * 3_600_000
/** How long a picture that no campaign uses is kept. */
const unusedDays = 7

/** Longest side in pixels: a card that is as wide as a phone, on a screen with three pixels per point. */
export const pictureSide = 1200

/** When the use of a picture is checked, after its upload or while a campaign uses it. */
export const purgeAfter = (now: Date): Date => new Date(now.getTime() + unusedDays * dayMs)

/** Name of the object of a picture in the photo store. It is not sealed: anyone may see it. */
export const objectKeyOf = (picture_id: string): string => `gift-pictures/${picture_id}`
