import { sql } from 'kysely'
import { inTransaction, type Db } from '../../db/database.ts'
import { findCounterMismatches } from '../../modules/event-tickets/events-club.testing.ts'

type Event = { readonly campaign_id: string; readonly session_id: string }

/** Simulates elapsed time by shifting an event's timestamps into the past, those of released holds by a day. */
export const advanceTime = (db: Db, event: Event, { seconds }: { seconds: number }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { campaign_id, session_id } = event
    const time = sql`make_interval(secs => ${seconds}::double precision)`
    await sql`select from campaign where id = ${campaign_id} for no key update`.execute(tx)
    await sql`select from event_session where id = ${session_id} for no key update`.execute(tx)
    await sql`update campaign set paused_at = paused_at - ${time} where id = ${campaign_id}`.execute(tx)
    await sql`
      update event_reservation set created_at = created_at - ${time}, expires_at = expires_at - ${time},
        ended_at = ended_at - interval '1 day'
      where session_id = ${session_id} and state in ('held', 'expired', 'cancelled')`.execute(tx)
    await sql`
      update event_waiting set offer_expires_at = offer_expires_at - ${time}
      where session_id = ${session_id} and state = 'offered'`.execute(tx)
  })

/** The offers of a session, read under the lock of the session. */
export const readOffers = (db: Db, session_id: string) =>
  inTransaction(db, async (tx) => {
    await sql`select from event_session where id = ${session_id} for update`.execute(tx)
    const { rows } = await sql<{ id: string; state: string; is_live: boolean }>`
      select w.id, w.state, w.offer_expires_at >= c.paused_at as is_live
      from event_waiting w join event_session s on s.id = w.session_id join campaign c on c.id = s.campaign_id
      where w.session_id = ${session_id} and w.state in ('offered', 'expired')`.execute(tx)
    const idsOf = (which: (row: { state: string; is_live: boolean }) => boolean): ReadonlySet<string> =>
      new Set(rows.filter(which).map(({ id }) => id))
    return {
      offered: idsOf(({ state }) => state === 'offered'),
      live: idsOf(({ state, is_live }) => state === 'offered' && is_live),
      expired: idsOf(({ state }) => state === 'expired'),
    }
  })

/** The invariants of event tickets with the rows that violate them. */
export const violationsOf = async (
  db: Db,
  event: { readonly session_id: string; readonly limit: number; readonly cancelled: readonly string[] },
): Promise<(readonly [invariant: string, violations: readonly unknown[]])[]> => {
  const { session_id, limit, cancelled } = event
  const customersOverLimit = sql`
    select customer_id, sum(quantity) from event_reservation
    where session_id = ${session_id} and state in ('held', 'confirmed')
    group by customer_id having sum(quantity) > ${limit}`
  const unexplainedCancellations = sql`
    select r.id from event_reservation r join promotion_transaction t on t.id = r.transaction_id
    where r.session_id = ${session_id} and r.state = 'cancelled' and r.confirmed_at is not null
      and t.state <> 'reversed' and r.id <> all(${[...cancelled]}::uuid[])`
  const reservationsOfReversed = sql`
    select r.id from event_reservation r join promotion_transaction t on t.id = r.transaction_id
    where r.session_id = ${session_id} and r.state in ('held', 'confirmed') and t.state = 'reversed'`
  const unofferedEntries = sql`
    select w.id from event_waiting w join event_session s on s.id = w.session_id
    where w.session_id = ${session_id} and w.state = 'waiting' and w.quantity <= s.capacity - s.held - s.sold`
  const rowsOf = async (query: typeof customersOverLimit) => (await query.execute(db)).rows
  return [
    ['the counters of a session match its rows', await findCounterMismatches(db)],
    ['no customer has more tickets than the limit', await rowsOf(customersOverLimit)],
    [
      'tickets are revoked only by cancelling them or by reversing their participation',
      await rowsOf(unexplainedCancellations),
    ],
    ['a reversed participation has no places', await rowsOf(reservationsOfReversed)],
    ['free places are offered to waiting customers who fit', await rowsOf(unofferedEntries)],
  ]
}
