import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { up as addWaitingCounters } from '../../../migrations/0046-waiting-counters.ts'
import { inTransaction } from '../../db/database.ts'
import { proveNow } from '../proofs/index.ts'
import { dataOf, useEventsClub } from './events-club.testing.ts'
import { createSessionProof } from './prove-sessions.ts'
import { findDiscrepancies } from './session-proof-store.ts'

const club = useEventsClub()
const proof = () => createSessionProof(club.database)

test.each([
  ['held places', `update event_session set held = held + 1`, 'held-is-counted', 1, 2],
  ['sold places', `update event_session set sold = sold - 1`, 'sold-is-counted', 3, 2],
  ['a ticket', `update event_ticket set state = 'cancelled' where state = 'valid'`, 'sold-is-counted', 1, 3],
  [
    'the size of a reservation',
    `update event_reservation set quantity = quantity + 1 where state = 'confirmed'`,
    'reservation-has-tickets',
    0,
    1,
  ],
  ['an admission', `delete from event_scan`, 'used-is-admitted', 0, 1],
])(
  'the proof of event sessions detects tampering with %s',
  async (_what, statement, check, expected, found) => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session, 3)
    await club.reserve(await club.join(), session)
    club.clock.set('2026-12-12T21:00:00Z')
    await club.scan(session, reservation.tickets[0]?.qr_code ?? '')
    club.clock.set('2026-12-10T15:00:00Z')
    expect(await proveNow(proof(), club.clock.now())).toEqual([])
    const undo = new Error('undo')
    await inTransaction(club.database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      const { session_id: subject } = session
      expect(await findDiscrepancies(tx, [subject])).toEqual([{ check, subject, expected, found }])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
  },
)

/** A session whose three places are offered to two people; two others wait for five places. */
const sessionWithWaitingList = async () => {
  const session = await club.session({ capacity: 3 })
  const { session_id, campaign_id } = session
  const holder = await club.join()
  const { reservation_id } = await club.reserve(holder, session, 3)
  for (const quantity of [1, 3, 2, 2]) {
    const { browser } = await club.join()
    dataOf(await browser.send(joinWaitingListCall, { body: { session_id, quantity } }))
  }
  const body = { reservation_id, campaign_id }
  dataOf(await holder.browser.send(cancelReservationCall, { body }))
  expect(await findDiscrepancies(club.database.db, [session_id])).toEqual([])
  return session
}

test.each([
  ['places of offers', 'offered', 'offered-is-counted', 3],
  ['people on the waiting list', 'waiting', 'waiting-is-counted', 2],
  ['places on the waiting list', 'waiting_places', 'waiting-places-are-counted', 5],
])(
  'the proof of event sessions detects tampering with the counter of %s',
  async (_what, column, check, expected) => {
    const { db } = club.database
    const { session_id: subject } = await sessionWithWaitingList()
    const change = (by: number) =>
      sql`update event_session set ${sql.ref(column)} = ${sql.ref(column)} + ${by} where id = ${subject}`.execute(
        db,
      )
    await change(2)
    expect(await findDiscrepancies(db, [subject])).toEqual([
      { check, subject, expected, found: expected + 2 },
    ])
    await change(-2)
  },
)

test('the migration that adds the counters of waiting lists counts the existing entries', async () => {
  const { session_id } = await sessionWithWaitingList()
  const undo = new Error('undo')
  await inTransaction(club.database.db, async (tx) => {
    await sql`drop function count_waiting cascade`.execute(tx)
    await sql`drop index event_waiting_quantity`.execute(tx)
    await sql`alter table event_session drop offered, drop waiting, drop waiting_places`.execute(tx)
    await addWaitingCounters(tx as unknown as Kysely<unknown>)
    expect(await findDiscrepancies(tx, [session_id])).toEqual([])
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
})

test('a recent pass of the proof of event sessions omits sessions that ended more than two days ago', async () => {
  const { session_id } = await club.session()
  await sql`update event_session set sold = sold + 1 where id = ${session_id}`.execute(club.database.db)
  const findings = async (kind: 'full' | 'recent', now: string) =>
    (await proof().step({ kind, mark: null, position: null, now: new Date(now) })).findings.length
  expect(await findings('recent', '2026-12-14T00:00:00Z')).toBe(1)
  expect(await findings('recent', '2026-12-16T00:00:00Z')).toBe(0)
  expect(await findings('full', '2026-12-16T00:00:00Z')).toBe(1)
  await sql`update event_session set sold = sold - 1 where id = ${session_id}`.execute(club.database.db)
})
