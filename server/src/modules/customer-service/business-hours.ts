import {
  clubDayOf,
  clubFieldText,
  parseClubDateTime,
  type TimeZone,
} from '@clube/contract/kernel/club-time.ts'
import { holidayLimit } from '@clube/contract/customer-service/service-hours.ts'
import { firstAnswerBusinessDays, solutionDays } from '@clube/contract/customer-service/service-ticket.ts'

/** When customer service answers. */
export type BusinessHours = {
  readonly time_zone: TimeZone
  /** Opening and closing time (HH:mm) by weekday, 0 for Sunday; null when it is closed. */
  readonly week: readonly (readonly [opens: string, closes: string] | null)[]
  /** Days without service, yyyy-MM-dd. */
  readonly holidays: readonly string[]
}

const dayMs = 86_400_000
/** Hours without any open day in this time are an error: every holiday may be on the only open day of the week. */
const searchedDays = 7 * (holidayLimit + 2)

/** Days after a day of the calendar. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The hours of a day, or null when it is closed. */
const hoursOn = ({ week, holidays }: BusinessHours, day: string): readonly [string, string] | null =>
  holidays.includes(day) ? null : (week[new Date(`${day}T00:00Z`).getUTCDay()] ?? null)

const instantOf = (hours: BusinessHours, day: string, time: string): Date => {
  const instant = parseClubDateTime(`${day}T${time}`, hours.time_zone)
  if (!instant) throw new Error(`Not a time of the club: ${day}T${time}`)
  return instant
}

/** The instant itself during business hours, otherwise the next opening. */
export const nextBusinessInstant = (hours: BusinessHours, instant: Date): Date => {
  const [today = '', time = ''] = clubFieldText(instant, hours.time_zone).split('T')
  for (let days = 0; days < searchedDays; days += 1) {
    const day = addDays(today, days)
    const open = hoursOn(hours, day)
    if (!open) continue
    const [opens, closes] = open
    if (days > 0 || time < opens) return instantOf(hours, day, opens)
    if (time < closes) return instant
  }
  throw new Error('Customer service has no business hours')
}

/**
 * The same time of day on the given business day after the instant, which first moves into business hours: a message on Friday at
 * 15:00 is due on Monday at 15:00, one on Saturday on Monday at the opening plus a business day. A time outside the hours of
 * the last day is its opening or closing.
 */
export const addBusinessDays = (hours: BusinessHours, instant: Date, count: number): Date => {
  const start = nextBusinessInstant(hours, instant)
  const [first = '', time = ''] = clubFieldText(start, hours.time_zone).split('T')
  let day = first
  for (let left = count, searched = 0; left > 0; searched += 1) {
    if (searched > searchedDays) throw new Error('Customer service has no business hours')
    day = addDays(day, 1)
    if (hoursOn(hours, day)) left -= 1
  }
  if (day === first) return start
  const [opens, closes] = hoursOn(hours, day) ?? ['00:00', '00:00']
  return instantOf(hours, day, time < opens ? opens : time > closes ? closes : time)
}

/** The targets of a ticket: first answer after one business day, solution after seven days, during business hours. */
export const targetsOf = (
  hours: BusinessHours,
  created_at: Date,
): { first_answer_due_at: Date; due_at: Date } => ({
  first_answer_due_at: addBusinessDays(hours, created_at, firstAnswerBusinessDays),
  due_at: nextBusinessInstant(hours, new Date(created_at.getTime() + solutionDays * dayMs)),
})

const dayNames = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.']

/** "seg. a sex., 10h às 22h; sáb., 10h às 18h": days with the same hours together, from Monday. */
export const describeHours = ({ week }: Pick<BusinessHours, 'week'>): string => {
  const groups: { first: number; last: number; hours: readonly [string, string] }[] = []
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = week[weekday]
    if (!hours) continue
    const group = groups.at(-1)
    const isNext = group && (group.last + 1) % 7 === weekday
    if (group && isNext && group.hours.join() === hours.join()) group.last = weekday
    else groups.push({ first: weekday, last: weekday, hours })
  }
  return groups
    .map(({ first, last, hours: [opens, closes] }) => {
      const days = first === last ? dayNames[first] : `${dayNames[first]} a ${dayNames[last]}`
      return `${days}, ${hourText(opens)} às ${hourText(closes)}`
    })
    .join('; ')
}

/** 10:00 → "10h", 10:30 → "10h30" */
const hourText = (time: string): string => {
  const [hour = '', minute = ''] = time.split(':')
  return `${Number(hour)}h${minute === '00' ? '' : minute}`
}

/** The club's day on which a ticket was opened. */
export const openingDayOf = (hours: BusinessHours, instant: Date): string =>
  clubDayOf(instant, hours.time_zone)
