import { sampleNow } from '../../testing/samples.ts'

/** Any id. */
export const sampleId = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'

const moment = (afterMs: number): string => new Date(Date.parse(sampleNow) + afterMs).toISOString()

/** The given number of minutes before the samples' time, in the server's format. */
export const ago = (minutes: number): string => moment(-minutes * 60_000)

/** The given number of hours after the samples' time, in the server's format. */
export const later = (hours: number): string => moment(hours * 3_600_000)
