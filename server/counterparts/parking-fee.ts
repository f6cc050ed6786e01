type Vehicle = 'car' | 'motorcycle' | 'monthly'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Nothing is due in this time after the entry. */
export const graceMs = 15 * minuteMs
const firstHours = 3
const tariff = {
  car: { first_cents: 14_00, hour_cents: 3_00, day_cents: 60_00 },
  motorcycle: { first_cents: 7_00, hour_cents: 1_50, day_cents: 30_00 },
} as const

/** The fee of a stay: a fixed amount for the first hours, one for each further hour, and a maximum per day. */
export const feeCents = (vehicle: Vehicle, stayMs: number): number => {
  if (vehicle === 'monthly' || stayMs <= graceMs) return 0
  const { first_cents, hour_cents, day_cents } = tariff[vehicle]
  const days = Math.floor(stayMs / dayMs)
  const hours = Math.ceil((stayMs - days * dayMs) / hourMs)
  const started =
    hours === 0 ? 0 : Math.min(day_cents, first_cents + Math.max(0, hours - firstHours) * hour_cents)
  return days * day_cents + started
}

/** The longest stay, in milliseconds, whose fee is at most the given amount. */
export const nextIncreaseMs = (vehicle: Exclude<Vehicle, 'monthly'>, covered_cents: number): number => {
  if (feeCents(vehicle, graceMs + 1) > covered_cents) return graceMs
  let hours = firstHours
  while (feeCents(vehicle, hours * hourMs + 1) <= covered_cents) hours += 1
  return hours * hourMs
}
