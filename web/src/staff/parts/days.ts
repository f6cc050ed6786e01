const dayMs = 86_400_000

/** All days from the first to the last one; missing days get an entry without activity. */
export function fillDays<Day extends { day: string }>(
  days: readonly Day[],
  withoutActivity: (day: string) => Day,
): Day[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const known = new Map(days.map((each) => [each.day, each]))
  const count = Math.round((Date.parse(last.day) - Date.parse(first.day)) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(first.day) + index * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? withoutActivity(day)
  })
}
