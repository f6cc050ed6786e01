import type { FollowUpOutcome, RatingReason } from '@clube/contract/ratings/rating.ts'
import type { DetractorQueue } from '@clube/contract/ratings/staff-calls.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type RatingFollowUpTable = {
  rating_id: string
  shop_id: string
  outcome: FollowUpOutcome | null
  note: string | null
  followed_up_by: string | null
  followed_up_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    rating_follow_up: RatingFollowUpTable
  }
}

/** An answer from 0 to 6 with its follow-up, whose fields are null without one. */
export type DetractorRow = {
  id: string
  purchase_id: string
  customer_id: string
  rating: number
  reasons: RatingReason[]
  comment: string | null
  allows_contact: boolean
  rated_at: Date
} & Pick<RatingFollowUpTable, 'outcome' | 'note' | 'followed_up_by' | 'followed_up_at'>

const columns = sql.raw(`a.id, a.purchase_id, a.customer_id, a.rating, a.reasons, a.comment, a.allows_contact,
  a.rated_at, f.outcome, f.note, f.followed_up_by, f.followed_up_at`)

/** Queues a detractor who allows contact. */
export const insertFollowUp = async (
  tx: Tx,
  { rating_id, shop_id }: Pick<RatingFollowUpTable, 'rating_id' | 'shop_id'>,
): Promise<void> => {
  const empty = { outcome: null, note: null, followed_up_by: null, followed_up_at: null }
  await tx
    .insertInto('rating_follow_up')
    .values({ rating_id, shop_id, ...empty })
    .execute()
}

/** An answer with its follow-up. */
export const findDetractor = async (db: Db, id: string): Promise<DetractorRow | undefined> => {
  const { rows } = await sql<DetractorRow>`
    select ${columns} from purchase_rating a left join rating_follow_up f on f.rating_id = a.id
    where a.id = ${id}`.execute(db)
  return rows[0]
}

/** A page of a queue: waiting ones oldest first, the others newest first; `shop_ids` is null for all shops. */
export const listDetractors = async (
  db: Db,
  input: {
    queue: DetractorQueue
    shop_ids: readonly string[] | null
    cursor: string | null
    limit: number
  },
): Promise<DetractorRow[]> => {
  const { queue, shop_ids, cursor, limit } = input
  const inShops = (column: 'a.shop_id' | 'f.shop_id') =>
    sql`(${shop_ids}::uuid[] is null or ${sql.ref(column)} = any(${shop_ids}::uuid[]))`
  const followedUp = (condition: 'is null' | 'is not null') => sql`
    select ${columns} from rating_follow_up f join purchase_rating a on a.id = f.rating_id
    where f.followed_up_at ${sql.raw(condition)} and ${inShops('f.shop_id')}`
  const statements = {
    waiting: sql<DetractorRow>`
      ${followedUp('is null')} and (${cursor}::uuid is null or f.rating_id > ${cursor})
      order by f.rating_id limit ${limit}`,
    done: sql<DetractorRow>`
      ${followedUp('is not null')} and (${cursor}::uuid is null or f.rating_id < ${cursor})
      order by f.rating_id desc limit ${limit}`,
    no_consent: sql<DetractorRow>`
      select ${columns} from purchase_rating a left join rating_follow_up f on f.rating_id = a.id
      where a.rating <= 6 and not a.allows_contact and f.followed_up_at is null and ${inShops('a.shop_id')}
        and (${cursor}::uuid is null or a.id < ${cursor})
      order by a.id desc limit ${limit}`,
  } as const satisfies Record<DetractorQueue, unknown>
  return (await statements[queue].execute(db)).rows
}

/** Records a follow-up, unless there is one or the consent was erased. */
export const saveFollowUp = async (
  tx: Tx,
  input: { rating_id: string; outcome: FollowUpOutcome; note: string | null; staff_id: string; now: Date },
): Promise<boolean> => {
  const { rating_id, outcome, note, staff_id, now } = input
  const { rows } = await sql`
    update rating_follow_up set outcome = ${outcome}, note = ${note}, followed_up_by = ${staff_id},
      followed_up_at = ${now}
    where rating_id = ${rating_id} and followed_up_at is null returning rating_id`.execute(tx)
  return rows.length > 0
}

/** The number of detractors who wait for a contact, up to `limit`. */
export const countWaiting = async (db: Db, limit: number): Promise<number> => {
  const { rows } = await sql`
    select from rating_follow_up where followed_up_at is null order by rating_id limit ${limit}`.execute(db)
  return rows.length
}
