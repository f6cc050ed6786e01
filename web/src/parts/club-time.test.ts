// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

const load = async () => {
  vi.resetModules()
  return import('./club-time.ts')
}

afterEach(() => {
  document.body.innerHTML = ''
})

test('instants are formatted in the time zone of the club embedded in the page', async () => {
  document.body.innerHTML =
    '<script type="application/json" id="club">{"name":"Clube","time_zone":"America/Manaus"}</script>'
  const { clubDayOf, clubFieldText, parseClubDateTime, formatShortDateTime, formatEnd } = await load()
  expect(clubDayOf('2027-01-01T03:30:00Z')).toBe('2026-12-31')
  expect(formatShortDateTime('2026-12-12T18:00:00Z')).toBe('sáb., 12 de dez., 14h')
  expect(formatEnd('2027-01-01T04:00:00Z')).toBe('qui., 31 de dez.')
  expect(parseClubDateTime('2026-12-12T10:00')).toBe('2026-12-12T14:00:00.000Z')
  expect(clubFieldText('2026-12-12T14:00:00Z')).toBe('2026-12-12T10:00')
  expect(parseClubDateTime('2026-13-40T10:00')).toBe('')
})

test('without a club in the page, as in the gallery, the time zone is São Paulo’s', async () => {
  const { formatShortDateTime } = await load()
  expect(formatShortDateTime('2026-12-12T18:00:00Z')).toBe('sáb., 12 de dez., 15h')
})
