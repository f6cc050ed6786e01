import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelReservationCall,
  confirmReservationCall,
  listSessionsCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { TestBrowser } from '../../testing/browser.ts'
import { useDatabase } from '../../testing/database.ts'
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts'
import {
  createParticipants,
  createEvent,
  createStaffToken,
  sendAs,
  type Participant,
} from './event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from './events-club.testing.ts'

const database = useDatabase()
const servers: ServerProcess[] = []

const startServer = async (): Promise<ServerProcess> => {
  const server = await startServerProcess({
    env: {
      DATABASE_URL: database.url,
      CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
      SEED: 'no',
    },
  })
  servers.push(server)
  return server
}
beforeAll(async () => {
  await Promise.all([startServer(), startServer()])
})
afterAll(() => Promise.all(servers.map((server) => server.kill('SIGKILL'))))

/** The servers, alternating. */
const urlOf = (index: number): string => servers[index % 2]?.url ?? ''
const now = () => new Date()
type Event = { campaign_id: string; session_id: string }

const reserve = (
  index: number,
  { token, transaction_id }: Participant,
  { session_id }: Event,
  quantity = 1,
) => sendAs(urlOf(index), { sid: token }, reserveCall, { transaction_id, session_id, quantity })
const confirm = (index: number, { token }: Participant, reservation_id: string) =>
  sendAs(urlOf(index), { sid: token }, confirmReservationCall, {
    reservation_id,
    participants: [{ name: 'Ana Lúcia Pereira' }],
    accepted_terms: 'yes',
  })
const cancel = (index: number, { token }: Participant, reservation_id: string, { campaign_id }: Event) =>
  sendAs(urlOf(index), { sid: token }, cancelReservationCall, { reservation_id, campaign_id })

/** Creates an event with participants; the first `holders` of them hold a place. */
const prepare = async (input: { capacity: number; people: number; holders?: number }) => {
  const event = await createEvent(database.db, { capacity: input.capacity, now: now() })
  const { campaign_id } = event
  const participants = await createParticipants(database.db, {
    campaign_id,
    people: input.people,
    now: now(),
  })
  const holders = participants.slice(0, input.holders ?? 0)
  const held = await Promise.all(
    holders.map(async (participant, i) => ({
      participant,
      reservation_id: dataOf(await reserve(i, participant, event)).reservation_id,
    })),
  )
  return { event, participants, held, others: participants.slice(holders.length) }
}

