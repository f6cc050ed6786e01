/** An id, where any will do. */
export const sampleId = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'

/** So many minutes before now, as the server writes a moment. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

/** So many hours after now. */
export const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
