import { sql } from 'kysely'
import type { ReservationState } from '@clube/contract/event-tickets/reservation.ts'
import type { Db } from '../../db/database.ts'
import type { WaitingState } from '@clube/contract/event-tickets/session.ts'

type Page = { session_id: string; cursor: string | null; limit: number }

/** Which tickets: by a folded part of a name, or by the fingerprint of a short code. */
export type TicketFilter = { name: string } | { short_index: Buffer } | null

// Names are found however they are typed: the database knows no accents of its own to leave out.
const accented = 'áàâãäéèêëíìîïóòôõöúùûüçñ'
const plain = 'aaaaaeeeeiiiiooooouuuucn'

/** A name as names are compared. */
export const foldName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** One page of a session's tickets after `cursor`, with who reserved them. */
export const listTicketsWithHolder = (db: Db, page: Page & { filter: TicketFilter }) => {
  let query = db
    .selectFrom('event_ticket as t')
    .innerJoin('event_reservation as r', 'r.id', 't.reservation_id')
    .innerJoin('customer as c', 'c.id', 'r.customer_id')
    .select(['t.id', 't.reservation_id', 't.participant_name', 't.code_sealed', 't.state'])
    .select(['t.used_at', 't.used_gate', 'c.document_type', 'c.document_sealed'])
    .where('t.session_id', '=', page.session_id)
  if (page.cursor !== null) query = query.where('t.id', '>', page.cursor)
  const { filter } = page
  if (filter !== null && 'short_index' in filter)
    query = query.where('t.short_index', '=', filter.short_index)
  if (filter !== null && 'name' in filter)
    query = query.where(
      sql<string>`translate(lower(t.participant_name), ${accented}, ${plain})`,
      'like',
      `%${filter.name.replace(/[\\%_]/g, '\\$&')}%`,
    )
  return query.orderBy('t.id').limit(page.limit).execute()
}

/** One page of a session's reservations before `cursor`, the newest first, with who made them. */
export const listReservationsWithHolder = (
  db: Db,
  page: Page & { state: ReservationState | null; now: Date },
) => {
  let query = db
    .selectFrom('event_reservation as r')
    .innerJoin('customer as c', 'c.id', 'r.customer_id')
    .select(['r.id', 'r.quantity', 'r.state', 'r.service_channel', 'r.created_at', 'r.expires_at'])
    .select(['r.confirmed_at', 'c.document_type', 'c.document_sealed'])
    .where('r.session_id', '=', page.session_id)
  if (page.cursor !== null) query = query.where('r.id', '<', page.cursor)
  // A hold is over when its time is, whether or not anybody has written that down.
  if (page.state !== null)
    query = query.where(
      sql<ReservationState>`case when r.state = 'held' and r.expires_at < ${page.now} then 'expired' else r.state end`,
      '=',
      page.state,
    )
  return query.orderBy('r.id', 'desc').limit(page.limit).execute()
}

/** Written out, so that prepared statements find the partial indexes. */
const isOpen = sql<WaitingState>`('waiting', 'offered')`

/** The waiting list of a session: offers first, then the order of coming. */
export const listWaitingWithHolder = (db: Db, session_id: string) =>
  db
    .selectFrom('event_waiting as w')
    .innerJoin('customer as c', 'c.id', 'w.customer_id')
    .select(['w.id', 'c.name', 'c.document_type', 'c.document_sealed', 'w.quantity', 'w.state'])
    .select(['w.joined_at', 'w.offer_expires_at'])
    .where('w.session_id', '=', session_id)
    .where('w.state', 'in', isOpen)
    .orderBy('w.state')
    .orderBy('w.joined_at')
    .orderBy('w.id')
    .limit(1000)
    .execute()