const countersOf = async ({ session_id }: Event) =>
  database.db
    .selectFrom('event_session')
    .select(['capacity', 'held', 'sold'])
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
const countIn = async (table: 'event_reservation' | 'event_waiting', { session_id }: Event) => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from ${sql.table(table)} where session_id = ${session_id}
    group by state`.execute(database.db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('event tickets on two servers', () => {
  test('300 concurrent reservations of 60 places grant exactly 60', async () => {
    const { event, participants } = await prepare({ capacity: 60, people: 300 })
    const responses = await Promise.all(participants.map((participant, i) => reserve(i, participant, event)))
    expect(tally(responses)).toEqual({ ok: 60, 'event-tickets.sold-out': 240 })
    expect(await countersOf(event)).toEqual({ capacity: 60, held: 60, sold: 0 })
    expect(await findCounterMismatches(database.db)).toEqual([])
  })

  test('a participation used to reserve 20 times concurrently creates one hold and returns the same response', async () => {
    const { event, participants } = await prepare({ capacity: 60, people: 1 })
    const [participant] = participants
    if (!participant) throw new Error('No customer was created')
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reserve(i, participant, event, 2)),
    )
    const [first, ...repeats] = responses.map((response) => dataOf(response))
    for (const repeat of repeats) expect(repeat).toEqual(first)
    expect(await countersOf(event)).toMatchObject({ held: 2 })
  })

  test('customers see the effect of their own reservation, refusal or cancellation on the other server', async () => {
    const { event, participants } = await prepare({ capacity: 1, people: 20 })
    const { campaign_id } = event
    const list = async (index: number, token = '') => {
      const browser = new TestBrowser(urlOf(index))
      browser.cookies.set('sid', token)
      const [session] = dataOf(await browser.send(listSessionsCall, { query: { campaign_id } }))
      return { status: session?.status, hold: session?.mine?.hold?.reservation_id }
    }
    /** Makes both servers count the places for visitors. */
    const countForVisitors = () => Promise.all([list(0), list(1)])
    for (let round = 0; round < 10; round += 1) {
      const [holder, other] = participants.slice(2 * round, 2 * round + 2)
      if (!holder || !other) throw new Error('No customer was created')
      await countForVisitors()
      const { reservation_id } = dataOf(await reserve(round, holder, event))
      expect(await list(round + 1, holder.token)).toEqual({ status: 'held_by_others', hold: reservation_id })
      expect(await reserve(round, other, event)).toMatchObject({ code: 'event-tickets.sold-out' })
      expect(await list(round + 1, other.token)).toEqual({ status: 'held_by_others', hold: undefined })
      await countForVisitors()
      dataOf(await cancel(round, holder, reservation_id, event))
      expect(await list(round + 1, holder.token)).toEqual({ status: 'last_places', hold: undefined })
    }
  })

  test('a hold that is confirmed while it expires is either confirmed or expired, and its place is granted once', async () => {
    const { event, held, others } = await prepare({ capacity: 40, people: 80, holders: 40 })
    // Holds expire one after another during the concurrent calls.
    await sql`
      update event_reservation r set created_at = c.at, expires_at = c.at + interval '900 seconds'
      from (select id, ${now()}::timestamptz - interval '900 seconds'
        + (row_number() over (order by id) - 10) * interval '8 milliseconds' as at
        from event_reservation where session_id = ${event.session_id}) as c
      where r.id = c.id`.execute(database.db)
    const [confirmed, reserved] = await Promise.all([
      Promise.all(held.map(({ participant, reservation_id }, i) => confirm(i, participant, reservation_id))),
      Promise.all(others.map((participant, i) => reserve(i + 1, participant, event))),
    ])
    const { ok = 0, ...rest } = tally(confirmed)
    expect(Object.keys(rest)).toEqual(['event-tickets.reservation-expired'])
    const { sold, capacity, held: heldPlaces } = await countersOf(event)
    expect(sold).toBe(ok)
    expect(sold + heldPlaces).toBeLessThanOrEqual(capacity)
    expect(tally(reserved)['ok'] ?? 0).toBeLessThanOrEqual(40 - ok)
    expect(await findCounterMismatches(database.db)).toEqual([])
  })

  test('concurrent cancellations and confirmations return every place once', async () => {
    const { event, held } = await prepare({ capacity: 25, people: 25, holders: 25 })
    const all = await Promise.all(
      held.flatMap(({ participant, reservation_id }, i) =>
        [0, 1, 2, 3].flatMap((repeat) => [
          confirm(i + repeat, participant, reservation_id),
          cancel(i + repeat + 1, participant, reservation_id, event),
        ]),
      ),
    )
    for (const code of Object.keys(tally(all)))
      expect(['ok', 'event-tickets.reservation-cancelled']).toContain(code)
    expect(await countersOf(event)).toEqual({ capacity: 25, held: 0, sold: 0 })
    expect(await countIn('event_reservation', event)).toEqual({ cancelled: 25 })
    expect(await findCounterMismatches(database.db)).toEqual([])
  })

  test('returned places go to the waiting list only, and an offer is accepted once', async () => {
    const { event, held, others } = await prepare({ capacity: 10, people: 45, holders: 10 })
    const waiting = others.slice(0, 15)
    const otherCustomers = others.slice(15)
    const { session_id } = event
    const entries: { participant: Participant; entry_id: string }[] = []
    for (const [i, participant] of waiting.entries()) {
      const body = { session_id, quantity: 1 }
      const response = await sendAs(urlOf(i), { sid: participant.token }, joinWaitingListCall, body)
      entries.push({ participant, entry_id: dataOf(response).entry_id })
    }
    const [, repeated] = await Promise.all([
      Promise.all(
        held.map(({ participant, reservation_id }, i) => cancel(i, participant, reservation_id, event)),
      ),
      Promise.all(otherCustomers.map((participant, i) => reserve(i, participant, event))),
    ])
    expect(tally(repeated)).toEqual({ 'event-tickets.sold-out': 20 })
    expect(await countIn('event_waiting', event)).toEqual({ offered: 10, waiting: 5 })

    const accepting = entries.slice(0, 10)
    const responses = await Promise.all(
      accepting.flatMap(({ participant: { token, transaction_id }, entry_id }, i) => [
        sendAs(urlOf(i), { sid: token }, acceptOfferCall, { transaction_id, entry_id }),
        sendAs(urlOf(i + 1), { sid: token }, acceptOfferCall, { transaction_id, entry_id }),
        sendAs(urlOf(i), { sid: token }, leaveWaitingListCall, { entry_id }),
      ]),
    )
    for (const code of Object.keys(tally(responses)))
      expect(['ok', 'event-tickets.offer-accepted', 'event-tickets.unknown-entry']).toContain(code)
    const {
      accepted = 0,
      left = 0,
      offered = 0,
      waiting: stillWaiting = 0,
    } = await countIn('event_waiting', event)
    // If more than five leave, no waiting customer remains for the sixth place.
    expect(await countersOf(event)).toMatchObject({ held: accepted + offered, sold: 0 })
    expect(accepted + left).toBe(10)
    expect(offered).toBe(Math.min(left, 5))
    expect(offered + stillWaiting).toBe(5)
    expect(await findCounterMismatches(database.db)).toEqual([])
  })

  test('only one of 50 concurrent gates admits a ticket, and a scan sent 20 times is recorded once', async () => {
    const { event, held } = await prepare({ capacity: 2, people: 2, holders: 2 })
    const tickets: string[] = []
    for (const [i, { participant, reservation_id }] of held.entries())
      tickets.push(dataOf(await confirm(i, participant, reservation_id)).tickets[0]?.qr_code ?? '')
    const staff = await createStaffToken(database.db, 'gate_steward', now())
    const scan = (
      index: number,
      ticket_code: string,
      client_scan_id: string,
      gateName = `Entrada ${index}`,
    ) =>
      sendAs(urlOf(index), { staff }, scanTicketCall, {
        ticket_code,
        session_id: event.session_id,
        gate: gateName,
        scanned_at: now().toISOString(),
        client_scan_id,
      })
    const gates = await Promise.all(
      Array.from({ length: 50 }, (_, i) => scan(i, tickets[0] ?? '', randomUUID())),
    )
    const results = gates.map((response) => dataOf(response))
    expect(results.filter(({ result }) => result === 'admitted')).toHaveLength(1)
    expect(results.filter(({ result }) => result === 'already_used')).toHaveLength(49)
    const gate = results.find(({ result }) => result === 'admitted')?.used_gate
    for (const { used_gate } of results) expect(used_gate).toBe(gate)

    const client_scan_id = randomUUID()
    const same = await Promise.all(
      Array.from({ length: 20 }, (_, i) => scan(i, tickets[1] ?? '', client_scan_id, 'Entrada B')),
    )
    const responses = same.map((response) => dataOf(response))
    expect(new Set(responses.map(({ result }) => result))).toEqual(new Set(['admitted']))
    expect(responses.filter(({ repeated }) => !repeated)).toHaveLength(1)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from event_scan where session_id = ${event.session_id}`.execute(database.db)
    expect(rows).toEqual([{ count: 51 }])
    expect(await findCounterMismatches(database.db)).toEqual([])
  })

  test('when a server is killed under load, no place is lost or granted twice and the counters remain correct', async () => {
    const { event, participants } = await prepare({ capacity: 120, people: 400 })
    const victim = await startServer()
    const [survivor = ''] = servers.map(({ url }) => url)
    let answered = 0
    const sendTo = async (url: string, { token, transaction_id }: Participant) => {
      const body = { transaction_id, session_id: event.session_id, quantity: 1 }
      const response = await sendAs(url, { sid: token }, reserveCall, body)
      answered += 1
      // Some of its batches are committed, others are in flight: every response is followed by another request.
      if (answered === 60) process.kill(victim.pid, 'SIGKILL')
      return response
    }
    const first: PromiseSettledResult<Awaited<ReturnType<typeof sendTo>>>[] = []
    const waiting = participants.entries()
    const sendInTurn = async () => {
      for (const [i, participant] of waiting) {
        const [outcome] = await Promise.allSettled([sendTo(i % 2 === 0 ? victim.url : survivor, participant)])
        first[i] = outcome
      }
    }
    await Promise.all(Array.from({ length: 40 }, sendInTurn))
    expect(first.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await findCounterMismatches(database.db)).toEqual([])
    // Clients without a response retry with the same participation.
    const responses = await Promise.all(
      first.map(async (outcome, i) => {
        const participant = participants[i]
        if (outcome.status === 'fulfilled') return outcome.value
        if (!participant) throw new Error('No customer was created')
        return sendTo(survivor, participant)
      }),
    )
    expect(tally(responses)).toEqual({ ok: 120, 'event-tickets.sold-out': 280 })
    expect(await countersOf(event)).toEqual({ capacity: 120, held: 120, sold: 0 })
    expect(await findCounterMismatches(database.db)).toEqual([])
  })
})
