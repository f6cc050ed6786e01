import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import { createParticipants } from '../event-fixtures.testing.ts'
import { dataOf, findCounterMismatches, useEventsClub } from '../events-club.testing.ts'
import { acceptOffer } from './accept-offer.ts'
import { endWaitingLists } from './end-waiting-lists.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'

const club = useEventsClub()

/** A session with a live offer of one place to each of the given number of people. */
const createOffers = async (people: number) => {
  const { db } = club.database
  const session = await club.session({ capacity: people, limit_per_document: 4 })
  const { campaign_id, session_id } = session
  const now = club.clock.now()
  const participants = await createParticipants(db, { campaign_id, people, now })
  const { rows } = await sql<{ id: string; customer_id: string }>`
    insert into event_waiting (session_id, customer_id, quantity, state, service_channel, joined_at, offered_at,
      offer_expires_at)
    select ${session_id}, id, 1, 'offered', 'site', ${now}, ${now}, ${new Date(now.getTime() + 1_800_000)}
    from unnest(${participants.map(({ customer_id }) => customer_id)}::uuid[]) as p (id)
    returning id, customer_id`.execute(db)
  await sql`update event_session set held = ${people} where id = ${session_id}`.execute(db)
  const entryIds = new Map(rows.map(({ id, customer_id }) => [customer_id, id]))
  return {
    session,
    offers: participants.map((person) => ({ ...person, entry_id: entryIds.get(person.customer_id) ?? '' })),
  }
}

test('while a promotion is ended, each offer is accepted, declined or ended by the job, and each of the places that nobody accepted is returned once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { db } = club.database
    const { session, offers } = await createOffers(30)
    const { campaign_id, session_id } = session
    club.notices.length = 0
    type Offer = (typeof offers)[number]
    /** @returns 'ok' or the code of the refusal */
    const accept = ({ customer_id, transaction_id, entry_id }: Offer) =>
      acceptOffer(club.eventDeps, {
        customer_id,
        identified_session_id: null,
        transaction_id,
        entry_id,
        service_channel: 'site',
        has_proof: false,
      }).then(
        () => 'ok',
        (error: unknown) => {
          if (isRefusal(error)) return error.code
          throw error
        },
      )
    const decline = ({ customer_id, entry_id }: Offer) =>
      leaveWaitingList(club.eventDeps, { customer_id, identified_session_id: null, entry_id })
    const end = async () => {
      dataOf(await club.desk().send(changeCampaignCall, { body: { campaign_id, event: 'end' } }))
      await Promise.all([endWaitingLists(club.eventDeps), endWaitingLists(club.eventDeps)])
    }
    const accepting = offers.slice(0, 20).map(accept)
    await accepting[3 * round]
    const declining = offers.slice(20, 24).map(decline)
    await end()
    await Promise.all(declining)
    const outcomes = await Promise.all(accepting)
    await endWaitingLists(club.eventDeps)

    const accepted = outcomes.filter((outcome) => outcome === 'ok').length
    expect(outcomes.filter((outcome) => outcome === 'campaigns.ended')).toHaveLength(20 - accepted)
    const { rows } = await sql<{ id: string; customer_id: string; state: string }>`
      select id, customer_id, state from event_waiting where session_id = ${session_id}`.execute(db)
    expect(rows.filter(({ state }) => state === 'accepted')).toHaveLength(accepted)
    expect(rows.filter(({ state }) => state === 'left')).toHaveLength(30 - accepted)
    const notified = club.notices.map(({ customer_id }) => customer_id)
    expect(new Set(notified).size, 'no customer is notified twice').toBe(notified.length)
    const decliners = new Set(offers.slice(20, 24).map(({ customer_id }) => customer_id))
    for (const { customer_id, state } of rows)
      if (!decliners.has(customer_id)) expect(notified.includes(customer_id)).toBe(state === 'left')
    const counters = await sql`select held, offered, sold from event_session
      where id = ${session_id}`.execute(db)
    expect(counters.rows).toEqual([{ held: accepted, offered: 0, sold: 0 }])
    expect(await findCounterMismatches(db)).toEqual([])
  }
})
