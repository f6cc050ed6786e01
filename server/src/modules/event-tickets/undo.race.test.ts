import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import {
  cancelTransactionCall,
  readTransactionCall,
  reverseTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import {
  doorEntryCall,
  releaseNoShowsCall,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { TestBrowser, type ApiResponse } from '../../testing/browser.ts'
import { useTwoServers } from '../../testing/two-servers.ts'
import { createParticipants, createEvent, sendAs, type Participant } from './event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from './events-club.testing.ts'

const servers = useTwoServers()
const { urlOf } = servers
const db = () => servers.database.db
const now = () => new Date()
type Event = { campaign_id: string; session_id: string }

const reserve = (
  index: number,
  { token, transaction_id }: Participant,
  { session_id }: Event,
  quantity = 1,
) => sendAs(urlOf(index), { sid: token }, reserveCall, { transaction_id, session_id, quantity })
const confirm = (index: number, { token }: Participant, reservation_id: string, terms_version = '') =>
  sendAs(urlOf(index), { sid: token }, confirmReservationCall, {
    reservation_id,
    participants: [{ name: 'Ana Lúcia Pereira' }],
    accepted_terms: 'yes',
    ...(terms_version !== '' && { terms_version }),
  })
const cancel = (index: number, { token }: Participant, reservation_id: string, { campaign_id }: Event) =>
  sendAs(urlOf(index), { sid: token }, cancelReservationCall, { reservation_id, campaign_id })
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const prepare = async (input: { capacity: number; people: number }) => {
  const event = await createEvent(db(), { capacity: input.capacity, now: now() })
  const { campaign_id } = event
  return { event, people: await createParticipants(db(), { campaign_id, people: input.people, now: now() }) }
}
/** An event with a single customer. */
const prepareOne = async (capacity = 10) => {
  const { event, people } = await prepare({ capacity, people: 1 })
  const [person] = people
  if (!person) throw new Error('No customer was created')
  return { event, person }
}
const countersOf = ({ session_id }: Event) =>
  db()
    .selectFrom('event_session')
    .select(['held', 'sold'])
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
const statesOf = async ({ session_id }: Event) => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from event_reservation where session_id = ${session_id}
    group by state`.execute(db())
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('two servers and one participation', () => {
  test('a participation used 20 times concurrently with two bodies executes one body and refuses the other', async () => {
    const { event, person } = await prepareOne()
    const responses = await concurrently(20, (index) => reserve(index, person, event, index % 4 < 2 ? 1 : 2))
    const succeeded = responses.filter(({ ok }) => ok).map((response) => dataOf(response))
    expect(tally(responses)).toEqual({ ok: 10, 'campaigns.transaction-reused': 10 })
    for (const response of succeeded) expect(response).toEqual(succeeded[0])
    expect(await countersOf(event)).toEqual({ held: succeeded[0]?.quantity, sold: 0 })
    const other = succeeded[0]?.quantity === 1 ? 2 : 1
    expect(await reserve(0, person, event, other)).toMatchObject({
      status: 409,
      message: 'Esta participação já foi utilizada com outros dados.',
    })
  })

  test('a participation used concurrently by its owner and 20 other customers succeeds only for the owner', async () => {
    const { event, people } = await prepare({ capacity: 60, people: 21 })
    const [owner, ...otherCustomers] = people
    if (!owner) throw new Error('No customer was created')
    const { transaction_id } = owner
    const [own, ...others] = await Promise.all([
      reserve(0, owner, event),
      ...otherCustomers.map((customer, i) => reserve(i + 1, { ...customer, transaction_id }, event)),
    ])
    expect(own?.status).toBe(200)
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([404]))
    expect(tally(others)).toEqual({ 'campaigns.transaction-unknown': 20 })
    expect(await countersOf(event)).toEqual({ held: 1, sold: 0 })
  })

  test('when a participation is cancelled and used concurrently, only one succeeds, and a hold exists only if it was used', async () => {
    const { event, people } = await prepare({ capacity: 60, people: 12 })
    const responses = await Promise.all(
      people.map((person, i) => {
        const { token, transaction_id } = person
        return Promise.all([
          reserve(i, person, event),
          sendAs(urlOf(i + 1), { sid: token }, cancelTransactionCall, { transaction_id }),
        ])
      }),
    )
    let used = 0
    for (const [use, cancelled] of responses) {
      expect([use.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
      if (use.ok) used += 1
      else expect(use.code).toBe('campaigns.transaction-cancelled')
    }
    expect(await countersOf(event)).toEqual({ held: used, sold: 0 })
  })
})

describe('two servers and the terms of events', () => {
  const publish = async (version: string) => {
    const marketing = await servers.staff('marketing')
    const document = '<p>Chegue cedo.</p>'
    return marketing.at(1).send(publishDocumentCall, { body: { kind: 'event_terms', version, document } })
  }
  const prepareHold = async () => {
    const { event, person } = await prepareOne()
    const { reservation_id } = dataOf(await reserve(0, person, event))
    return { reservation_id, person }
  }
  /** Waits until the given number of the servers' statements wait for a lock. */
  const expectWaiting = async (count: number) => {
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db())
      return rows.length
    }
    await expect.poll(waiting, { timeout: 10_000 }).toBe(count)
  }

  afterAll(() => sql`update consent_document set state = 'inactive'`.execute(db()))

  test('a reservation is not confirmed without terms while terms are being published, or afterwards', async () => {
    const { reservation_id, person } = await prepareHold()
    const [publishing, confirming] = await inTransaction(db(), async (tx) => {
      // Blocks the publication before its commit, when it appends its audit line.
      await sql`select from audit_head for update`.execute(tx)
      const published = publish('0.9')
      await expectWaiting(1)
      const confirmed = confirm(0, person, reservation_id)
      await expectWaiting(2)
      return [published, confirmed]
    })
    expect(await publishing).toMatchObject({ status: 200 })
    for (const refused of [await confirming, await confirm(1, person, reservation_id)])
      expect(refused).toMatchObject({ status: 409, code: 'event-tickets.terms-outdated' })
    expect(await confirm(0, person, reservation_id, '0.9')).toMatchObject({ status: 200 })
  })

  test('a new version of the event terms is published only after a concurrent confirmation with the previous version', async () => {
    dataOf(await publish('1.0'))
    const { reservation_id, person } = await prepareHold()
    const [confirming, publishing] = await inTransaction(db(), async (tx) => {
      // Blocks the confirmation after it has accepted the terms.
      await sql`select from event_reservation where id = ${reservation_id} for update`.execute(tx)
      const confirmed = confirm(0, person, reservation_id, '1.0')
      await expectWaiting(1)
      const published = publish('1.1')
      await expectWaiting(2)
      return [confirmed, published]
    })
    expect(await confirming).toMatchObject({ status: 200, data: { state: 'confirmed' } })
    expect(await publishing).toMatchObject({ status: 200 })
  })

  test('a reservation is not confirmed with terms that a concurrent publication replaces', async () => {
    dataOf(await publish('2.0'))
    const { reservation_id, person } = await prepareHold()
    const [publishing, confirming] = await inTransaction(db(), async (tx) => {
      // Blocks the publication before its commit, when it appends its audit line.
      await sql`select from audit_head for update`.execute(tx)
      const published = publish('2.1')
      await expectWaiting(1)
      const confirmed = confirm(0, person, reservation_id, '2.0')
      await expectWaiting(2)
      return [published, confirmed]
    })
    expect(await publishing).toMatchObject({ status: 200 })
    expect(await confirming).toMatchObject({ status: 409, code: 'event-tickets.terms-outdated' })
    expect(await confirm(0, person, reservation_id, '2.1')).toMatchObject({ status: 200 })
  })
})

describe('two servers releasing places', () => {
  test('20 concurrent cancellations return a place once, to one waiting customer', async () => {
    const { event, people } = await prepare({ capacity: 1, people: 3 })
    const [ticketHolder, ...waiting] = people
    if (!ticketHolder) throw new Error('No customer was created')
    const { reservation_id } = dataOf(await reserve(0, ticketHolder, event))
    dataOf(await confirm(0, ticketHolder, reservation_id))
    const { session_id } = event
    for (const [i, { token }] of waiting.entries())
      dataOf(await sendAs(urlOf(i), { sid: token }, joinWaitingListCall, { session_id, quantity: 1 }))
    const responses = await concurrently(20, (index) => cancel(index, ticketHolder, reservation_id, event))
    expect(tally(responses)).toEqual({ ok: 20 })
    expect(new Set(responses.map(({ message }) => message))).toEqual(new Set(['Reserva cancelada.']))
    // The place is held for the one offer.
    expect(await countersOf(event)).toEqual({ held: 1, sold: 0 })
    const { rows } = await sql<{ state: string }>`
      select state from event_waiting where session_id = ${session_id} order by state`.execute(db())
    expect(rows.map(({ state }) => state)).toEqual(['offered', 'waiting'])
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('concurrent expiry, cancellation and reservation free each place once', async () => {
    const { event, people } = await prepare({ capacity: 20, people: 40 })
    const holders = people.slice(0, 20)
    const held = await Promise.all(
      holders.map(async (person, i) => ({
        person,
        reservation_id: dataOf(await reserve(i, person, event)).reservation_id,
      })),
    )
    await sql`
      update event_reservation set created_at = created_at - interval '900 seconds',
        expires_at = expires_at - interval '900 seconds'
      where session_id = ${event.session_id}`.execute(db())
    const [cancelled, reserved] = await Promise.all([
      Promise.all(held.map(({ person, reservation_id }, i) => cancel(i, person, reservation_id, event))),
      Promise.all(people.slice(20).map((person, i) => reserve(i + 1, person, event))),
    ])
    expect(tally(cancelled)).toEqual({ ok: 20 })
    expect(tally(reserved)).toEqual({ ok: 20 })
    expect(await countersOf(event)).toEqual({ held: 20, sold: 0 })
    expect(await statesOf(event)).toEqual({ expired: 20, held: 20 })
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('20 concurrent reversals by staff and cancellations by the customer return a place once', async () => {
    const { event, person } = await prepareOne(1)
    const { reservation_id } = dataOf(await reserve(0, person, event))
    dataOf(await confirm(1, person, reservation_id))
    const approver = await servers.staff('approver')
    const { protocol } = await readOwn(person)
    const responses = await concurrently(20, (index): Promise<ApiResponse<unknown>> =>
      index % 5 === 4
        ? cancel(index, person, reservation_id, event)
        : approver.at(index).send(reverseTransactionCall, {
            body: { protocol, reason: 'Cadastro duplicado' },
          }),
    )
    expect(tally(responses)).toEqual({ ok: 1 + 4, 'campaigns.transaction-not-completed': 15 })
    expect(await countersOf(event)).toEqual({ held: 0, sold: 0 })
    expect((await readOwn(person)).state).toBe('reversed')
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('reversing a participation that got the reservation of an earlier one leaves its tickets valid, even concurrently', async () => {
    const { event, person } = await prepareOne(1)
    const { campaign_id } = event
    const { reservation_id } = dataOf(await reserve(0, person, event))
    const { token } = person
    const start = { campaign_id, kind: 'event_tickets' } as const
    const { transaction_id } = dataOf(await sendAs(urlOf(1), { sid: token }, startTransactionCall, start))
    const duplicate = { ...person, transaction_id }
    expect(dataOf(await reserve(1, duplicate, event)).reservation_id).toBe(reservation_id)
    dataOf(await confirm(0, person, reservation_id))
    const approver = await servers.staff('approver')
    const reverse = async (participant: Participant) => {
      const { protocol } = await readOwn(participant)
      return concurrently(10, (index) =>
        approver
          .at(index)
          .send(reverseTransactionCall, { body: { protocol, reason: 'Participação repetida' } }),
      )
    }
    expect(tally(await reverse(duplicate))).toEqual({ ok: 1, 'campaigns.transaction-not-completed': 9 })
    expect(await countersOf(event)).toEqual({ held: 0, sold: 1 })
    expect(await statesOf(event)).toEqual({ confirmed: 1 })
    expect((await readOwn(duplicate)).state).toBe('reversed')
    expect(tally(await reverse(person))).toEqual({ ok: 1, 'campaigns.transaction-not-completed': 9 })
    expect(await countersOf(event)).toEqual({ held: 0, sold: 0 })
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('a ticket that is released as a no-show while it is scanned is either released or admitted', async () => {
    const { event, people } = await prepare({ capacity: 20, people: 20 })
    const { session_id } = event
    const codes = await Promise.all(
      people.map(async (person, i) => {
        const { reservation_id } = dataOf(await reserve(i, person, event))
        return dataOf(await confirm(i, person, reservation_id)).tickets[0]?.qr_code ?? ''
      }),
    )
    await sql`
      update event_session set no_show_from = now() - interval '1 minute' where id = ${session_id}`.execute(
      db(),
    )
    const supervisor = await servers.staff('gate_supervisor')
    const [scans, releases] = await Promise.all([
      Promise.all(
        codes.map((ticket_code, index) =>
          supervisor.at(index).send(scanTicketCall, {
            body: {
              ticket_code,
              session_id,
              gate: `Entrada ${index}`,
              scanned_at: now().toISOString(),
              client_scan_id: randomUUID(),
            },
          }),
        ),
      ),
      concurrently(10, (index) => supervisor.at(index).send(releaseNoShowsCall, { body: { session_id } })),
    ])
    const results = scans.map((response) => dataOf(response).result)
    const admitted = results.filter((result) => result === 'admitted').length
    expect(results.filter((result) => result === 'released')).toHaveLength(20 - admitted)
    const released = releases.map((response) => dataOf(response).released)
    expect(released.reduce((sum, each) => sum + each, 0)).toBe(20 - admitted)
    expect(await countersOf(event)).toEqual({ held: 0, sold: admitted })
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('with 11 free places, five of 20 concurrent door admissions of two people succeed and one place remains', async () => {
    const { event } = await prepare({ capacity: 11, people: 0 })
    const { session_id } = event
    const supervisor = await servers.staff('gate_supervisor')
    const responses = await concurrently(20, (index) =>
      supervisor.at(index).send(doorEntryCall, {
        body: {
          session_id,
          gate: `Entrada ${index}`,
          quantity: 2,
          scanned_at: now().toISOString(),
          client_scan_id: randomUUID(),
        },
      }),
    )
    expect(tally(responses)).toEqual({ ok: 5, 'event-tickets.door-full': 15 })
    expect(await countersOf(event)).toEqual({ held: 0, sold: 10 })
    expect(await findCounterMismatches(db())).toEqual([])
  })
})

/** The customer's view of the participation. */
const readOwn = async ({ token, transaction_id }: Participant) => {
  const browser = new TestBrowser(urlOf(0))
  browser.cookies.set('sid', token)
  return dataOf(await browser.send(readTransactionCall, { params: { transaction_id } }))
}
