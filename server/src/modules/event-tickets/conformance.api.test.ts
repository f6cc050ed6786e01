import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  confirmReservationCall,
  listMyTicketsCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { promotionConformance } from '../campaigns/promotion-conformance.testing.ts'
import { dataOf, useEventsClub } from './events-club.testing.ts'

const club = useEventsClub()
/** Ids of event sessions by campaign. */
const eventSessionIds = new Map<string, string>()
const eventSessionIdOf = (campaign_id: string): string => eventSessionIds.get(campaign_id) ?? ''

const tryReserveAsNewCustomer = async (change: Parameters<typeof club.session>[0], quantity = 1) =>
  club.tryReserve(await club.join(), await club.session(change), quantity)

promotionConformance({
  kind: 'event_tickets',
  club,
  call: reserveCall,
  campaign: async () => {
    const { campaign_id, session_id } = await club.session()
    eventSessionIds.set(campaign_id, session_id)
    const { slug } = await club.database.db
      .selectFrom('campaign')
      .select('slug')
      .where('id', '=', campaign_id)
      .executeTakeFirstOrThrow()
    return { id: campaign_id, slug }
  },
  request: async ({ transaction_id, campaign_id }) => ({
    body: { transaction_id, session_id: eventSessionIdOf(campaign_id), quantity: 2 },
  }),
  otherRequest: async ({ transaction_id, campaign_id }) => ({
    body: { transaction_id, session_id: eventSessionIdOf(campaign_id), quantity: 1 },
  }),
  effects: async (customer_id) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from event_reservation
      where customer_id = ${customer_id} and state in ('held', 'confirmed')`.execute(club.database.db)
    return rows[0]?.count ?? 0
  },
  visibleEffects: async (browser) => dataOf(await browser.send(listMyTicketsCall)).length,
  storedData: async (customer_id) => {
    const { rows } = await sql`select r.*, t.* from event_reservation r
      left join event_ticket t on t.reservation_id = r.id
      where customer_id = ${customer_id}`.execute(club.database.db)
    return JSON.stringify(rows)
  },
  addPersonalData: async ({ browser }, response) => {
    const { reservation_id } = response as { reservation_id: string }
    dataOf(await browser.send(confirmReservationCall, { body: club.confirmBody(reservation_id, 2) }))
  },
  personalData: ['Ana Lúcia Pereira', '127.0.0.1'],
  notExported: ['127.0.0.1'],
  settings: {},
  invalidSettings: [{ settings: { every: 1 }, paths: [''] }],
  effectsAfterDeletion: { requested: 0, final: 0 },
  ownData: async ({ campaign_id }) => ({
    reservations: [{ campaign_id, quantity: 2, state: 'confirmed' }],
    waiting_lists: [],
  }),
  refusals: {
    'event-tickets.unknown-session': async () => {
      const { campaign_id } = await club.session()
      return club.tryReserve(await club.join(), { campaign_id, session_id: randomUUID() })
    },
    'event-tickets.quantity': () => tryReserveAsNewCustomer({}, 5),
    'event-tickets.limit-reached': async () => {
      const session = await club.session()
      return club.tryReserve(await club.ticketHolder(session, 3), session, 2)
    },
    'event-tickets.sold-out': async () => {
      const session = await club.session({ capacity: 1 })
      await club.ticketHolder(session)
      return club.tryReserve(await club.join(), session)
    },
    'event-tickets.too-few-left': async () => {
      const session = await club.session({ capacity: 3 })
      await club.ticketHolder(session, 2)
      return club.tryReserve(await club.join(), session, 2)
    },
    'event-tickets.sales-closed': () => tryReserveAsNewCustomer({ is_closed: true }),
    'event-tickets.sales-not-open': () => tryReserveAsNewCustomer({ sales_from: '2026-12-11T13:00:00Z' }),
    'event-tickets.hold-cooldown': async () => {
      const [person, session] = [await club.join(), await club.session()]
      for (let round = 0; round < 2; round += 1) {
        await club.reserve(person, session)
        club.clock.advance(901_000)
      }
      return club.tryReserve(person, session)
    },
    'event-tickets.under-age': async () => {
      const minor = await club.join({ birth_date: '2012-01-01' })
      return club.tryReserve(minor, await club.session({ minimum_age: 16 }))
    },
    'event-tickets.birth-date-missing': async () => {
      const person = await club.join({ birth_date: null })
      return club.tryReserve(person, await club.session({ minimum_age: 16 }))
    },
  },
})
