import { clubDayOf, endOfClubDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const paceDays = 7
/** Forecasts beyond this are meaningless. */
const longestForecastDays = 366

/** Vouchers issued and not returned, and deliveries, within an hour. */
export type HourlyUse = { readonly hour: Date; readonly issued: number; readonly delivered: number }

/**
 * The use per club day between two instants, including days without use. Time zones of Brazil differ from
 * UTC by whole hours.
 */
export const useByDay = (
  hours: readonly HourlyUse[],
  { from, until, time_zone }: { from: Date; until: Date; time_zone: TimeZone },
): { day: string; issued: number; delivered: number }[] => {
  const days = new Map<string, { issued: number; delivered: number }>()
  for (let instant: Date | undefined = from; instant && instant <= until;) {
    const day = clubDayOf(instant, time_zone)
    days.set(day, { issued: 0, delivered: 0 })
    instant = endOfClubDay(day, time_zone)
  }
  for (const { hour, issued, delivered } of hours) {
    const day = days.get(clubDayOf(hour, time_zone))
    if (!day) continue
    day.issued += issued
    day.delivered += delivered
  }
  return [...days].map(([day, use]) => ({ day, ...use }))
}

/**
 * When the stock runs out at the rate of the last seven days, or of the days since the start if there are fewer, but of
 * at least one day.
 * @returns null without stock or use
 */
export const forecastEnd = (
  hours: readonly HourlyUse[],
  { on_hand, starts_at, now }: { on_hand: number; starts_at: Date; now: Date },
): Date | null => {
  const daysSinceStart = (now.getTime() - starts_at.getTime()) / dayMs
  const days = Math.min(paceDays, Math.max(1, daysSinceStart))
  // The hour in which the period begins counts in full.
  const since = now.getTime() - days * dayMs - hourMs
  const issued = hours.reduce((sum, each) => sum + (each.hour.getTime() > since ? each.issued : 0), 0)
  const daysLeft = (on_hand * days) / issued
  // Also false for NaN, the result of 0 / 0.
  return on_hand > 0 && daysLeft <= longestForecastDays ? new Date(now.getTime() + daysLeft * dayMs) : null
}
