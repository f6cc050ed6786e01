import * as z from 'zod/mini'

const message = 'Data inválida'
const earliest = Date.parse('1900-01-01T00:00:00Z')
const end = Date.parse('9999-01-01T00:00:00Z')

/** An ISO instant with its offset; years before 1900 or after 9998 are rejected. */
export const instantSchema = z.iso.datetime({ offset: true, error: message }).check(
  z.refine((text) => {
    const ms = Date.parse(text)
    return ms >= earliest && ms < end
  }, message),
)

/** Whether the text is a day that exists, yyyy-MM-dd, from 2000 to 2099; PostgreSQL has no year 0. */
const isClubDay = (text: string): boolean => {
  const ms = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** A day of the club, yyyy-MM-dd, from 2000 to 2099. `message` is the error of every other value. */
export const clubDaySchema = (dayMessage: string) =>
  z.string({ error: dayMessage }).check(z.refine(isClubDay, dayMessage))
