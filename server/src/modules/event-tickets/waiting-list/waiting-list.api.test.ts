import { sql, type RawBuilder } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { CampaignEvent } from '@clube/contract/campaigns/campaign-states.ts'
import { cancelReservationCall, listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { listSessionWaitingEntriesCall } from '@clube/contract/event-tickets/staff-calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
  listMyWaitingEntriesCall,
  lowerWaitingQuantityCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { createParticipants } from '../event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, useEventsClub } from '../events-club.testing.ts'
import { createEventTicketsPromotion } from '../promotion.ts'
import { registerReleases, releaseExpired } from '../release-expired.ts'
import { listSessionWaiting } from './waiting-store.ts'

const club = useEventsClub()
afterEach(() => {
  club.clock.set('2026-12-10T15:00:00Z')
  club.notices.length = 0
})

type Person = Awaited<ReturnType<typeof club.join>>
type EventSessionRef = { session_id: string; campaign_id: string }

const tryJoin = ({ browser }: Person, { session_id }: EventSessionRef, quantity = 1) =>
  browser.send(joinWaitingListCall, { body: { session_id, quantity } })
const join = async (person: Person, session: EventSessionRef, quantity = 1) =>
  dataOf(await tryJoin(person, session, quantity))
const waitingOf = async ({ browser }: Person) => dataOf(await browser.send(listMyWaitingEntriesCall))
const cancel = async ({ browser, reservation }: Awaited<ReturnType<typeof club.ticketHolder>>) => {
  const { reservation_id, campaign_id } = reservation
  dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
}
const accept = async (person: Person, session: EventSessionRef, entry_id: string) => {
  const transaction_id = await club.start(person, session.campaign_id)
  return person.browser.send(acceptOfferCall, { body: { transaction_id, entry_id } })
}
/** A session of four places, all sold to one customer. */
const createSoldOutSession = async () => {
  const session = await club.session({ capacity: 4, limit_per_document: 4 })
  return { session, ticketHolder: await club.ticketHolder(session, 4) }
}
/** Adds customers to the waiting list, inserted directly for speed. */
const addWaiting = async ({ session_id, campaign_id }: EventSessionRef, people: number) => {
  const { db } = club.database
  const waiting = await createParticipants(db, { campaign_id, people, now: club.clock.now() })
  await sql`
    insert into event_waiting (session_id, customer_id, quantity, state, service_channel, joined_at)
    select ${session_id}, id, 1, 'waiting', 'site', ${club.clock.now()}
    from unnest(${waiting.map(({ customer_id }) => customer_id)}::uuid[]) as p (id)`.execute(db)
}

describe('joining a waiting list', () => {
  test('a waiting list accepts one entry per customer, in order, when too few places are free', async () => {
    const session = await club.session({ capacity: 4 })
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    await club.ticketHolder(session, 3)
    expect(await tryJoin(ana, session)).toMatchObject({
      status: 409,
      message: 'Ainda há ingressos para esta sessão. Faça a sua reserva.',
    })
    const first = await join(ana, session, 2)
    expect(first).toMatchObject({ state: 'waiting', position: 1, quantity: 2, offer_expires_at: null })
    expect(await join(ana, session, 4)).toEqual(first)
    expect(await join(eva, session, 2)).toMatchObject({ position: 2 })
    expect(await tryJoin(ida, session, 5)).toMatchObject({ message: 'Escolha de 1 a 4 ingressos.' })
    const query = { campaign_id: session.campaign_id }
    const [own] = dataOf(await eva.browser.send(listSessionsCall, { query }))
    expect(own?.mine?.waiting).toMatchObject({ position: 2, state: 'waiting' })
  })

  test('the positions in the list of sessions are at most a second old, and that of a new entry is current', async () => {
    const { session } = await createSoldOutSession()
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    const positionOf = async ({ browser }: Person) => {
      const query = { campaign_id: session.campaign_id }
      return dataOf(await browser.send(listSessionsCall, { query }))[0]?.mine?.waiting?.position
    }
    const { entry_id } = await join(ana, session)
    await join(eva, session)
    expect([await positionOf(ana), await positionOf(eva)]).toEqual([1, 2])
    dataOf(await ana.browser.send(leaveWaitingListCall, { body: { entry_id } }))
    await join(ida, session)
    expect([await positionOf(eva), await positionOf(ida)]).toEqual([2, 2])
    club.clock.advance(1_000)
    expect([await positionOf(eva), await positionOf(ida)]).toEqual([1, 2])
  })

  test('a customer’s existing tickets count toward the limit when joining a waiting list', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    expect(await tryJoin(ticketHolder, session)).toMatchObject({
      message: 'Você já tem 4 ingressos. O limite é 4 por CPF.',
    })
  })

  test.each([
    ['paused', 'campaigns.paused'],
    ['ended', 'campaigns.ended'],
    ['archived', 'campaigns.unknown'],
  ])('joining a waiting list is refused while the campaign is %s', async (state, code) => {
    const { session } = await createSoldOutSession()
    const [ana, eva] = [await club.join(), await club.join()]
    const entry = await join(ana, session)
    const paused_at = state === 'paused' ? club.clock.now() : null
    await sql`update campaign set state = ${state}, paused_at = ${paused_at}
      where id = ${session.campaign_id}`.execute(club.database.db)
    expect(await tryJoin(eva, session)).toMatchObject({ code })
    expect(await join(ana, session)).toEqual({ ...entry, is_paused: state === 'paused' })
  })
})

