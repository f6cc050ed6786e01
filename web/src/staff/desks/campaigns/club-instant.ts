const timeZone = 'America/Sao_Paulo'

const wallClock = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** An instant as a field for day and time holds it, by the club's clock: 2026-12-12T10:00. */
export function clubFieldText(instant: string): string {
  const parts = Object.fromEntries(
    wallClock.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`
}

/** The instant of such a text, in ISO; empty for a text that is none. */
export function clubInstant(text: string): string {
  const asUtc = Date.parse(`${text}:00Z`)
  if (text === '' || Number.isNaN(asUtc)) return ''
  // The club's clock differs from UTC by what it shows for that very instant; near a change of clocks ask once more.
  const offsetAt = (at: number) => Date.parse(`${clubFieldText(new Date(at).toISOString())}:00Z`) - at
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess)).toISOString()
}
