import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  cancelReservationCall,
  confirmReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { useTwoServers } from '../../../testing/two-servers.ts'
import {
  createEvent,
  createParticipants,
  createStaffToken,
  readPlan,
  sendAs,
  type Participant,
} from '../event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from '../events-club.testing.ts'

const servers = useTwoServers()
const { urlOf } = servers
const db = () => servers.database.db
const hourMs = 3_600_000

const confirmBody = (reservation_id: string) => ({
  reservation_id,
  participants: [{ name: 'Ana Lúcia Pereira' }],
  accepted_terms: 'yes' as const,
})

/** A session of 40 places whose `people` have one confirmed ticket each. */
const prepare = async (people: number) => {
  const now = new Date()
  const event = await createEvent(db(), { capacity: 40, now })
  const { campaign_id, session_id } = event
  const participants = await createParticipants(db(), { campaign_id, people, now })
  const holders = await Promise.all(
    participants.map(async (person, index) => {
      const body = { transaction_id: person.transaction_id, session_id, quantity: 1 }
      const { reservation_id } = dataOf(await sendAs(urlOf(index), { sid: person.token }, reserveCall, body))
      const cookie = { sid: person.token }
      dataOf(await sendAs(urlOf(index), cookie, confirmReservationCall, confirmBody(reservation_id)))
      return { ...person, reservation_id }
    }),
  )
  const marketing = await createStaffToken(db(), 'marketing', now)
  const plan = await readPlan(db(), session_id)
  const move = (index: number, hours: number, confirmed: { revision: number; people: number }) => {
    const starts_at = new Date(now.getTime() + (24 + hours) * hourMs).toISOString()
    return sendAs(urlOf(index), { staff: marketing }, updateSessionCall, { ...plan, starts_at, ...confirmed })
  }
  const cancel = (index: number, { token, reservation_id }: Participant & { reservation_id: string }) =>
    sendAs(urlOf(index), { sid: token }, cancelReservationCall, { reservation_id, campaign_id })
  return { event, holders, move, cancel }
}
const countOf = async (query: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await query.execute(db())).rows[0]?.count ?? 0

test('when 20 concurrent session changes read the same revision, one succeeds and is recorded', async () => {
  const { event, move } = await prepare(2)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => move(index, 1 + index, { revision: 1, people: 2 })),
  )
  expect(tally(replies)).toEqual({ ok: 1, 'event-tickets.session-revised': 19 })
  expect(
    await countOf(
      sql`select count(*) as count from event_session_change where session_id = ${event.session_id}`,
    ),
  ).toBe(1)
})

test('holders of a changed session who cancel concurrently on two servers get their participation back once', async () => {
  const { event, holders, move, cancel } = await prepare(10)
  dataOf(await move(0, 2, { revision: 1, people: 10 }))
  const replies = await Promise.all(
    holders.flatMap((holder) => [0, 1, 2].map((index) => cancel(index, holder))),
  )
  expect(tally(replies)).toEqual({ ok: 30 })
  expect(
    await countOf(sql`select count(*) as count from promotion_transaction
      where campaign_id = ${event.campaign_id} and state = 'reversed' and return_note is not null`),
  ).toBe(10)
  expect(await findCounterMismatches(db())).toEqual([])
})

test('a session change during cancellations is recorded with the confirmed number of people or is refused', async () => {
  const { event, holders, move, cancel } = await prepare(12)
  const [moved] = await Promise.all([
    move(0, 2, { revision: 1, people: 12 }),
    ...holders.slice(0, 6).map((holder, index) => cancel(index, holder)),
  ])
  // The number that was counted under the session's lock.
  const { rows } = await sql<{ people: number }>`
    select people from event_session_change where session_id = ${event.session_id}`.execute(db())
  if (moved.ok) expect(rows).toEqual([{ people: 12 }])
  else {
    expect(moved.code).toBe('event-tickets.people-changed')
    expect(rows).toEqual([])
  }
  expect(await findCounterMismatches(db())).toEqual([])
})
