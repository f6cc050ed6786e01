import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { proveNow } from '../proofs/index.ts'
import { useEventsClub } from './events-club.testing.ts'
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
    const { reservation } = await club.buyer(session, 3)
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

test('a recent pass of the proof of event sessions omits those that ended more than two days ago', async () => {
  const { session_id } = await club.session()
  await sql`update event_session set sold = sold + 1 where id = ${session_id}`.execute(club.database.db)
  const findings = async (kind: 'full' | 'recent', now: string) =>
    (await proof().step({ kind, mark: null, position: null, now: new Date(now) })).findings.length
  expect(await findings('recent', '2026-12-14T00:00:00Z')).toBe(1)
  expect(await findings('recent', '2026-12-16T00:00:00Z')).toBe(0)
  expect(await findings('full', '2026-12-16T00:00:00Z')).toBe(1)
  await sql`update event_session set sold = sold - 1 where id = ${session_id}`.execute(club.database.db)
})
