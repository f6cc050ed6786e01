/** Instants in few words, in the club's time zone. */
const timeZone = 'America/Sao_Paulo'

const parts = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const partsOf = (instant: string): Record<string, string> =>
  Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))

/** "sáb., 12 de dez." */
export function clubShortDay(instant: string): string {
  const { weekday = '', day = '', month = '' } = partsOf(instant)
  return `${weekday}, ${day} de ${month}`
}

/** "15h", "15h30" */
export function clubTime(instant: string): string {
  const { hour = '', minute = '' } = partsOf(instant)
  return `${Number(hour)}h${minute === '00' ? '' : minute}`
}

/** "15:42", as deadlines of the same day are told. */
export function clubClock(instant: string): string {
  const { hour = '', minute = '' } = partsOf(instant)
  return `${hour}:${minute}`
}

/** "sáb., 12 de dez., 15h" */
export const clubMoment = (instant: string): string => `${clubShortDay(instant)}, ${clubTime(instant)}`

/**
 * The last moment before `instant`, the first that no longer counts: a period that ends at midnight ends, for people,
 * with the day before.
 */
export function clubUntil(instant: string): string {
  const { hour, minute } = partsOf(instant)
  if (hour !== '00' || minute !== '00') return clubMoment(instant)
  return clubShortDay(new Date(Date.parse(instant) - 1).toISOString())
}
