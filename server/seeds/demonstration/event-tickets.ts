import { clubHourOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { seedEventSession, type EventSessionSeed } from '../../src/modules/event-tickets/index.ts'
import { eventTermsVersion } from './consent-documents.ts'
import type { Guest } from './guests.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** 19:00, `days` days from now. */
const eveningIn = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / dayMs) * dayMs + days * dayMs + 22 * hourMs)

const planOf = (now: Date, days: number, change: { title: string; capacity: number }) => {
  const starts_at = eveningIn(now, days)
  return {
    ...change,
    place: 'Praça central, piso térreo',
    starts_at,
    ends_at: new Date(starts_at.getTime() + 2 * hourMs),
    sales_from: new Date(now.getTime() - 7 * dayMs),
    sales_until: new Date(starts_at.getTime() - hourMs),
    cancel_until: new Date(starts_at.getTime() - 3 * hourMs),
    no_show_from: new Date(starts_at.getTime() + 15 * 60_000),
    limit_per_document: 4,
    minimum_age: null,
    is_closed: false,
  }
}

/** The next full hour in the evening, at least three hours ahead and within the day for which gates list sessions. */
export const firstEvening = (now: Date, time_zone: TimeZone): Date => {
  const earliest = Math.ceil(now.getTime() / hourMs) + 3
  const hours = Array.from({ length: 24 }, (_, offset) => new Date((earliest + offset) * hourMs))
  const isEvening = (hour: number) => hour >= 19 && hour <= 22
  return hours.find((time) => isEvening(clubHourOf(time, time_zone))) ?? new Date(earliest * hourMs)
}

/** A session whose gate is open on the first day; reservations are accepted until its start. */
const firstPlanOf = (now: Date, time_zone: TimeZone): EventSessionSeed['plan'] => {
  const starts_at = firstEvening(now, time_zone)
  return {
    ...planOf(now, 0, { title: 'Ensaio aberto', capacity: 22 }),
    starts_at,
    ends_at: new Date(starts_at.getTime() + 2 * hourMs),
    sales_until: starts_at,
    cancel_until: new Date(starts_at.getTime() - hourMs),
    no_show_from: new Date(starts_at.getTime() + 15 * 60_000),
  }
}

/**
 * Four sessions of the Christmas concert: one within 24 hours and nearly full, another nearly full, one sold
 * out with people waiting, one open.
 */
export const seedDemonstrationEventTickets = async (
  deps: PromotionDeps,
  campaigns: CampaignDeps,
  people: readonly Guest[],
): Promise<void> => {
  const { db } = deps
  const now = deps.clock()
  const { id: campaign_id } = await db
    .selectFrom('campaign')
    .select('id')
    .where('slug', '=', 'natal-no-ipe')
    .executeTakeFirstOrThrow()
  const ticketHolders = async (
    quantities: readonly number[],
  ): Promise<EventSessionSeed['ticket_holders']> => {
    const all = []
    for (const [i, quantity] of quantities.entries()) {
      const person = people[i]
      if (!person) throw new Error('There are not enough guests')
      const { id: transaction_id } = await startTransaction(campaigns, {
        customer_id: person.customer_id,
        identified_session_id: null,
        campaign_id,
        kind: 'event_tickets',
        purchase_ids: [],
        service_channel: 'site',
      })
      all.push({ ...person, quantity, transaction_id })
    }
    return all
  }
  const seed = (session: Pick<EventSessionSeed, 'plan' | 'ticket_holders' | 'waiting'>) =>
    seedEventSession(deps, { campaign_id, terms_version: eventTermsVersion, ...session })
  await seed({
    plan: firstPlanOf(now, deps.time_zone),
    ticket_holders: await ticketHolders([4, 4, 4, 4, 4]),
    waiting: [],
  })
  await seed({
    plan: planOf(now, 7, { title: 'Concerto de abertura', capacity: 20 }),
    ticket_holders: await ticketHolders([4, 4, 4, 4, 2]),
    waiting: [],
  })
  await seed({
    plan: planOf(now, 14, { title: 'Coral das crianças', capacity: 12 }),
    ticket_holders: await ticketHolders([4, 4, 4]),
    waiting: people.slice(3, 5).map(({ customer_id }) => ({ customer_id, quantity: 2 })),
  })
  await seed({
    plan: planOf(now, 21, { title: 'Orquestra do bairro', capacity: 300 }),
    ticket_holders: [],
    waiting: [],
  })
}
