/**
 * Days and hours in the club's time zone (`club.time_zone`), and their formats. This is the only module that depends on
 * time zones: all other code only passes the configured zone to it.
 */

/** The time zones of Brazil, by their IANA names. */
export const timeZones = [
  'America/Noronha',
  'America/Araguaina',
  'America/Bahia',
  'America/Belem',
  'America/Fortaleza',
  'America/Maceio',
  'America/Recife',
  'America/Santarem',
  'America/Sao_Paulo',
  'America/Boa_Vista',
  'America/Campo_Grande',
  'America/Cuiaba',
  'America/Manaus',
  'America/Porto_Velho',
  'America/Eirunepe',
  'America/Rio_Branco',
] as const
export type TimeZone = (typeof timeZones)[number]

/** Used when the configuration has no time zone. */
export const defaultTimeZone: TimeZone = 'America/Sao_Paulo'

type Instant = Date | string

/**
 * Formats instants, with one formatter per zone: creating one takes longer than using it. Text that is not an instant
 * is returned unchanged.
 */
const formatterOf = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<TimeZone, Intl.DateTimeFormat>()
  return (instant: Instant, zone: TimeZone): string => {
    const date = new Date(instant)
    if (Number.isNaN(date.getTime())) return String(instant)
    const format = formats.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    formats.set(zone, format)
    return format.format(date)
  }
}

const isoMinute = formatterOf('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** An instant as the value of a date-time field: 2026-12-12T10:00. */
export const clubFieldText = (instant: Instant, zone: TimeZone): string =>
  isoMinute(instant, zone).replace(' ', 'T')

/** The club's day at an instant, as yyyy-MM-dd. */
export const clubDayOf = (instant: Instant, zone: TimeZone): string => isoMinute(instant, zone).slice(0, 10)

/** The club's year at an instant. */
export const clubYearOf = (instant: Instant, zone: TimeZone): number =>
  Number(clubDayOf(instant, zone).slice(0, 4))

/** The hour at an instant, 0 to 23. */
export const clubHourOf = (instant: Instant, zone: TimeZone): number =>
  Number(isoMinute(instant, zone).slice(11, 13))

/** Formats a day (yyyy-MM-dd) for display: 21/11/2026. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/')

/** Formats the club's day at an instant for display: 21/11/2026. */
export const formatDate = (instant: Instant, zone: TimeZone): string => formatDay(clubDayOf(instant, zone))

/** "15:42", for deadlines on the same day. */
export const formatTime = (instant: Instant, zone: TimeZone): string => isoMinute(instant, zone).slice(11)

const timeWithSeconds = formatterOf('sv-SE', { timeStyle: 'medium' })

/** "15:42:07", for figures that are updated live. */
export const formatTimeWithSeconds = (instant: Instant, zone: TimeZone): string =>
  timeWithSeconds(instant, zone)

/** Formats the club's day and minute at an instant for display: 21/11/2026 14:32. */
export const formatDateTime = (instant: Instant, zone: TimeZone): string =>
  `${formatDate(instant, zone)} ${formatTime(instant, zone)}`

/** "15h", "15h30" */
export const formatHour = (instant: Instant, zone: TimeZone): string => {
  const [hour = '', minute = ''] = formatTime(instant, zone).split(':')
  return `${Number(hour)}h${minute === '00' ? '' : minute}`
}

const shortDay = formatterOf('pt-BR', { weekday: 'short', day: 'numeric', month: 'short' })

/** "sáb., 12 de dez." */
export const formatShortDay = (instant: Instant, zone: TimeZone): string => shortDay(instant, zone)

/** "sáb., 12 de dez., 15h" */
export const formatShortDateTime = (instant: Instant, zone: TimeZone): string =>
  `${formatShortDay(instant, zone)}, ${formatHour(instant, zone)}`

/** Formats the exclusive end of a period: a period that ends at midnight is shown as ending on the day before. */
export const formatEnd = (instant: Instant, zone: TimeZone): string =>
  formatTime(instant, zone) === '00:00'
    ? formatShortDay(new Date(new Date(instant).getTime() - 1), zone)
    : formatShortDateTime(instant, zone)

/** Ends a sentence with a period, unless it ends with an abbreviation: "Terminou em sáb., 12 de dez." */
export const endSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

const longDay = formatterOf('pt-BR', { day: 'numeric', month: 'long', year: 'numeric' })

/** "4 de março de 2026" */
export const formatLongDay = (instant: Instant, zone: TimeZone): string => longDay(instant, zone)

const month = formatterOf('pt-BR', { month: 'long', year: 'numeric' })

/** "março de 2026" */
export const formatMonth = (instant: Instant, zone: TimeZone): string => month(instant, zone)

const longDateTime = formatterOf('pt-BR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** "sábado, 12 de dezembro às 15:00" */
export const formatLongDateTime = (instant: Instant, zone: TimeZone): string => longDateTime(instant, zone)

const dayMs = 86_400_000

/**
 * Parses club time (yyyy-MM-ddTHH:mm); undefined for other strings. A time that occurs twice because clocks are put
 * back is the first one; a time skipped because they are put forward is interpreted as if they were not.
 */
export const parseClubDateTime = (text: string, zone: TimeZone): Date | undefined => {
  const asUtc = Date.parse(`${text}:00Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) || Number.isNaN(asUtc)) return undefined
  // The zone's UTC offset a day before and a day after: clocks change at most once in between.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map((ms) => {
    const offsetMs = Date.parse(`${clubFieldText(new Date(ms), zone)}:00Z`) - ms
    return new Date(asUtc - offsetMs)
  }) as [Date, Date]
  return [before, after].find((instant) => clubFieldText(instant, zone) === text) ?? before
}

/** The first instant of a day (yyyy-MM-dd) of the club; undefined for other strings. */
export const startOfClubDay = (day: string, zone: TimeZone): Date | undefined =>
  parseClubDateTime(`${day}T00:00`, zone)

/** The first instant after a day (yyyy-MM-dd) of the club, which may have 23 or 25 hours. */
export const endOfClubDay = (day: string, zone: TimeZone): Date | undefined => {
  const next = Date.parse(`${day}T00:00Z`) + dayMs
  return Number.isNaN(next) ? undefined : startOfClubDay(new Date(next).toISOString().slice(0, 10), zone)
}

/** The first instant of the club's day at an instant. */
export const startOfClubDayAt = (instant: Date, zone: TimeZone): Date =>
  startOfClubDay(clubDayOf(instant, zone), zone) ?? instant
