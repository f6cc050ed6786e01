/** Where clubs live: a birthday begins at this midnight, wherever the phone is. */
const clubTimeZone = 'America/Sao_Paulo'

const day = new Intl.DateTimeFormat('en-CA', {
  timeZone: clubTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const longDay = new Intl.DateTimeFormat('pt-BR', {
  timeZone: clubTimeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const monthAndYear = new Intl.DateTimeFormat('pt-BR', {
  timeZone: clubTimeZone,
  month: 'long',
  year: 'numeric',
})
const hour = new Intl.DateTimeFormat('en-GB', { timeZone: clubTimeZone, hour: '2-digit', hourCycle: 'h23' })

/** The calendar day of an instant in the club's time zone, as yyyy-MM-dd. */
export const clubDay = (instant: Date): string => day.format(instant)

/** The hour of an instant in the club's time zone, 0 to 23. */
export const clubHour = (instant: Date): number => Number(hour.format(instant))

/** An ISO instant as "4 de março de 2026"; text that is no instant is given back as it is. */
export const clubLongDay = (instant: string): string => written(longDay, instant)

/** An ISO instant as "março de 2026"; text that is no instant is given back as it is. */
export const clubMonth = (instant: string): string => written(monthAndYear, instant)

function written(format: Intl.DateTimeFormat, instant: string): string {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? instant : format.format(at)
}
