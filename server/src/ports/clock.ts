/** The only source of the current time: rules and use cases receive it as an argument. */
export type Clock = () => Date

/** The instant `seconds` after `now`. */
export const expiryAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
