import { sampleNow } from '../../testing/samples.ts'

const moment = (afterMs: number): string => new Date(Date.parse(sampleNow) + afterMs).toISOString()

/** The given number of minutes before the samples' time, in the server's format. */
export const ago = (minutes: number): string => moment(-minutes * 60_000)

/** The given number of hours after the samples' time, in the server's format. */
export const later = (hours: number): string => moment(hours * 3_600_000)
