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
  // In two statements: for a join, the planner reads all answers.
  const { rows: page } = await pageOfQueue(input).execute(db)
  const ids = page.map(({ id }) => id)
  const { rows } = await sql<DetractorRow>`
    select ${columns} from purchase_rating a left join rating_follow_up f on f.rating_id = a.id
    where a.id = any(${ids}::uuid[])`.execute(db)
  const answers = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => answers.get(id) ?? [])
}

const pageOfQueue = ({ queue, shop_ids, cursor, limit }: Parameters<typeof listDetractors>[1]) => {
  const isInShops = sql`(${shop_ids}::uuid[] is null or shop_id = any(${shop_ids}::uuid[]))`
  switch (queue) {
    case 'waiting':
      return sql<{ id: string }>`
        select rating_id as id from rating_follow_up where followed_up_at is null and ${isInShops}
          and (${cursor}::uuid is null or rating_id > ${cursor}) order by rating_id limit ${limit}`
    case 'done':
      return sql<{ id: string }>`
        select rating_id as id from rating_follow_up where followed_up_at is not null and ${isInShops}
          and (${cursor}::uuid is null or rating_id < ${cursor}) order by rating_id desc limit ${limit}`
    case 'no_consent':
      return sql<{ id: string }>`
        select id from purchase_rating a where rating <= 6 and not allows_contact and ${isInShops}
          and not exists (select from rating_follow_up f where f.rating_id = a.id)
          and (${cursor}::uuid is null or id < ${cursor}) order by id desc limit ${limit}`
    default:
      return queue satisfies never
  }
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
