import * as time from '@clube/contract/kernel/club-time.ts'
import { readPageClub } from '../platform/app/page-club.ts'

/** Days and hours in the time zone of the page's club, wherever the browser is. */
const zone = readPageClub()?.time_zone ?? time.defaultTimeZone

type Instant = Date | string

/** A function of the contract, where each is described, in the club's time zone. */
const inClub =
  <Result>(of: (instant: Instant, zone: time.TimeZone) => Result) =>
  (instant: Instant): Result =>
    of(instant, zone)

export const clubDayOf = inClub(time.clubDayOf)
export const clubHourOf = inClub(time.clubHourOf)
export const formatClubDay = inClub(time.formatClubDay)
export const clubLongDay = inClub(time.clubLongDay)
export const clubMonth = inClub(time.clubMonth)
export const clubShortDay = inClub(time.clubShortDay)
export const formatClubHour = inClub(time.formatClubHour)
export const clubClock = inClub(time.clubClock)
export const clubClockWithSeconds = inClub(time.clubClockWithSeconds)
export const clubMoment = inClub(time.clubMoment)
export const clubLongMoment = inClub(time.clubLongMoment)
export const clubUntil = inClub(time.clubUntil)
export const clubFieldText = inClub(time.clubFieldText)

/** The instant, in ISO, of the value of a date-and-time field in the club's time zone; empty for other texts. */
export const clubInstant = (text: string): string => time.clubInstant(text, zone)?.toISOString() ?? ''