describe('an expired offer', () => {
  /** Ana's offer of three of four places expired and went to Eva. */
  const createExpiredOffer = async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const [ana, eva] = [await club.join(), await club.join()]
    await join(ana, session, 3)
    await join(eva, session, 2)
    await cancel(ticketHolder)
    club.clock.advance(1_800_001)
    const shown = await waitingOf(ana)
    await releaseExpired(club.eventDeps, session.session_id)
    return { session, ana, eva, shown }
  }

  test('an expired offer is shown to its customer for a day, with the time at which it expired', async () => {
    const { session, ana, eva, shown } = await createExpiredOffer()
    expect(await waitingOf(ana)).toEqual(shown)
    expect(shown).toMatchObject([
      { state: 'expired', offer_expires_at: '2026-12-10T15:30:00.000Z', campaign_slug: expect.any(String) },
    ])
    expect(await waitingOf(eva)).toMatchObject([{ state: 'offered' }])
    const query = { campaign_id: session.campaign_id }
    expect(dataOf(await ana.browser.send(listSessionsCall, { query }))[0]?.mine?.waiting).toBeNull()
    club.clock.set('2026-12-11T15:30:00Z')
    expect(await waitingOf(ana)).toHaveLength(1)
    club.clock.advance(1)
    expect(await waitingOf(ana)).toEqual([])
  })

  test('an expired offer is not shown to a customer who waits or reserves again', async () => {
    const waiting = await createExpiredOffer()
    const { entry_id } = await join(waiting.ana, waiting.session, 3)
    expect(await waitingOf(waiting.ana)).toMatchObject([{ entry_id, state: 'waiting' }])
    const { browser } = waiting.ana
    dataOf(await browser.send(leaveWaitingListCall, { body: { entry_id } }))
    expect(await waitingOf(waiting.ana)).toEqual([])

    const reserving = await createExpiredOffer()
    await club.reserve(reserving.ana, reserving.session, 2)
    expect(await waitingOf(reserving.ana)).toEqual([])
  })
})

