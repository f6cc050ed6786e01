import * as time from '@clube/contract/kernel/club-time.ts'
import { readPageClub } from '../platform/app/page-club.ts'

/** Days and hours in the time zone of the page's club, wherever the browser is. */
const zone = readPageClub()?.time_zone ?? time.defaultTimeZone

type Instant = Date | string

/** The club's day at an instant, as yyyy-MM-dd. */
export const clubDayOf = (instant: Instant): string => time.clubDayOf(instant, zone)

/** The hour at an instant, 0 to 23. */
export const clubHourOf = (instant: Instant): number => time.clubHourOf(instant, zone)

/** 21/11/2026 */
export const formatClubDay = (instant: Instant): string => time.formatClubDay(instant, zone)

/** "4 de março de 2026" */
export const clubLongDay = (instant: Instant): string => time.clubLongDay(instant, zone)

/** "março de 2026" */
export const clubMonth = (instant: Instant): string => time.clubMonth(instant, zone)

/** "sáb., 12 de dez." */
export const clubShortDay = (instant: Instant): string => time.clubShortDay(instant, zone)

/** "15h", "15h30" */
export const formatClubHour = (instant: Instant): string => time.formatClubHour(instant, zone)

/** "15:42", for deadlines on the same day. */
export const clubClock = (instant: Instant): string => time.clubClock(instant, zone)

/** "15:42:07", for figures that change while they are watched. */
export const clubClockWithSeconds = (instant: Instant): string => time.clubClockWithSeconds(instant, zone)

/** "sáb., 12 de dez., 15h" */
export const clubMoment = (instant: Instant): string => time.clubMoment(instant, zone)

/** "sábado, 12 de dezembro às 15:00" */
export const clubLongMoment = (instant: Instant): string => time.clubLongMoment(instant, zone)

/** The last moment before `instant`: a period that ends at midnight ends, for people, on the day before. */
export const clubUntil = (instant: Instant): string => time.clubUntil(instant, zone)

/** An instant as the value of a date-and-time field: 2026-12-12T10:00. */
export const clubFieldText = (instant: Instant): string => time.clubFieldText(instant, zone)

/** The instant, in ISO, of such a value in the club's time zone; empty for other texts. */
export const clubInstant = (text: string): string => time.clubInstant(text, zone)?.toISOString() ?? ''
