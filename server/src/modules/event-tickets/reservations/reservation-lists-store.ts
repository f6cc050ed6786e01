import { sql } from 'kysely'
import type { ReservationState } from '@clube/contract/event-tickets/reservation.ts'
import type { Db } from '../../../db/database.ts'

type Page = { session_id: string; cursor: string | null; limit: number }

/** Ticket filter: a normalized part of a name, or the fingerprint of a short code. */
export type TicketFilter = { name: string } | { short_index: Buffer } | null

// Names are normalized here, since the database cannot strip accents.
const accented = 'áàâãäéèêëíìîïóòôõöúùûüçñ'
const plain = 'aaaaaeeeeiiiiooooouuuucn'

/** A normalized name for comparison. */
export const foldName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * Whether the participant's name contains a normalized part. Replacing accents takes ten times as long as the rest, so
 * first any character may be in the place of a letter that can have one.
 */
const containsName = (part: string) => {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const anyLetter = pattern.replace(new RegExp(`[${plain}]`, 'g'), '_')
  const name = sql`lower(t.participant_name)`
  return sql<boolean>`${name} like ${anyLetter} and translate(${name}, ${accented}, ${plain}) like ${pattern}`
}

/** One page of a session's tickets after `cursor`, with their customers. */
export const listSessionTickets = (db: Db, page: Page & { filter: TicketFilter }) => {
  let query = db
    .selectFrom('event_ticket as t')
    .innerJoin('event_reservation as r', 'r.id', 't.reservation_id')
    .select(['t.id', 't.reservation_id', 't.participant_name', 't.code_sealed', 't.state'])
    .select(['t.used_at', 't.used_gate', 'r.customer_id'])
    .where('t.session_id', '=', page.session_id)
  if (page.cursor !== null) query = query.where('t.id', '>', page.cursor)
  const { filter } = page
  if (filter !== null && 'short_index' in filter)
    query = query.where('t.short_index', '=', filter.short_index)
  if (filter !== null && 'name' in filter) query = query.where(containsName(filter.name))
  return query.orderBy('t.id').limit(page.limit).execute()
}

/**
 * A hold expires at its deadline, whether or not this is stored. Literals, so that generic plans can use the partial
 * index of ended reservations.
 */
const isInState = (state: ReservationState, now: Date) => {
  const isStored = sql<boolean>`r.state = ${sql.lit(state)}`
  if (state === 'held') return sql<boolean>`${isStored} and r.expires_at >= ${now}`
  if (state === 'expired') return sql<boolean>`(${isStored} or (r.state = 'held' and r.expires_at < ${now}))`
  return isStored
}

/** One page of a session's reservations before `cursor`, newest first, with their customers. */
export const listSessionReservations = (
  db: Db,
  page: Page & { state: ReservationState | null; now: Date },
) => {
  let query = db
    .selectFrom('event_reservation as r')
    .select(['r.id', 'r.quantity', 'r.state', 'r.service_channel', 'r.created_at', 'r.expires_at'])
    .select(['r.confirmed_at', 'r.customer_id'])
    .where('r.session_id', '=', page.session_id)
  if (page.cursor !== null) query = query.where('r.id', '<', page.cursor)
  if (page.state !== null) query = query.where(isInState(page.state, page.now))
  return query.orderBy('r.id', 'desc').limit(page.limit).execute()
}

/** A customer's newest tickets with their sessions. */
export const listTicketsOfCustomer = (db: Db, input: { customer_id: string; limit: number }) =>
  db
    .selectFrom('event_ticket as t')
    .innerJoin('event_reservation as r', 'r.id', 't.reservation_id')
    .innerJoin('event_session as s', 's.id', 't.session_id')
    .select(['t.id', 't.participant_name', 't.code_sealed', 't.state', 't.used_at', 't.used_gate'])
    .select(['s.title as session_title', 's.starts_at', 's.campaign_id'])
    .select((row) => row('s.cancelled_at', 'is not', null).as('is_session_cancelled'))
    .where('r.customer_id', '=', input.customer_id)
    .orderBy('t.id', 'desc')
    .limit(input.limit)
    .execute()
