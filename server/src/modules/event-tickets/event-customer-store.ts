import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import type { CountedSession } from './event-session-store.ts'
import type { Reservation } from './reservations/reservation.ts'

/** Counters of a session, and a customer's places in it. */
export type SessionPlaces = {
  readonly counters: Pick<CountedSession, 'capacity' | 'held' | 'sold' | 'offered' | 'waiting'>
  /** Tickets held and confirmed. */
  readonly quantity: number
  readonly hold: Pick<Reservation, 'id' | 'quantity' | 'state' | 'created_at' | 'expires_at'> | null
  /** Whether the customer is on the waiting list. */
  readonly is_waiting: boolean
}

type ActorInSessions = Actor & { readonly session_ids: readonly string[] }

export const identifyActor = ({ customer_id, identified_session_id, session_ids }: ActorInSessions): string =>
  `${customer_id} ${identified_session_id ?? ''} ${session_ids.join()}`

/**
 * Counters of sessions with each actor's places, in one statement, so that the counters include the actor's own changes.
 * @returns the places by session, by `identifyActor`
 */
export const findPlacesIn = async (
  db: Db,
  actors: readonly ActorInSessions[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, SessionPlaces>>> => {
  type Row = SessionPlaces['counters'] & { number: number; session_id: string; is_waiting: boolean } & (
      | NonNullable<SessionPlaces['hold']>
      | { id: null; quantity: null }
    )
  const asked = actors.flatMap(({ session_ids, ...actor }, number) =>
    session_ids.map((session_id) => ({ ...actor, number, session_id })),
  )
  const { rows } = await sql<Row>`
    select a.number, s.id as session_id, s.capacity, s.held, s.sold, s.offered, s.waiting, r.id, r.quantity, r.state,
      r.created_at, r.expires_at,
      exists (select from event_waiting w where w.customer_id = a.customer_id and w.session_id = s.id
        and w.state in ('waiting', 'offered')) as is_waiting
    from unnest(
      ${asked.map(({ number }) => number)}::integer[],
      ${asked.map(({ customer_id }) => customer_id)}::uuid[],
      ${asked.map(({ identified_session_id }) => identified_session_id)}::uuid[],
      ${asked.map(({ session_id }) => session_id)}::uuid[]
    ) as a (number, customer_id, identified_session_id, session_id)
    join event_session s on s.id = a.session_id
    left join event_reservation r on r.session_id = s.id and r.customer_id = a.customer_id
      and r.state in ('held', 'confirmed')
      and (a.identified_session_id is null or r.identified_session_id = a.identified_session_id)`.execute(db)
  const found = actors.map(() => new Map<string, SessionPlaces>())
  for (const row of rows) {
    const { session_id, capacity, held, sold, offered, waiting, is_waiting } = row
    const places = found[row.number]
    const { quantity, hold } = places?.get(session_id) ?? { quantity: 0, hold: null }
    places?.set(session_id, {
      counters: { capacity, held, sold, offered, waiting },
      quantity: quantity + (row.quantity ?? 0),
      hold: row.id !== null && row.state === 'held' ? row : hold,
      is_waiting,
    })
  }
  return new Map(actors.map((actor, number) => [identifyActor(actor), found[number] ?? new Map()]))
}

/**
 * What a customer can return in sessions that have not started: holds and, with `tickets`, unused confirmed
 * reservations.
 */
export const listReturnableReservations = async (
  tx: Tx,
  input: { customer_id: string; tickets: boolean; now: Date },
): Promise<{ id: string; session_id: string }[]> => {
  const { rows } = await sql<{ id: string; session_id: string }>`
    select r.id, r.session_id from event_reservation r join event_session s on s.id = r.session_id
    where r.customer_id = ${input.customer_id}
      and (r.state = 'held' or (${input.tickets} and r.state = 'confirmed' and s.starts_at > ${input.now}
        and not exists (select from event_ticket t where t.reservation_id = r.id and t.state <> 'valid')))
    order by r.session_id, r.id`.execute(tx)
  return rows
}

/** Whether a customer has a valid ticket. Gates list a session until a day after its start. */
export const hasValidTickets = async (
  tx: Tx,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    select from event_reservation r join event_session s on s.id = r.session_id
    where r.customer_id = ${customer_id} and r.state = 'confirmed' and s.cancelled_at is null
      and s.starts_at > ${now}::timestamptz - interval '24 hours'
      and exists (select from event_ticket t where t.reservation_id = r.id and t.state = 'valid')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Erases identifying data from reservations, tickets and scans. */
export const eraseReservations = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx
    .updateTable('event_reservation')
    .set({ confirmed_ip: null })
    .where('customer_id', '=', customer_id)
    .execute()
  await sql`
    update event_ticket t set participant_name = '', birth_date = null
    from event_reservation r where r.id = t.reservation_id and r.customer_id = ${customer_id}`.execute(tx)
  // Gate responses contain the first name, and a supervisor's reason may contain more.
  await sql`
    update event_scan s set response = s.response || '{"participant_name":null}',
      reason = case when s.reason is null then null else '' end
    from event_ticket t join event_reservation r on r.id = t.reservation_id
    where s.ticket_id = t.id and r.customer_id = ${customer_id}`.execute(tx)
}

/** Audit subjects of a customer in events: tickets, and sessions since the first reservation or entry. */
export const listEventSubjects = async (
  db: Db,
  customer_id: string,
): Promise<{ id: string; since: Date | null }[]> => {
  const { rows } = await sql<{ id: string; since: Date | null }>`
    select t.id::text as id, null::timestamptz as since
    from event_ticket t join event_reservation r on r.id = t.reservation_id
    where r.customer_id = ${customer_id}
    union all
    select session_id::text, min(since) from (
      select session_id, created_at as since from event_reservation where customer_id = ${customer_id}
      union all select session_id, joined_at from event_waiting where customer_id = ${customer_id}
    ) in_session group by session_id`.execute(db)
  return rows
}
