import type { ReservationWithSession } from './reservation-store.ts'

type CalendarEvent = Pick<
  ReservationWithSession,
  'id' | 'session_title' | 'place' | 'starts_at' | 'ends_at' | 'session_revision'
> & { campaign_title: string }

/** PUBLISH adds or replaces events, CANCEL removes them (RFC 5546). */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/** The events of reservations as an iCalendar file (RFC 5545), created at `now`. */
export const calendarFile = (
  method: CalendarMethod,
  reservations: readonly CalendarEvent[],
  now: Date,
): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Clube//Ingressos//PT',
    `METHOD:${method}`,
    ...reservations.flatMap((reservation) => eventLines(method, reservation, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

const eventLines = (method: CalendarMethod, reservation: CalendarEvent, now: Date): string[] => {
  const { starts_at, ends_at } = reservation
  const end = ends_at ?? new Date(starts_at.getTime() + defaultDurationMs)
  return [
    'BEGIN:VEVENT',
    `UID:${reservation.id}@clube`,
    // Calendars replace the event of an earlier file only if the number is higher.
    `SEQUENCE:${reservation.session_revision}`,
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${formatUtc(starts_at)}`,
    `DTEND:${formatUtc(end)}`,
    `SUMMARY:${escapeText(`${reservation.campaign_title}: ${reservation.session_title}`)}`,
    `LOCATION:${escapeText(reservation.place)}`,
    ...(method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
}

/** Assumed duration of a session with no end time. */
const defaultDurationMs = 2 * 3_600_000

const formatUtc = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n/g, '\\n')

const lineBytes = 75

/** Folds lines at 75 bytes without splitting characters; continuations start with a space. */
const foldLine = (line: string): string => {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    const limit = parts.length === 0 ? lineBytes : lineBytes - 1
    if (Buffer.byteLength(part + character) > limit) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
