import { expect, test } from 'vitest'
import { useClub } from '../testing/club.ts'

const club = useClub()
const path = '/dev/screens/messages'

test('the previews list every message of the club and of its promotions, each with its e-mail', async () => {
  const page = await (await fetch(club.url + path)).text()
  const names = [...page.matchAll(/<section id="([a-z-]+)">/g)].map(([, name = '']) => name)
  expect(names).toEqual(
    expect.arrayContaining(['reset-code', 'receipt-rejected', 'points-adjusted', 'reservation-confirmed']),
  )
  for (const name of names) {
    const email = await fetch(`${club.url}${path}/${name}`)
    expect(email.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await email.text()).toContain('<html lang="pt-BR">')
  }
  expect(await fetch(`${club.url}${path}/unknown`)).toMatchObject({ status: 404 })
})
