import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { useClub } from '../testing/club.ts'

const club = useClub()

test('/dev/receipts lists six distinct receipt keys, issued this month', async () => {
  const response = await fetch(`${club.url}/dev/receipts`)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await response.text()
  const keys = [...page.matchAll(/<p>((?:[0-9A-Z]{4} ){10}[0-9A-Z]{4})<\/p>/g)].map(([, key]) => key)
  expect(new Set(keys).size).toBe(6)
  const month = clubDayOf(club.now(), defaultTimeZone).slice(2, 7).replace('-', '')
  expect(keys.every((key) => key?.replaceAll(' ', '').slice(2, 6) === month)).toBe(true)
})
