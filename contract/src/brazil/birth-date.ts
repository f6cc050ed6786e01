import { requiredTextMessage } from './field-messages.ts'
import { fillPattern, maskOf } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'
import type { ParsedTextSchema } from './parsed-text.ts'

/** A calendar day as yyyy-MM-dd, the format for storage and comparison. */
export type CalendarDay = Branded<'CalendarDay'>

/** Rules for a birth date; the caller provides `today`. */
export type BirthDateRules = {
  /** Today in the club's time zone, as yyyy-MM-dd. */
  readonly today: string
  /** Minimum age in whole years, from the club's configuration. */
  readonly min_age: number
}

/** The pattern dd/MM/yyyy in mask notation. Spec §5. */
export const birthDatePattern = '00/00/0000'
/** Spec §9. */
export const birthDateMaxYears = 100

/** Spec §5. */
export const birthDateInvalidMessage = 'Data inválida'
export const birthDateFutureMessage = 'Data não pode estar no futuro!'
export const birthDateTooOldMessage = `Data não pode ser maior que ${birthDateMaxYears} anos!`
/** Spec §5: `N` is the minimum age. */
export function birthDateTooYoungMessage(minAge: number): string {
  return `Você precisa ter mais de ${minAge} anos!`
}

/** Mask dd/MM/yyyy. */
export const birthDateMask = /* @__PURE__ */ maskOf(birthDatePattern)

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeapYear ? 29 : (monthDays[month - 1] ?? 0)
}

/** Parses dd/MM/yyyy, as typed, or yyyy-MM-dd, as stored. Rejects days that do not exist. */
export function parseCalendarDay(text: string): Parsed<CalendarDay> {
  const trimmed = text.trim()
  if (trimmed === '') return refused(requiredTextMessage)
  const typed = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(trimmed)
  const day = typed ? `${typed[3]}-${typed[2]}-${typed[1]}` : trimmed
  const stored = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!stored) return refused(birthDateInvalidMessage)
  const [year, month, dayOfMonth] = [Number(stored[1]), Number(stored[2]), Number(stored[3])]
  // PostgreSQL has no year 0 either.
  const exists = year >= 1 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month)
  return exists ? accepted(day as CalendarDay) : refused(birthDateInvalidMessage)
}

/** The same day `years` later. 29 February is kept in common years: the comparisons only require that it sorts before 1 March. */
function yearsLater(day: string, years: number): string {
  return String(Number(day.slice(0, 4)) + years).padStart(4, '0') + day.slice(4)
}

/** Whether a person born on `birth_date` is younger than `age` whole years on `day`; both days as yyyy-MM-dd. */
export const isYoungerThan = (birth_date: string, age: number, day: string): boolean =>
  yearsLater(birth_date, age) > day

/** The validation error of a birth date (spec §5), or undefined. */
export function birthDateError(day: CalendarDay, rules: BirthDateRules): string | undefined {
  if (day > rules.today) return birthDateFutureMessage
  if (yearsLater(day, birthDateMaxYears) < rules.today) return birthDateTooOldMessage
  if (isYoungerThan(day, rules.min_age, rules.today)) return birthDateTooYoungMessage(rules.min_age)
  return undefined
}

/** Parses a birth date and checks the age rules. Returns yyyy-MM-dd, or an error message of spec §5. */
export function parseBirthDate(text: string, rules: BirthDateRules): Parsed<CalendarDay> {
  const parsed = parseCalendarDay(text)
  const refusal = parsed.ok ? birthDateError(parsed.value, rules) : undefined
  return refusal === undefined ? parsed : refused(refusal)
}

/** Formats a stored day as dd/MM/yyyy; returns text in another format unchanged. */
export function formatBirthDate(day: string): string {
  const stored = /^(\d{4})-(\d{2})-(\d{2})/.exec(day)
  return stored ? fillPattern(birthDatePattern, `${stored[3]}${stored[2]}${stored[1]}`) : day
}

/** Accepts a day in either format and outputs yyyy-MM-dd without checking the age: for calls, which have no clock. */
export const calendarDaySchema = /* @__PURE__ */ parsedText(parseCalendarDay)

/** Accepts a birth date in either format and outputs yyyy-MM-dd. */
export function birthDateSchema(rules: BirthDateRules): ParsedTextSchema<CalendarDay> {
  return parsedText((text) => parseBirthDate(text, rules))
}
