import type { RatingReason } from '@clube/contract/ratings/rating.ts'
import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'

type RatingCustomerTable = { customer_id: string; asked_at: Date }

type RatingRequestTable = {
  purchase_id: string
  customer_id: string
  identified_session_id: string | null
  shop_id: string
  asked_at: Date
  expires_at: Date
  withdrawn_at: Date | null
  email: 'waiting' | 'sent' | 'skipped'
}

type PurchaseRatingTable = {
  id: Generated<string>
  purchase_id: string
  customer_id: string
  shop_id: string
  rating: number
  reasons: RatingReason[]
  comment: string | null
  allows_contact: boolean
  answered_by: 'session' | 'link'
  /** The club's day, yyyy-MM-dd. */
  rated_on: string
  rated_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    rating_customer: RatingCustomerTable
    rating_request: RatingRequestTable
    purchase_rating: PurchaseRatingTable
  }
}

/** A request to rate a purchase, with whether it was answered. */
export type RatingRequest = RatingRequestTable & { is_rated: boolean }

const requests = (db: Db) =>
  db
    .selectFrom('rating_request')
    .leftJoin('purchase_rating', 'purchase_rating.purchase_id', 'rating_request.purchase_id')
    .select([
      'rating_request.purchase_id',
      'rating_request.customer_id',
      'identified_session_id',
      'rating_request.shop_id',
      'asked_at',
      'expires_at',
      'withdrawn_at',
      'email',
      sql<boolean>`purchase_rating.id is not null`.as('is_rated'),
    ])

/**
 * Records that a customer is asked now, unless they were asked after `asked_before`.
 * @returns whether they may be asked
 */
export const claimRequest = async (
  tx: Tx,
  { customer_id, now, asked_before }: { customer_id: string; now: Date; asked_before: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into rating_customer as earlier (customer_id, asked_at) values (${customer_id}, ${now})
    on conflict (customer_id) do update set asked_at = excluded.asked_at where earlier.asked_at <= ${asked_before}
    returning customer_id`.execute(tx)
  return rows.length > 0
}

/** Inserts a request; nothing happens when the purchase has one. */
export const insertRequest = async (
  tx: Tx,
  request: Omit<RatingRequestTable, 'withdrawn_at'>,
): Promise<void> => {
  await tx
    .insertInto('rating_request')
    .values({ ...request, withdrawn_at: null })
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .execute()
}

/** The request of a purchase, locked against concurrent answers. */
export const lockRequest = async (tx: Tx, purchase_id: string): Promise<RatingRequest | undefined> => {
  // Locked first: a statement that waits for the lock does not see the answer that the other transaction inserted.
  await tx
    .selectFrom('rating_request')
    .select('purchase_id')
    .where('purchase_id', '=', purchase_id)
    .forUpdate()
    .execute()
  return findRequest(tx, purchase_id)
}

/** The request of a purchase. */
export const findRequest = (db: Db, purchase_id: string): Promise<RatingRequest | undefined> =>
  requests(db).where('rating_request.purchase_id', '=', purchase_id).executeTakeFirst()

/** The requests of purchases, in order of their ids. */
export const listRequests = (db: Db, purchase_ids: readonly string[]): Promise<RatingRequest[]> =>
  requests(db)
    .where('rating_request.purchase_id', '=', sql<string>`any(${[...purchase_ids]}::uuid[])`)
    .orderBy('rating_request.purchase_id')
    .execute()

/** The actor's requests that can be answered, in order of their deadlines. */
export const listOpen = (
  db: Db,
  { customer_id, identified_session_id, now }: Actor & { now: Date },
): Promise<RatingRequest[]> =>
  requests(db)
    .where('rating_request.customer_id', '=', customer_id)
    .where('expires_at', '>', now)
    .where('withdrawn_at', 'is', null)
    .where('purchase_rating.id', 'is', null)
    .$if(identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', identified_session_id),
    )
    .orderBy('expires_at')
    .orderBy('rating_request.purchase_id')
    .execute()

/** Withdraws the request of a purchase; an answer remains. */
export const withdrawRequest = async (
  tx: Tx,
  { purchase_id, now }: { purchase_id: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('rating_request')
    .set({ withdrawn_at: now })
    .where('purchase_id', '=', purchase_id)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** @returns the id, or null when the purchase is already rated */
export const insertRating = async (
  tx: Tx,
  rating: Omit<PurchaseRatingTable, 'id'>,
): Promise<string | null> => {
  const row = await tx
    .insertInto('purchase_rating')
    .values(rating)
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A customer's answers, newest first. */
export const listRatingsOf = async (db: Db, customer_id: string) => {
  const { rows } = await sql<
    Pick<
      PurchaseRatingTable,
      'purchase_id' | 'rating' | 'reasons' | 'comment' | 'allows_contact' | 'rated_at'
    > & {
      followed_up_at: Date | null
    }
  >`
    select purchase_id, rating, reasons, comment, allows_contact, rated_at, followed_up_at
    from purchase_rating a left join rating_follow_up f on f.rating_id = a.id
    where customer_id = ${customer_id} order by a.id desc`.execute(db)
  return rows
}

/** The next requests whose e-mail is due, locked; other processes skip them. */
export const lockEmailsDue = async (
  tx: Tx,
  { asked_before, limit }: { asked_before: Date; limit: number },
): Promise<RatingRequest[]> => {
  const { rows } = await sql<RatingRequest>`
    select r.purchase_id, r.customer_id, r.identified_session_id, r.shop_id, r.asked_at, r.expires_at, r.withdrawn_at,
      r.email, exists (select from purchase_rating a where a.purchase_id = r.purchase_id) as is_rated
    from rating_request r where email = 'waiting' and asked_at <= ${asked_before}
    order by asked_at, purchase_id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Stores whether the e-mail of a request was sent. */
export const saveEmail = async (
  tx: Tx,
  { purchase_id, email }: Pick<RatingRequestTable, 'purchase_id' | 'email'>,
): Promise<void> => {
  await tx.updateTable('rating_request').set({ email }).where('purchase_id', '=', purchase_id).execute()
}

/**
 * Erases what a person wrote, their consent to be contacted and the follow-ups; open requests are withdrawn. Ratings and
 * reasons remain, so the counters do.
 */
export const erasePerson = async (
  tx: Tx,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<void> => {
  await sql`
    update rating_request set withdrawn_at = coalesce(withdrawn_at, ${now}) where customer_id = ${customer_id}`.execute(
    tx,
  )
  await sql`
    delete from rating_follow_up f using purchase_rating a
    where a.id = f.rating_id and a.customer_id = ${customer_id} and f.followed_up_at is null`.execute(tx)
  await sql`
    update rating_follow_up f set note = null from purchase_rating a
    where a.id = f.rating_id and a.customer_id = ${customer_id}`.execute(tx)
  await sql`
    update purchase_rating set comment = null, allows_contact = false where customer_id = ${customer_id}`.execute(
    tx,
  )
  await tx.deleteFrom('rating_customer').where('customer_id', '=', customer_id).execute()
}
