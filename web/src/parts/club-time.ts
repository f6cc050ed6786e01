import * as time from '@clube/contract/kernel/club-time.ts'
import { readPageClub } from '../platform/app/page-club.ts'

/** Days and hours in the time zone of the page's club, wherever the browser is. */
const zone = readPageClub()?.time_zone ?? time.defaultTimeZone

type Instant = Date | string

/** Binds a function of the contract, documented there, to the club's time zone. */
const inClub =
  <Result>(convert: (instant: Instant, zone: time.TimeZone) => Result) =>
  (instant: Instant): Result =>
    convert(instant, zone)

export const clubDayOf = inClub(time.clubDayOf)
export const clubHourOf = inClub(time.clubHourOf)
export const formatDate = inClub(time.formatDate)
export const formatLongDay = inClub(time.formatLongDay)
export const formatMonth = inClub(time.formatMonth)
export const formatShortDay = inClub(time.formatShortDay)
export const formatHour = inClub(time.formatHour)
export const formatTime = inClub(time.formatTime)
export const formatTimeWithSeconds = inClub(time.formatTimeWithSeconds)
export const formatShortDateTime = inClub(time.formatShortDateTime)
export const formatLongDateTime = inClub(time.formatLongDateTime)
export const formatEnd = inClub(time.formatEnd)
export const clubFieldText = inClub(time.clubFieldText)

/** The instant, in ISO, of the value of a date-and-time field in the club's time zone; empty for other strings. */
export const parseClubDateTime = (text: string): string =>
  time.parseClubDateTime(text, zone)?.toISOString() ?? ''
