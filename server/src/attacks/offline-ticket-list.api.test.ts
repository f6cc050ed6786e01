import { hash, pbkdf2Sync } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { offlineListCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { dataOf, useEventsClub } from '../modules/event-tickets/events-club.testing.ts'

const club = useEventsClub()

const hourMs = 3_600_000
/** Twelve hours before the sessions of the club. */
const available_from = '2026-12-12T10:00:00.000Z'

afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

const download = (session_id: string) => club.gate().send(offlineListCall, { params: { session_id } })

test('the offline list with codes cannot be downloaded earlier than twelve hours before an event session', async () => {
  const session = await club.session()
  await club.ticketHolder(session)
  const refused = {
    status: 409,
    code: 'event-tickets.list-too-early',
    message: 'A lista fica disponível a partir de 12/12/2026 às 7h.',
  }
  expect(await download(session.session_id)).toMatchObject(refused)
  club.clock.set(new Date(Date.parse(available_from) - 1).toISOString())
  expect(await download(session.session_id)).toMatchObject(refused)
  club.clock.advance(1)
  expect(dataOf(await download(session.session_id)).tickets).toHaveLength(1)
  const later = await club.session({
    starts_at: '2026-12-13T22:00:00Z',
    ends_at: null,
    no_show_from: null,
  })
  club.clock.advance(2 * hourMs)
  expect(await download(later.session_id)).toMatchObject({ code: refused.code })
})

test('a copied offline list does not let its holder test short codes with a fast or precomputed hash', async () => {
  const session = await club.session()
  const other = await club.session()
  const codes = await Promise.all(
    [session, other].map(async (each) => {
      const { reservation } = await club.ticketHolder(each)
      return reservation.tickets[0]?.short_code.replaceAll('-', '') ?? ''
    }),
  )
  club.clock.set(available_from)
  const [list, otherList] = await Promise.all([session, other].map(({ session_id }) => download(session_id)))
  if (!list || !otherList) throw new Error('A list is missing')
  const { short_salt, tickets } = dataOf(list)
  const short_hash = tickets[0]?.short_hash ?? ''
  const [code = ''] = codes
  // What a holder of the list can compute quickly for every code.
  for (const text of [code, `${session.session_id}:${code}`, `${short_salt}:${code}`, short_salt + code])
    expect(hash('sha256', text)).not.toBe(short_hash)
  const stretched = (salt: string, rounds: number) =>
    pbkdf2Sync(code, Buffer.from(salt, 'hex'), rounds, 32, 'sha256').toString('hex')
  expect(stretched(short_salt, 20_000)).toBe(short_hash)
  expect(stretched(dataOf(otherList).short_salt, 20_000)).not.toBe(short_hash)
  expect(short_salt).toMatch(/^[0-9a-f]{64}$/)
})
