import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { cancelReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
  lowerWaitingQuantityCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { advanceTime } from '../../../testing/random/random-event-checks.ts'
import { useTwoServers } from '../../../testing/two-servers.ts'
import {
  createEvent,
  createParticipants,
  readPlan,
  sendAs,
  type Participant,
} from '../event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, tally } from '../events-club.testing.ts'

const servers = useTwoServers()
const { urlOf } = servers
const db = () => servers.database.db
type Event = { campaign_id: string; session_id: string }

const reserve = (
  index: number,
  { token, transaction_id }: Participant,
  { session_id }: Event,
  quantity = 1,
) => sendAs(urlOf(index), { sid: token }, reserveCall, { transaction_id, session_id, quantity })

const prepare = async (input: { capacity: number; people: number }) => {
  const now = new Date()
  const event = await createEvent(db(), { capacity: input.capacity, now })
  const { campaign_id } = event
  return { event, people: await createParticipants(db(), { campaign_id, people: input.people, now }) }
}

const checklist = {
  original_document: 'yes',
  holder_or_representative: 'yes',
  understands_deletion: 'yes',
} as const

/** Adds people to the waiting list in the given order, inserted directly for speed. */
const addWaiting = async ({ session_id }: Event, people: readonly Participant[], quantity: number) => {
  await sql`
    insert into event_waiting (session_id, customer_id, quantity, state, service_channel, joined_at)
    select ${session_id}, id, ${quantity}, 'waiting', 'site', clock_timestamp()
    from unnest(${people.map(({ customer_id }) => customer_id)}::uuid[]) as p (id)`.execute(db())
}
const countWaiting = async ({ session_id }: Event) => {
  const { rows } = await sql<{ quantity: number; state: string; count: number }>`
    select quantity, state, count(*)::int as count from event_waiting where session_id = ${session_id}
    group by quantity, state order by quantity, state`.execute(db())
  return rows
}

describe('two servers and a long waiting list', () => {
  test('a returned place goes to the only one of 211 waiting entries that fits, not to concurrent reservations', async () => {
    const { event, people } = await prepare({ capacity: 1, people: 232 })
    const [holder, last, ...others] = people
    if (!holder || !last) throw new Error('No customer was created')
    const { reservation_id } = dataOf(await reserve(0, holder, event))
    await addWaiting(event, others.slice(0, 210), 2)
    await addWaiting(event, [last], 1)
    const { campaign_id } = event
    const [cancelled, ...responses] = await Promise.all([
      sendAs(urlOf(0), { sid: holder.token }, cancelReservationCall, { reservation_id, campaign_id }),
      ...others.slice(210).map((person, i) => reserve(i, person, event)),
    ])
    expect(cancelled).toMatchObject({ status: 200 })
    expect(tally(responses)).toEqual({ 'event-tickets.sold-out': 20 })
    expect(await countWaiting(event)).toEqual([
      { quantity: 1, state: 'offered', count: 1 },
      { quantity: 2, state: 'waiting', count: 210 },
    ])
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('450 returned places are offered to the 445 waiting customers, and only the remaining five are reserved by others', async () => {
    const { event, people } = await prepare({ capacity: 450, people: 465 })
    const { session_id } = event
    await sql`update event_session set sold = 450 where id = ${session_id}`.execute(db())
    await addWaiting(event, people.slice(0, 445), 1)
    await sql`update event_session set sold = 0 where id = ${session_id}`.execute(db())
    const others = people.slice(445)
    const [first] = others
    if (!first) throw new Error('No customer was created')
    expect(await reserve(0, first, event)).toMatchObject({ code: 'event-tickets.sold-out' })
    const early = await Promise.all(others.map((person, i) => reserve(i, person, event)))
    await expect.poll(() => countWaiting(event)).toEqual([{ quantity: 1, state: 'offered', count: 445 }])
    const late = await Promise.all(
      others.filter((_, i) => !early[i]?.ok).map((person, i) => reserve(i, person, event)),
    )
    expect([...early, ...late].filter(({ ok }) => ok)).toHaveLength(5)
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('when the quantities of entries are reduced while 12 places are being offered, exactly 12 are offered, and entries that are still waiting have their reduced quantity', async () => {
    const { event, people } = await prepare({ capacity: 12, people: 42 })
    const { campaign_id, session_id } = event
    const held = await Promise.all(
      people.slice(0, 12).map(async (person, i) => dataOf(await reserve(i, person, event)).reservation_id),
    )
    const waiting = people.slice(12)
    await addWaiting(event, waiting, 4)
    const entries = await sql<{ id: string; customer_id: string }>`
      select id, customer_id from event_waiting where session_id = ${session_id}`.execute(db())
    const entryOf = ({ customer_id }: Participant) =>
      entries.rows.find((entry) => entry.customer_id === customer_id)?.id ?? ''
    const lower = (index: number, person: Participant, quantity: number) =>
      sendAs(urlOf(index), { sid: person.token }, lowerWaitingQuantityCall, {
        entry_id: entryOf(person),
        quantity,
      })
    const [cancelled, left, ...lowered] = await Promise.all([
      // Each returned place makes the offering job of either server look for entries that fit.
      Promise.all(
        held.map((reservation_id, i) =>
          sendAs(urlOf(i), { sid: people[i]?.token ?? '' }, cancelReservationCall, {
            reservation_id,
            campaign_id,
          }),
        ),
      ),
      Promise.all(
        waiting
          .filter((_, i) => i % 5 === 0)
          .map((person, i) =>
            sendAs(urlOf(i), { sid: person.token }, leaveWaitingListCall, { entry_id: entryOf(person) }),
          ),
      ),
      ...waiting.flatMap((person, i) => [lower(i, person, 1 + (i % 3)), lower(i + 1, person, 1)]),
    ])
    expect(tally([...cancelled, ...left])).toEqual({ ok: 18 })
    expect(lowered.filter(({ status }) => status >= 500)).toEqual([])
    for (const response of lowered)
      if (response.ok && response.data.state === 'offered')
        expect(response.data.quantity).toBeLessThanOrEqual(3)
    const { rows } = await sql<{ state: string; quantity: number }>`
      select state, quantity from event_waiting where session_id = ${session_id}`.execute(db())
    // Every entry that is still waiting was reduced to one ticket by its second request.
    expect(rows.filter(({ state, quantity }) => state === 'waiting' && quantity !== 1)).toEqual([])
    const offered = rows.filter(({ state }) => state === 'offered')
    expect(offered.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(12)
    expect(await findCounterMismatches(db())).toEqual([])
  })

  test('places returned concurrently with a pause are offered before it or after it, and never to others', async () => {
    const { event, people } = await prepare({ capacity: 10, people: 45 })
    const { campaign_id, session_id } = event
    const marketing = await servers.staff('marketing')
    const change = (index: number, name: 'pause' | 'resume') =>
      marketing.at(index).send(changeCampaignCall, { body: { campaign_id, event: name } })
    const held = await Promise.all(
      people.slice(0, 10).map(async (person, i) => dataOf(await reserve(i, person, event)).reservation_id),
    )
    await addWaiting(event, people.slice(10, 25), 1)
    const cancel = (reservation_id: string, i: number) =>
      sendAs(urlOf(i), { sid: people[i]?.token ?? '' }, cancelReservationCall, {
        reservation_id,
        campaign_id,
      })
    const early = held.slice(0, 6).map(cancel)
    expect((await change(1, 'pause')).ok).toBe(true)
    await Promise.all(early)
    const countOffered = async () =>
      (await countWaiting(event)).find(({ state }) => state === 'offered')?.count ?? 0
    const before = await countOffered()
    const late = await Promise.all(held.slice(6).map((id, i) => cancel(id, i + 6)))
    expect(tally(late)).toEqual({ ok: 4 })
    expect(await countOffered()).toBe(before)
    const [resumed, responses] = await Promise.all([
      Promise.all([0, 1, 2, 3].map((index) => change(index, 'resume'))),
      Promise.all(people.slice(25).map((person, i) => reserve(i, person, event))),
    ])
    expect(tally(resumed)).toEqual({ ok: 1, 'campaigns.wrong-state': 3 })
    expect(responses.filter(({ ok }) => ok)).toEqual([])
    await expect
      .poll(() => countWaiting(event))
      .toEqual([
        { quantity: 1, state: 'offered', count: 10 },
        { quantity: 1, state: 'waiting', count: 5 },
      ])
    const { rows } = await sql`select held, sold from event_session where id = ${session_id}`.execute(db())
    expect(rows).toEqual([{ held: 10, sold: 0 }])
    expect(await findCounterMismatches(db())).toEqual([])
  })

  /** Waits until the given number of the servers' statements wait for a lock. */
  const expectBlocked = async (count: number) => {
    const blocked = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db())
      return rows.length
    }
    await expect.poll(blocked).toBe(count)
  }
  /** Pauses the campaign while the request waits for the session’s lock. @returns its response */
  const pauseDuring = async <Result>(
    { campaign_id, session_id }: Event,
    request: () => Promise<Result>,
  ): Promise<Result> => {
    const [response] = await inTransaction(db(), async (tx) => {
      await sql`select from event_session where id = ${session_id} for no key update`.execute(tx)
      const pending = request()
      await expectBlocked(1)
      await sql`update campaign set state = 'paused', paused_at = now() where id = ${campaign_id}`.execute(tx)
      return [pending]
    })
    return response
  }

  test('accepting an offer is refused, and the offer is kept, when its campaign is paused while the acceptance waits for the session’s lock', async () => {
    const { event, people } = await prepare({ capacity: 1, people: 2 })
    const [holder, waiting] = people
    if (!holder || !waiting) throw new Error('No customer was created')
    const { campaign_id, session_id } = event
    const { reservation_id } = dataOf(await reserve(0, holder, event))
    const body = { session_id, quantity: 1 }
    const { entry_id } = dataOf(await sendAs(urlOf(0), { sid: waiting.token }, joinWaitingListCall, body))
    const cancelled = { reservation_id, campaign_id }
    dataOf(await sendAs(urlOf(1), { sid: holder.token }, cancelReservationCall, cancelled))
    const { token, transaction_id } = waiting
    const accepted = await pauseDuring(event, () =>
      sendAs(urlOf(0), { sid: token }, acceptOfferCall, { transaction_id, entry_id }),
    )
    expect(accepted).toMatchObject({ status: 409, code: 'campaigns.paused' })
    expect(await countWaiting(event)).toEqual([{ quantity: 1, state: 'offered', count: 1 }])
  })

  test('a free place is not reserved when its campaign is paused while the reservation waits for the session’s lock', async () => {
    const { event, people } = await prepare({ capacity: 1, people: 2 })
    const [waiting, other] = people
    if (!waiting || !other) throw new Error('No customer was created')
    await addWaiting(event, [waiting], 1)
    const reserved = await pauseDuring(event, () => reserve(0, other, event))
    expect(reserved).toMatchObject({ status: 409, code: 'campaigns.paused' })
    expect(await countWaiting(event)).toEqual([{ quantity: 1, state: 'waiting', count: 1 }])
  })

  test('a customer is not added to a waiting list whose campaign is paused while the request waits for the session’s lock', async () => {
    const { event, people } = await prepare({ capacity: 1, people: 2 })
    const [holder, waiting] = people
    if (!holder || !waiting) throw new Error('No customer was created')
    dataOf(await reserve(0, holder, event))
    const body = { session_id: event.session_id, quantity: 1 }
    const joined = await pauseDuring(event, () =>
      sendAs(urlOf(0), { sid: waiting.token }, joinWaitingListCall, body),
    )
    expect(joined).toMatchObject({ status: 409, code: 'campaigns.paused' })
    expect(await countWaiting(event)).toEqual([])
  })

  const requests = {
    'a waiting-list entry': ({ token }: Participant, { session_id }: Event) =>
      sendAs(urlOf(0), { sid: token }, joinWaitingListCall, { session_id, quantity: 2 }),
    'a hold': (person: Participant, event: Event) => reserve(0, person, event),
  }
  test.each(Object.entries(requests))(
    'an account deletion requested while %s is being created cancels it',
    async (_name, request) => {
      const { event, people } = await prepare({ capacity: 1, people: 1 })
      const { session_id } = event
      const [person] = people
      if (!person) throw new Error('No customer was created')
      const { customer_id } = person
      const desk = await servers.staff('attendant')
      const [created, deleted] = await inTransaction(db(), async (tx) => {
        await sql`select from event_session where id = ${session_id} for no key update`.execute(tx)
        const creating = request(person, event)
        await expectBlocked(1)
        const body = { customer_id, checklist, reason: 'own_request' } as const
        let isDeleted = false
        const deleting = desk
          .at(1)
          .send(deskRequestDeletionCall, { body })
          .finally(() => (isDeleted = true))
        await Promise.race([deleting, expectBlocked(2)])
        expect(isDeleted).toBe(false)
        return [creating, deleting]
      })
      expect([await created, await deleted]).toMatchObject([{ status: 200 }, { status: 200 }])
      const { rows } = await sql`
        select id from event_waiting where customer_id = ${customer_id} and state in ('waiting', 'offered')
        union all select id from event_reservation where customer_id = ${customer_id} and state = 'held'
      `.execute(db())
      expect(rows).toEqual([])
      expect(await request(person, event)).toMatchObject({ status: 401 })
      expect(await findCounterMismatches(db())).toEqual([])
    },
  )

  test('the waiting-list counters match the entries after concurrent joins, offers, acceptances, expiries, departures and account deletions', async () => {
    const { event, people } = await prepare({ capacity: 12, people: 72 })
    const { campaign_id, session_id } = event
    const [marketing, desk] = [await servers.staff('marketing'), await servers.staff('attendant')]
    const operations = {
      join: (person: Participant, i: number) =>
        sendAs(urlOf(i), { sid: person.token }, joinWaitingListCall, { session_id, quantity: 1 + (i % 3) }),
      leave: ({ token }: Participant, i: number) =>
        sendAs(urlOf(i), { sid: token }, leaveWaitingListCall, { entry_id: entryOf(i) }),
      accept: ({ token, transaction_id }: Participant, i: number) =>
        sendAs(urlOf(i), { sid: token }, acceptOfferCall, { transaction_id, entry_id: entryOf(i) }),
      cancel: ({ token }: Participant, i: number) =>
        sendAs(urlOf(i), { sid: token }, cancelReservationCall, {
          reservation_id: held[i] ?? '',
          campaign_id,
        }),
      delete: ({ customer_id }: Participant, i: number) =>
        desk.at(i).send(deskRequestDeletionCall, { body: { customer_id, checklist, reason: 'own_request' } }),
      setClosed: async (is_closed: boolean, i: number) => {
        const body = { ...(await readPlan(db(), session_id)), is_closed }
        return marketing.at(i).send(updateSessionCall, { body })
      },
      change: (name: 'pause' | 'resume', i: number) =>
        marketing.at(i).send(changeCampaignCall, { body: { campaign_id, event: name } }),
    }
    const entryOf = (i: number) => entries.get(i) ?? ''
    /** Every `step`th person from `from` up to `until`, exclusive, with their index. */
    const pick = (from: number, until: number, step = 1) =>
      [...people.entries()].filter(([i]) => i >= from && i < until && (i - from) % step === 0)
    const each = async <Result extends { status: number }>(
      chosen: readonly [number, Participant][],
      operate: (person: Participant, i: number) => Promise<Result>,
    ): Promise<Result[]> => {
      const replies = await Promise.all(chosen.map(([i, person]) => operate(person, i)))
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      return replies
    }
    const { join, leave, accept, cancel, delete: erase, setClosed, change } = operations
    const expectCountersToMatch = async () => expect(await findCounterMismatches(db())).toEqual([])

    const held = (await each(pick(0, 12), (person, i) => reserve(i, person, event))).map(
      (reply) => dataOf(reply).reservation_id,
    )
    const entries = new Map<number, string>()
    const [joined] = await Promise.all([each(pick(12, 72), join), each(pick(0, 4), cancel)])
    for (const [i, reply] of joined.entries()) if (reply.ok) entries.set(i + 12, reply.data.entry_id)
    expect(entries.size).toBeGreaterThan(50)
    await expectCountersToMatch()

    const [accepted, erased] = await Promise.all([
      each(pick(12, 72, 2), accept),
      each(pick(15, 72, 10), erase),
      each(pick(13, 72, 10), leave),
      each(pick(4, 8), cancel),
      setClosed(true, 0).then(() => setClosed(false, 1)),
    ])
    expect(tally(accepted)['ok']).toBeGreaterThan(0)
    expect(tally(erased)).toEqual({ ok: 6 })
    await expectCountersToMatch()

    await Promise.all([
      change('pause', 0),
      each(pick(8, 12), cancel),
      each(pick(17, 72, 10), leave),
      each(pick(19, 72, 10), erase),
    ])
    // Holds expire during the pause and are converted to entries at the head of the list; offers expire after it.
    await advanceTime(db(), event, { seconds: 901 })
    await Promise.all([each(pick(12, 20), join), each(pick(17, 72, 10), leave), change('resume', 1)])
    await expectCountersToMatch()
    await advanceTime(db(), event, { seconds: 1801 })
    await Promise.all([each(pick(21, 72, 2), accept), each(pick(20, 72, 10), erase), setClosed(false, 0)])
    await expectCountersToMatch()
    const counts = await countWaiting(event)
    for (const state of ['waiting', 'offered', 'accepted', 'expired', 'left'])
      expect(counts.map((row) => row.state)).toContain(state)
  })
})
