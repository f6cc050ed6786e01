import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  cancelReservationCall,
  confirmReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { cancelSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { useTwoServers } from '../../../testing/two-servers.ts'
import {
  createEvent,
  createParticipants,
  createStaffToken,
  sendAs,
  type Participant,
} from '../event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from '../events-club.testing.ts'

const servers = useTwoServers()
const { urlOf } = servers
const db = () => servers.database.db

const countOf = async (query: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await query.execute(db())).rows[0]?.count ?? 0

/** A sold-out session: `holds` live holds, `tickets` confirmed tickets, and `waiting` customers on its waiting list. */
const prepare = async (size: { holds: number; tickets: number; waiting: number }) => {
  const now = new Date()
  const event = await createEvent(db(), { capacity: size.holds + size.tickets, now })
  const { campaign_id, session_id } = event
  const people = size.holds + size.tickets + size.waiting
  const everyone = await createParticipants(db(), { campaign_id, people, now })
  const confirm = (index: number, { token }: Participant, reservation_id: string) =>
    sendAs(urlOf(index), { sid: token }, confirmReservationCall, {
      reservation_id,
      participants: [{ name: 'Ana Lúcia Pereira' }],
      accepted_terms: 'yes',
    })
  const places = everyone.slice(0, size.holds + size.tickets)
  const reserved = await Promise.all(
    places.map(async (person, index) => {
      const { token, transaction_id } = person
      const body = { transaction_id, session_id, quantity: 1 }
      const { reservation_id } = dataOf(await sendAs(urlOf(index), { sid: token }, reserveCall, body))
      return { ...person, reservation_id }
    }),
  )
  const ticketHolders = await Promise.all(
    reserved.slice(size.holds).map(async (person, index) => {
      const { tickets } = dataOf(await confirm(index, person, person.reservation_id))
      return { ...person, code: tickets[0]?.qr_code ?? '' }
    }),
  )
  const waiting = everyone.slice(places.length)
  for (const { token } of waiting)
    dataOf(await sendAs(urlOf(0), { sid: token }, joinWaitingListCall, { session_id, quantity: 1 }))
  const marketing = await createStaffToken(db(), 'marketing', now)
  const cancelSession = (index: number, count: number) =>
    sendAs(urlOf(index), { staff: marketing }, cancelSessionCall, {
      session_id,
      reason: 'Chuva forte.',
      revision: 1,
      people: count,
    })
  return { event, holders: reserved.slice(0, size.holds), ticketHolders, waiting, confirm, cancelSession }
}

/** Waits until the servers' jobs have finished processing the cancellation. */
const waitUntilProcessed = async (session_id: string): Promise<void> => {
  await expect
    .poll(
      () =>
        countOf(sql`select count(*) as count from event_session_change
          where session_id = ${session_id} and notified_at is not null`),
      { timeout: 30_000 },
    )
    .toBe(1)
}

const countOpenEntries = (session_id: string) =>
  countOf(sql`select
    (select count(*) from event_reservation where session_id = ${session_id} and state in ('held', 'confirmed'))
    + (select count(*) from event_ticket where session_id = ${session_id} and state = 'valid')
    + (select count(*) from event_waiting where session_id = ${session_id} and state in ('waiting', 'offered'))
    as count`)

/**
 * Participations that were not returned although the cancellation ended their reservation, or returned although it did
 * not.
 */
const countWrongParticipations = ({ session_id }: { session_id: string }) =>
  countOf(sql`select count(*) as count from event_reservation r
    join promotion_transaction t on t.id = r.transaction_id join event_session s on s.id = r.session_id
    where r.session_id = ${session_id}
      and (t.state = 'reversed') <> (r.state = 'cancelled' and r.ended_at >= s.cancelled_at)`)

test('when 20 cancellations of a session are sent concurrently, one succeeds, and every participation is returned once', async () => {
  const { event, cancelSession } = await prepare({ holds: 3, tickets: 20, waiting: 2 })
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => cancelSession(index, 25)))
  expect(tally(replies)).toEqual({ ok: 1, 'event-tickets.session-cancelled': 19 })
  await waitUntilProcessed(event.session_id)
  expect(await countOpenEntries(event.session_id)).toBe(0)
  expect(await countWrongParticipations(event)).toBe(0)
  expect(
    await countOf(sql`select count(*) as count from promotion_transaction
      where campaign_id = ${event.campaign_id} and state = 'reversed'`),
  ).toBe(23)
  expect(
    await countOf(sql`select count(*) as count from event_session_notice n
      join event_session_change c on c.id = n.change_id where c.session_id = ${event.session_id}`),
  ).toBe(25)
  expect(await findCounterMismatches(db())).toEqual([])
})

test('a session cancelled during confirmations, scans, cancellations and account deletions leaves nothing open', async () => {
  const { event, holders, ticketHolders, waiting, confirm, cancelSession } = await prepare({
    holds: 10,
    tickets: 30,
    waiting: 6,
  })
  const { session_id, campaign_id } = event
  const steward = await createStaffToken(db(), 'gate_steward', new Date())
  const attendant = await createStaffToken(db(), 'attendant', new Date())
  const scan = (index: number, ticket_code: string) =>
    sendAs(urlOf(index), { staff: steward }, scanTicketCall, {
      ticket_code,
      session_id,
      gate: 'Entrada B',
      scanned_at: new Date().toISOString(),
      client_scan_id: crypto.randomUUID(),
    })
  const checklist = {
    original_document: 'yes',
    holder_or_representative: 'yes',
    understands_deletion: 'yes',
  } as const
  const [cancelled, ...others] = await Promise.all([
    cancelSession(0, 46),
    ...holders.map((person, index) => confirm(index, person, person.reservation_id)),
    ...ticketHolders.slice(0, 15).map(({ code }, index) => scan(index, code)),
    ...ticketHolders
      .slice(10, 25)
      .map(({ token, reservation_id }, index) =>
        sendAs(urlOf(index), { sid: token }, cancelReservationCall, { reservation_id, campaign_id }),
      ),
    ...[...ticketHolders.slice(25), ...waiting.slice(0, 3)].map(({ customer_id }, index) =>
      sendAs(urlOf(index), { staff: attendant }, deskRequestDeletionCall, {
        customer_id,
        checklist,
        reason: 'own_request',
      }),
    ),
  ])
  expect(others.filter(({ status }) => status >= 500)).toEqual([])
  // Cancellations and deletions changed the number of people, possibly again after a refusal.
  let response = cancelled
  while (!response.ok) {
    expect(response.code).toBe('event-tickets.people-changed')
    response = await cancelSession(1, Number(/\d+/.exec(response.message ?? '')?.[0]))
  }
  await waitUntilProcessed(session_id)
  expect(await countOpenEntries(session_id)).toBe(0)
  expect(await findCounterMismatches(db())).toEqual([])
  expect(
    await countOf(sql`select s.held + s.sold - (select count(*) from event_ticket t
      where t.session_id = s.id and t.state = 'used') as count from event_session s where s.id = ${session_id}`),
  ).toBe(0)
  expect(
    await countOf(sql`select count(*) as count from event_scan e join event_session s on s.id = e.session_id
      where s.id = ${session_id} and e.result = 'admitted' and e.received_at > s.cancelled_at + interval '5 seconds'`),
  ).toBe(0)
})
