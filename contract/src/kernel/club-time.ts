/** Days and years of the club are those of Brasília. */
const clubTimeZone = 'America/Sao_Paulo'

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: clubTimeZone })
const writtenDay = new Intl.DateTimeFormat('pt-BR', {
  timeZone: clubTimeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** The club's day at an instant, as yyyy-MM-dd. */
export const clubDayOf = (instant: Date): string => isoDay.format(instant)

/** The club's year at an instant. */
export const clubYearOf = (instant: Date): number => Number(clubDayOf(instant).slice(0, 4))

/** The club's day at an instant for people: 21/11/2026. */
export const clubDayInWords = (instant: Date): string => writtenDay.format(instant)

const writtenMinute = new Intl.DateTimeFormat('pt-BR', {
  timeZone: clubTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** The club's day and minute at an instant for people: 21/11/2026 14:32. */
export const clubMinuteInWords = (instant: Date): string => writtenMinute.format(instant).replace(',', '')

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: clubTimeZone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The first instant of the club's day at an instant. */
export const clubDayStart = (instant: Date): Date => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(instant).split(':').map(Number)
  const sinceMidnightMs = ((hours * 60 + minutes) * 60 + seconds) * 1000 + instant.getMilliseconds()
  return new Date(instant.getTime() - sinceMidnightMs)
}