describe('returned places', () => {
  test('returned places are offered in order, exclusively for half an hour', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    const entry = await join(ana, session, 3)
    await join(eva, session, 2)
    await cancel(ticketHolder)
    expect(club.notices.at(-1)).toMatchObject({
      customer_id: ana.customer_id,
      template: 'waiting-list-offer',
      texts: {
        paragraphs: [
          'Separamos 3 ingressos para você na sessão Concerto de Natal, de 12 de dezembro de 2026 às 19h. Aceite até 10 de dezembro de 2026 às 12h30; depois disso a vez passa para a próxima pessoa.',
        ],
        link: { label: 'Ver a oferta', url: '/ingressos' },
      },
      expires_at: new Date('2026-12-10T15:30:00Z'),
    })
    expect(await waitingOf(ana)).toMatchObject([
      { state: 'offered', position: null, offer_expires_at: '2026-12-10T15:30:00.000Z' },
    ])
    expect(await waitingOf(eva)).toMatchObject([{ state: 'waiting', position: 1 }])
    // One place is left that no waiting entry can use.
    expect(await club.tryReserve(ida, session, 2)).toMatchObject({
      message: 'Resta 1 ingresso. Ajuste a quantidade.',
    })
    const saved = dataOf(await accept(ana, session, entry.entry_id))
    expect(saved).toMatchObject({ quantity: 3, expires_at: '2026-12-10T15:15:00.000Z' })
    expect(await waitingOf(ana)).toEqual([])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('accepting an offer is refused if the limit of the event session was lowered in the meantime', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const ana = await club.join()
    const entry = await join(ana, session, 3)
    await cancel(ticketHolder)
    const lowered = { capacity: 4, limit_per_document: 2 }
    expect(await club.change(session, lowered)).toMatchObject({ status: 200 })
    expect(await accept(ana, session, entry.entry_id)).toMatchObject({
      status: 422,
      code: 'event-tickets.quantity',
      message: 'Escolha de 1 a 2 ingressos.',
    })
  })

  test('expired and declined offers pass to the next entry', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    const entry = await join(ana, session, 4)
    const second = await join(eva, session, 4)
    await join(ida, session, 4)
    expect(await accept(ana, session, entry.entry_id)).toMatchObject({
      status: 409,
      message: 'Ainda não há ingressos para você. Avisaremos quando houver.',
    })
    await cancel(ticketHolder)
    club.clock.advance(1_800_001)
    await releaseExpired(club.eventDeps, session.session_id)
    expect(await accept(ana, session, entry.entry_id)).toMatchObject({
      status: 409,
      message: 'O prazo desta oferta terminou. Entre na lista de espera de novo.',
    })
    expect(await waitingOf(eva)).toMatchObject([{ state: 'offered' }])
    for (const _attempt of [1, 2])
      expect(
        await eva.browser.send(leaveWaitingListCall, { body: { entry_id: second.entry_id } }),
      ).toMatchObject({ status: 200, message: 'Você saiu da lista de espera.' })
    expect(await waitingOf(ida)).toMatchObject([{ state: 'offered' }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('expired holds and added capacity are offered to the waiting list', async () => {
    const session = await club.session({ capacity: 2 })
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    await club.reserve(ana, session, 2)
    await join(eva, session, 2)
    await join(ida, session, 2)
    club.clock.advance(900_001)
    await releaseExpired(club.eventDeps, session.session_id)
    expect(await waitingOf(eva)).toMatchObject([{ state: 'offered' }])
    const { session_id } = session
    expect(dataOf(await club.change(session, { capacity: 4 })).numbers).toMatchObject({
      held: 4,
      offered: 4,
      free: 0,
      waiting_people: 0,
    })
    expect(await waitingOf(ida)).toMatchObject([{ state: 'offered' }])
    const params = { session_id }
    expect(dataOf(await club.desk().send(listSessionWaitingEntriesCall, { params }))).toMatchObject([
      { customer_name: 'Ana', state: 'offered' },
      { customer_name: 'Ana', state: 'offered' },
    ])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a long waiting list is offered places in batches, and no other customer gets one until the list is served', async () => {
    const session = await club.session({ capacity: 1 })
    const { session_id } = session
    const ticketHolder = await club.ticketHolder(session)
    const { db } = club.database
    await addWaiting(session, 250)
    club.jobs.length = 0
    expect(dataOf(await club.change(session, { capacity: 500 })).numbers).toMatchObject({
      offered: 100,
      waiting_people: 150,
    })
    const listed = await listSessionWaiting(db, session_id)
    expect(listed.slice(98, 102).map(({ state }) => state)).toEqual([
      'offered',
      'offered',
      'waiting',
      'waiting',
    ])
    expect(listed).toHaveLength(250)
    const continued = { session_id, after: undefined }
    expect(club.jobs).toContainEqual(continued)
    club.jobs.length = 0
    const ida = await club.join()
    expect(await club.tryReserve(ida, session)).toMatchObject({ code: 'event-tickets.sold-out' })
    expect(club.jobs).toContainEqual(continued)
    club.jobs.length = 0
    await releaseExpired(club.eventDeps, session_id)
    expect(club.jobs).not.toContainEqual(continued)
    expect(club.notices.filter(({ template }) => template === 'waiting-list-offer')).toHaveLength(250)
    expect(await club.tryReserve(ida, session)).toMatchObject({ status: 200 })
    await cancel(ticketHolder)
    expect(await findCounterMismatches(db)).toEqual([])
  })

  test('a waiting list is continued although a continuation was dropped because its job had not completed', async () => {
    const session = await club.session({ capacity: 1 })
    const { session_id } = session
    await club.ticketHolder(session)
    const handlers = new Map<string, (data: object) => Promise<void>>()
    registerReleases(club.eventDeps, {
      work: ({ name }, handler) => handlers.set(name, handler as (data: object) => Promise<void>),
    })
    await addWaiting(session, 250)
    dataOf(await club.change(session, { capacity: 400 }))
    club.jobs.length = 0
    await handlers.get('continue-offers')?.({ session_id })
    expect(club.jobs).toContainEqual({ session_id, after: 6 })
    await addWaiting(session, 150)
    dataOf(await club.change(session, { capacity: 401 }))
    const due_at = club.clock.now().toISOString()
    club.clock.advance(1)
    await handlers.get('release-places')?.({ session_id, due_at })
    expect(club.notices.filter(({ template }) => template === 'waiting-list-offer')).toHaveLength(400)
  })

  test('offers cannot be accepted by others, and an accepted offer remains accepted', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const [ana, eva] = [await club.join(), await club.join()]
    const { entry_id } = await join(ana, session, 1)
    await cancel(ticketHolder)
    expect((await accept(eva, session, entry_id)).status).toBe(404)
    expect((await eva.browser.send(leaveWaitingListCall, { body: { entry_id } })).status).toBe(404)
    const saved = dataOf(await accept(ana, session, entry_id))
    expect(dataOf(await accept(ana, session, entry_id))).toEqual(saved)
    expect(await ana.browser.send(leaveWaitingListCall, { body: { entry_id } })).toMatchObject({
      status: 409,
    })
  })
})

describe('waiting for fewer tickets', () => {
  const lower = ({ browser }: Person, entry_id: string, quantity: number, requires_offer = false) =>
    browser.send(lowerWaitingQuantityCall, { body: { entry_id, quantity, requires_offer } })

  test('a waiting customer can lower the number of tickets without losing the position, but never raise it', async () => {
    const { session } = await createSoldOutSession()
    const [ana, eva] = [await club.join(), await club.join()]
    const { entry_id, joined_at } = await join(ana, session, 3)
    await join(eva, session, 1)
    for (const _attempt of [1, 2])
      expect(dataOf(await lower(ana, entry_id, 2))).toMatchObject({ quantity: 2, position: 1, joined_at })
    for (const quantity of [3, 0, -1])
      expect(await lower(ana, entry_id, quantity)).toMatchObject({
        status: 422,
        code: 'event-tickets.quantity',
        message: 'Escolha de 1 a 2 ingressos.',
      })
    expect(await waitingOf(ana)).toMatchObject([{ state: 'waiting', quantity: 2, position: 1 }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('staff see an offer before an earlier entry that waits for more places', async () => {
    const { session } = await createSoldOutSession()
    await join(await club.join(), session, 3)
    await join(await club.join(), session, 1)
    dataOf(await club.change(session, { capacity: 5, limit_per_document: 4 }))
    const params = { session_id: session.session_id }
    expect(dataOf(await club.desk().send(listSessionWaitingEntriesCall, { params }))).toMatchObject([
      { state: 'offered', quantity: 1 },
      { state: 'waiting', quantity: 3 },
    ])
  })

  test('a lowered entry that fits the free places gets its offer immediately, before later entries', async () => {
    const session = await club.session({ capacity: 4 })
    await club.ticketHolder(session, 2)
    const holder = await club.join()
    await club.reserve(holder, session, 1)
    const [ana, eva] = [await club.join(), await club.join()]
    const { entry_id } = await join(ana, session, 3)
    await join(eva, session, 2)
    expect(dataOf(await lower(ana, entry_id, 1))).toMatchObject({ state: 'offered', quantity: 1 })
    expect(await waitingOf(eva)).toMatchObject([{ state: 'waiting', position: 1 }])
    expect(dataOf(await lower(ana, entry_id, 1)), 'a repeated request returns the offer').toMatchObject({
      state: 'offered',
      quantity: 1,
    })
    expect(await lower(ana, entry_id, 2)).toMatchObject({
      status: 409,
      message: 'Chegou a sua vez. Aceite a oferta ou saia da lista de espera.',
    })
    expect(await accept(ana, session, entry_id)).toMatchObject({ status: 200 })
    expect(await lower(ana, entry_id, 1)).toMatchObject({ status: 409, code: 'event-tickets.offer-accepted' })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('an entry lowered for an offer keeps its quantity if the places have been reserved in the meantime', async () => {
    const session = await club.session({ capacity: 4 })
    await club.ticketHolder(session, 2)
    const [holder, other, ana] = [await club.join(), await club.join(), await club.join()]
    await club.reserve(holder, session, 1)
    const { entry_id } = await join(ana, session, 3)
    expect(await waitingOf(ana)).toMatchObject([{ places_if_lowered: 1 }])
    await club.reserve(other, session, 1)
    expect(await lower(ana, entry_id, 1, true)).toMatchObject({
      status: 409,
      code: 'event-tickets.places-taken',
      message: 'Esses lugares acabaram de ser reservados. Você continua esperando por 3 ingressos.',
    })
    expect(await waitingOf(ana)).toMatchObject([{ state: 'waiting', quantity: 3, position: 1 }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a waiting entry states how many places it would be offered immediately if it were lowered', async () => {
    const session = await club.session({ capacity: 4, limit_per_document: 4 })
    const [ticketHolder, holder] = [await club.ticketHolder(session, 3), await club.join()]
    await club.reserve(holder, session, 1)
    const [ana, eva] = [await club.join(), await club.join()]
    expect(await join(ana, session, 4)).toMatchObject({ places_if_lowered: null })
    const { entry_id } = await join(eva, session, 4)
    await cancel(ticketHolder)
    const query = { campaign_id: session.campaign_id }
    for (const person of [ana, eva]) {
      expect(await waitingOf(person)).toMatchObject([{ state: 'waiting', places_if_lowered: 3 }])
      const [listed] = dataOf(await person.browser.send(listSessionsCall, { query }))
      expect(listed?.mine?.waiting).toMatchObject({ places_if_lowered: 3 })
    }
    expect(dataOf(await lower(eva, entry_id, 2))).toMatchObject({ state: 'offered', places_if_lowered: null })
    expect(await waitingOf(ana)).toMatchObject([{ places_if_lowered: 1 }])
  })

  type Change = Partial<Record<'campaign' | 'session' | 'entry', RawBuilder<unknown>>>
  test.each<[string, Change]>([
    ['the campaign is paused', { campaign: sql`state = 'paused', paused_at = '2026-12-10T15:00:00Z'` }],
    ['the session is closed', { session: sql`is_closed = true` }],
    ['an entry that fits the free places is about to get its offer', { entry: sql`quantity = 1` }],
  ])(
    'no places are promised to a waiting entry while %s',
    async (_when, { campaign, session: plan, entry }) => {
      const { db } = club.database
      const session = await club.session({ capacity: 4, limit_per_document: 4 })
      await club.ticketHolder(session, 2)
      const [ana, eva] = [await club.join(), await club.join()]
      await join(ana, session, 4)
      const other = await join(eva, session, 4)
      expect(await waitingOf(ana)).toMatchObject([{ places_if_lowered: 2 }])
      if (campaign) await sql`update campaign set ${campaign} where id = ${session.campaign_id}`.execute(db)
      if (plan) await sql`update event_session set ${plan} where id = ${session.session_id}`.execute(db)
      if (entry) await sql`update event_waiting set ${entry} where id = ${other.entry_id}`.execute(db)
      expect(await waitingOf(ana)).toMatchObject([{ state: 'waiting', places_if_lowered: null }])
    },
  )

  test('another customer cannot lower an entry, and an entry that has ended is not found', async () => {
    const { session } = await createSoldOutSession()
    const [ana, eva] = [await club.join(), await club.join()]
    const { entry_id } = await join(ana, session, 2)
    expect(await lower(eva, entry_id, 1)).toMatchObject({ status: 404 })
    dataOf(await ana.browser.send(leaveWaitingListCall, { body: { entry_id } }))
    expect(await lower(ana, entry_id, 1)).toMatchObject({ status: 404, code: 'event-tickets.unknown-entry' })
  })
})

describe('the end of a waiting list', () => {
  const purge = () => createEventTicketsPromotion(club.eventDeps).purge()
  const endings = [
    { when: 'the sales end', instant: '2026-12-12T21:00:00Z', change: {} },
    {
      when: 'the campaign ends before the sales',
      instant: '2026-12-25T01:00:00Z',
      change: {
        starts_at: '2026-12-28T22:00:00Z',
        ends_at: null,
        sales_until: '2026-12-28T21:00:00Z',
        no_show_from: null,
      },
    },
  ]
  test.each(endings)('waiting-list entries end with one message when $when', async ({ instant, change }) => {
    const session = await club.session({ capacity: 1, ...change })
    await club.ticketHolder(session)
    const ana = await club.join()
    await join(ana, session)
    club.clock.set(new Date(Date.parse(instant) - 1).toISOString())
    await purge()
    expect(await waitingOf(ana)).toMatchObject([{ state: 'waiting' }])
    club.clock.set(instant)
    // The job has not run yet.
    const ended = { state: 'left', position: null, places_if_lowered: null, has_list_ended: true }
    expect(await waitingOf(ana)).toMatchObject([ended])
    await Promise.all([purge(), purge()])
    expect(await waitingOf(ana)).toMatchObject([ended])
    const sent = club.notices.filter(({ customer_id }) => customer_id === ana.customer_id)
    expect(sent.map(({ template }) => template)).toEqual(['waiting-list-ended'])
    const counters = await club.database.db
      .selectFrom('event_session')
      .select(['waiting', 'waiting_places'])
      .where('id', '=', session.session_id)
      .execute()
    expect(counters).toEqual([{ waiting: 0, waiting_places: 0 }])
    const { rows } = await sql`select state from event_waiting
      where session_id = ${session.session_id}`.execute(club.database.db)
    expect(rows).toEqual([{ state: 'left' }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('the entries of a session that has started end without a message', async () => {
    const { session } = await createSoldOutSession()
    const ana = await club.join()
    await join(ana, session)
    club.clock.set('2026-12-12T22:00:00Z')
    await purge()
    expect(await waitingOf(ana)).toMatchObject([{ state: 'left', has_list_ended: true }])
    expect(club.notices).toEqual([])
  })

  test('a customer sees until a day after the start that a waiting list has ended, but not after leaving it or declining its offer', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    const offered = await join(ana, session, 4)
    const left = await join(eva, session, 4)
    await join(ida, session, 4)
    dataOf(await eva.browser.send(leaveWaitingListCall, { body: { entry_id: left.entry_id } }))
    club.clock.set('2026-12-12T19:50:00Z')
    await cancel(ticketHolder)
    dataOf(await club.change(session, { capacity: 4, sales_until: '2026-12-12T20:10:00Z' }))
    club.clock.set('2026-12-12T20:15:00Z')
    expect(await waitingOf(ana)).toMatchObject([{ state: 'offered', has_list_ended: false }])
    dataOf(await ana.browser.send(leaveWaitingListCall, { body: { entry_id: offered.entry_id } }))
    await purge()
    for (const person of [ana, eva]) expect(await waitingOf(person)).toEqual([])
    club.clock.set('2026-12-13T22:00:00Z')
    expect(await waitingOf(ida)).toMatchObject([{ state: 'left', has_list_ended: true }])
    club.clock.set('2026-12-13T22:00:01Z')
    expect(await waitingOf(ida)).toEqual([])
  })

  test('when staff end the promotion, waiting customers see immediately that the list has ended', async () => {
    const { session } = await createSoldOutSession()
    const ana = await club.join()
    await join(ana, session)
    club.clock.set('2026-12-10T16:00:00Z')
    await sql`update campaign set state = 'ended', ended_at = ${club.clock.now()}
      where id = ${session.campaign_id}`.execute(club.database.db)
    const ended = [{ state: 'left', position: null, has_list_ended: true }]
    expect(await waitingOf(ana)).toMatchObject(ended)
    const query = { campaign_id: session.campaign_id }
    const [listed] = dataOf(await ana.browser.send(listSessionsCall, { query }))
    expect(listed).toMatchObject({ status: 'closed', mine: { waiting: { has_list_ended: true } } })
    await purge()
    expect(await waitingOf(ana)).toMatchObject(ended)
  })

  describe('an open offer when its promotion is ended', () => {
    const change = async ({ campaign_id }: EventSessionRef, event: Extract<CampaignEvent, 'pause' | 'end'>) =>
      dataOf(await club.desk().send(changeCampaignCall, { body: { campaign_id, event } }))
    const sentTo = ({ customer_id }: Person) =>
      club.notices.filter((notice) => notice.customer_id === customer_id).map(({ template }) => template)
    const countersOf = ({ session_id }: EventSessionRef) =>
      club.database.db
        .selectFrom('event_session')
        .select(['held', 'offered', 'sold', 'waiting'])
        .where('id', '=', session_id)
        .executeTakeFirstOrThrow()
    const ended = [{ state: 'left', offer_expires_at: null, position: null, has_list_ended: true }]
    /** A session with an offer of three places, and a customer who waits for two. */
    const createOffer = async () => {
      const { session, ticketHolder } = await createSoldOutSession()
      const [ana, eva] = [await club.join(), await club.join()]
      const { entry_id } = await join(ana, session, 3)
      await join(eva, session, 2)
      await cancel(ticketHolder)
      expect(await waitingOf(ana)).toMatchObject([{ state: 'offered' }])
      club.notices.length = 0
      return { session, ana, eva, entry_id }
    }

    test('when a promotion is ended, an open offer is shown as ended immediately, and the job returns its places and sends one message', async () => {
      const { session, ana, eva, entry_id } = await createOffer()
      const transaction_id = await club.start(ana, session.campaign_id)
      club.clock.advance(60_000)
      await change(session, 'end')
      const query = { campaign_id: session.campaign_id }
      for (const person of [ana, eva]) {
        expect(await waitingOf(person)).toMatchObject(ended)
        const [listed] = dataOf(await person.browser.send(listSessionsCall, { query }))
        expect(listed?.mine?.waiting).toMatchObject({ state: 'left', has_list_ended: true })
      }
      const body = { transaction_id, entry_id }
      expect(await ana.browser.send(acceptOfferCall, { body })).toMatchObject({ code: 'campaigns.ended' })
      expect(await countersOf(session)).toEqual({ held: 3, offered: 3, sold: 0, waiting: 1 })

      await Promise.all([purge(), purge()])
      await purge()
      for (const person of [ana, eva]) {
        expect(await waitingOf(person)).toMatchObject(ended)
        expect(sentTo(person)).toEqual(['waiting-list-ended'])
      }
      expect(await countersOf(session)).toEqual({ held: 0, offered: 0, sold: 0, waiting: 0 })
      expect(await findCounterMismatches(club.database.db)).toEqual([])
    })

    test('when a promotion is ended, the customer of an open offer is notified even if the offer would have expired before the job ran', async () => {
      const { session, ana } = await createOffer()
      await change(session, 'end')
      club.clock.advance(1_800_001)
      await releaseExpired(club.eventDeps, session.session_id)
      expect(await waitingOf(ana)).toMatchObject(ended)
      await purge()
      expect(await waitingOf(ana)).toMatchObject(ended)
      expect(sentTo(ana)).toEqual(['waiting-list-ended'])
      expect(await countersOf(session)).toMatchObject({ held: 0, offered: 0 })
    })

    test('an offer that expired before its promotion was ended remains expired, without a message', async () => {
      const { session, ana } = await createOffer()
      club.clock.advance(1_800_001)
      await change(session, 'end')
      expect(await waitingOf(ana)).toMatchObject([{ state: 'expired', has_list_ended: false }])
      await purge()
      expect(sentTo(ana)).toEqual([])
      expect(await countersOf(session)).toMatchObject({ held: 0, offered: 0 })
      expect(await findCounterMismatches(club.database.db)).toEqual([])
    })

    test('an offer whose expiry was suspended by a pause also ends when its promotion is ended', async () => {
      const { session, ana } = await createOffer()
      club.clock.advance(60_000)
      await change(session, 'pause')
      club.clock.advance(3_600_000)
      expect(await waitingOf(ana)).toMatchObject([{ state: 'offered' }])
      await change(session, 'end')
      expect(await waitingOf(ana)).toMatchObject(ended)
      await purge()
      expect(await waitingOf(ana)).toMatchObject(ended)
      expect(sentTo(ana)).toEqual(['waiting-list-ended'])
      expect(await countersOf(session)).toMatchObject({ held: 0, offered: 0 })
    })

    test('an offer that was declined or accepted before its promotion was ended is not shown as ended, and its customer gets no message', async () => {
      const { session, ana, eva, entry_id } = await createOffer()
      dataOf(await accept(ana, session, entry_id))
      dataOf(await club.change(session, { capacity: 6 }))
      const [offer] = await waitingOf(eva)
      expect(offer).toMatchObject({ state: 'offered' })
      dataOf(await eva.browser.send(leaveWaitingListCall, { body: { entry_id: offer?.entry_id ?? '' } }))
      club.notices.length = 0
      club.clock.advance(60_000)
      await change(session, 'end')
      await purge()
      for (const person of [ana, eva]) {
        expect(await waitingOf(person)).toEqual([])
        expect(sentTo(person)).toEqual([])
      }
      expect(await countersOf(session)).toMatchObject({ held: 3, offered: 0 })
      expect(await findCounterMismatches(club.database.db)).toEqual([])
    })

    test('when a promotion is ended, more offers than fit in one batch all end, each with one message', async () => {
      const session = await club.session({ capacity: 1 })
      await club.ticketHolder(session)
      await addWaiting(session, 230)
      dataOf(await club.change(session, { capacity: 231, limit_per_document: 4 }))
      await releaseExpired(club.eventDeps, session.session_id)
      await releaseExpired(club.eventDeps, session.session_id)
      expect(await countersOf(session)).toMatchObject({ held: 230, offered: 230 })
      club.notices.length = 0
      await change(session, 'end')
      await purge()
      expect(new Set(club.notices.map(({ customer_id }) => customer_id)).size).toBe(230)
      expect(club.notices).toHaveLength(230)
      expect(await countersOf(session)).toEqual({ held: 0, offered: 0, sold: 1, waiting: 0 })
      expect(await findCounterMismatches(club.database.db)).toEqual([])
    })
  })

  test('after the sales end, joining again is refused and an entry cannot be lowered, even before the job has run', async () => {
    const { session } = await createSoldOutSession()
    const ana = await club.join()
    const { entry_id } = await join(ana, session, 3)
    club.clock.set('2026-12-12T21:00:00Z')
    expect(await tryJoin(ana, session, 3)).toMatchObject({ code: 'event-tickets.sales-closed' })
    const body = { entry_id, quantity: 1 }
    expect(await ana.browser.send(lowerWaitingQuantityCall, { body })).toMatchObject({
      code: 'event-tickets.unknown-entry',
    })
  })

  test('customers wait again when the sales are extended before the job has ended their entries', async () => {
    const { session } = await createSoldOutSession()
    const ana = await club.join()
    await join(ana, session)
    club.clock.set('2026-12-12T21:05:00Z')
    expect(await waitingOf(ana)).toMatchObject([{ state: 'left', has_list_ended: true }])
    dataOf(await club.change(session, { capacity: 4, sales_until: '2026-12-12T21:30:00Z' }))
    await purge()
    expect(await waitingOf(ana)).toMatchObject([{ state: 'waiting', position: 1, has_list_ended: false }])
    club.clock.set('2026-12-12T21:30:00Z')
    await purge()
    expect(await waitingOf(ana)).toMatchObject([{ state: 'left', has_list_ended: true }])
    dataOf(await club.change(session, { capacity: 4, sales_until: '2026-12-12T21:45:00Z' }))
    expect(await waitingOf(ana), 'the job has ended the entry, and the list is open again').toEqual([])
    expect(await join(ana, session)).toMatchObject({ state: 'waiting', position: 1 })
  })

  test('a live offer can be accepted after the sales end, and entries remain while staff have closed the session', async () => {
    const { session, ticketHolder } = await createSoldOutSession()
    const [ana, eva] = [await club.join(), await club.join()]
    const { entry_id } = await join(ana, session, 4)
    await join(eva, session, 4)
    club.clock.set('2026-12-12T19:50:00Z')
    await cancel(ticketHolder)
    const closed = { capacity: 4, is_closed: true, sales_until: '2026-12-12T20:10:00Z' }
    dataOf(await club.change(session, closed))
    await purge()
    expect(await waitingOf(eva)).toMatchObject([{ state: 'waiting', is_closed: true }])
    club.clock.set('2026-12-12T20:15:00Z')
    await purge()
    expect(await waitingOf(eva)).toMatchObject([{ state: 'left', has_list_ended: true }])
    expect(await accept(ana, session, entry_id)).toMatchObject({ status: 200 })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })
})
