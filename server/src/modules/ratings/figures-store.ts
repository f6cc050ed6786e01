import type { RatingBand } from '@clube/contract/ratings/rating.ts'
import type { RatingCounts } from '@clube/contract/ratings/net-promoter-score.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'

type RatingDayTable = RatingCounts & {
  /** yyyy-MM-dd */
  day: string
  shop_id: string
}

declare module '../../db/tables.ts' {
  interface Tables {
    rating_day: RatingDayTable
  }
}

const counterOf = { promoter: 'promoters', passive: 'passives', detractor: 'detractors' } as const

/** Counts an answer in its day and shop. */
export const countRating = async (
  tx: Tx,
  { day, shop_id, band }: { day: string; shop_id: string; band: RatingBand },
): Promise<void> => {
  const added = { promoters: 0, passives: 0, detractors: 0, [counterOf[band]]: 1 }
  await sql`
    insert into rating_day as earlier (day, shop_id, promoters, passives, detractors)
    values (${day}, ${shop_id}, ${added.promoters}, ${added.passives}, ${added.detractors})
    on conflict (day, shop_id) do update set promoters = earlier.promoters + excluded.promoters,
      passives = earlier.passives + excluded.passives,
      detractors = earlier.detractors + excluded.detractors`.execute(tx)
}

type Period = {
  /** First and last day, yyyy-MM-dd. */
  from: string
  to: string
  /** Null for all shops. */
  shop_ids: readonly string[] | null
}

/** The answers of a period per day. */
export const countByDay = async (
  db: Db,
  { from, to, shop_ids }: Period,
): Promise<(RatingCounts & { day: string })[]> => {
  const { rows } = await sql<RatingCounts & { day: string }>`
    select day, sum(promoters)::int as promoters, sum(passives)::int as passives, sum(detractors)::int as detractors
    from rating_day where day between ${from} and ${to}
      and (${shop_ids}::uuid[] is null or shop_id = any(${shop_ids}::uuid[]))
    group by day order by day`.execute(db)
  return rows
}

/** The answers of a period per shop. */
export const countByShop = async (
  db: Db,
  { from, to, shop_ids }: Period,
): Promise<(RatingCounts & { shop_id: string })[]> => {
  const { rows } = await sql<RatingCounts & { shop_id: string }>`
    select shop_id, sum(promoters)::int as promoters, sum(passives)::int as passives,
      sum(detractors)::int as detractors
    from rating_day where day between ${from} and ${to}
      and (${shop_ids}::uuid[] is null or shop_id = any(${shop_ids}::uuid[]))
    group by shop_id`.execute(db)
  return rows
}

/** The next day after `after` with counters or answers. */
export const findDayAfter = async (db: Db, after: string): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(day) from rating_day where day > ${after}),
      (select min(rated_on) from purchase_rating where rated_on > ${after})) as day`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Counters of a day that differ from its answers. */
export const findDiscrepancies = async (db: Db, day: string): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    with counted as (
      select shop_id, count(*) filter (where rating >= 9) as promoters,
        count(*) filter (where rating in (7, 8)) as passives, count(*) filter (where rating <= 6) as detractors
      from purchase_rating where rated_on = ${day} group by shop_id
    ), stored as (
      select shop_id, promoters, passives, detractors from rating_day where day = ${day}
    )
    select c.name as "check", concat_ws('/', ${day}::text, shop_id) as subject, coalesce(c.expected, 0)::bigint as expected,
      coalesce(c.found, 0)::bigint as found
    from counted full join stored using (shop_id), lateral (values
      ('promoters-match-answers', counted.promoters, stored.promoters),
      ('passives-match-answers', counted.passives, stored.passives),
      ('detractors-match-answers', counted.detractors, stored.detractors)
    ) as c (name, expected, found)
    where coalesce(c.expected, 0) <> coalesce(c.found, 0)`.execute(db)
  return rows
}
