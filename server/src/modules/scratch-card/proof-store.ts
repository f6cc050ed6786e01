import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'

/**
 * The next campaign with a deck, by id.
 * @param since only sealed decks, and revealed ones whose last head was published from then on; null for all decks
 */
export const findDeckAfter = async (
  db: Db,
  { after, since }: { after: string | null; since: Date | null },
): Promise<string | undefined> => {
  const { rows } = await sql<{ campaign_id: string }>`
    select k.campaign_id from scratch_deck k
    where (${after}::uuid is null or k.campaign_id > ${after})
      and (${since}::timestamptz is null or k.state = 'sealed' or (k.state = 'revealed' and exists (
        select from scratch_head h where h.deck_id = k.id and h.draws = k.drawn and h.published_at >= ${since})))
    order by k.campaign_id limit 1`.execute(db)
  return rows[0]?.campaign_id
}

type DrawToProve = {
  position: number
  code_id: string
  code_kind: 'paper' | 'digital' | null
  transaction_id: string
  prize_number: number | null
  code_hash: Buffer
  head: Buffer
  drawn_at: Date
}

/** Draws of consecutive positions, at most `limit`, in order, each with the kind of its code. */
export const listDrawsToProve = (
  db: Db,
  { deck_id, first, limit }: { deck_id: string; first: number; limit: number },
): Promise<DrawToProve[]> =>
  db
    .selectFrom('scratch_draw as d')
    .leftJoin('scratch_code as c', 'c.id', 'd.code_id')
    .select([
      'd.position',
      'd.code_id',
      'c.kind as code_kind',
      'd.transaction_id',
      'd.prize_number',
      'd.code_hash',
      'd.head',
      'd.drawn_at',
    ])
    .where('d.deck_id', '=', deck_id)
    .where('d.position', '>=', first)
    .where('d.position', '<', first + limit)
    .orderBy('d.position')
    .execute()

/** Heads outside the chain that differ from it: published ones, and that of the deck. */
export const findHeadErrors = async (db: Db, deck_id: string): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select 'published-head-matches-draw' as "check", concat_ws('/', k.campaign_id::text, h.draws) as subject,
      null::bigint as expected, null::bigint as found
    from scratch_head h join scratch_deck k on k.id = h.deck_id
      left join scratch_draw d on d.deck_id = h.deck_id and d.position = h.draws
    where h.deck_id = ${deck_id}
      and h.head is distinct from case when h.draws = 0 then k.commitment else d.head end
    union all
    select 'deck-head-is-last-draw', k.campaign_id::text, null, null from scratch_deck k
    where k.id = ${deck_id} and k.head is distinct from coalesce(
      (select d.head from scratch_draw d where d.deck_id = k.id order by d.position desc limit 1), k.commitment)`.execute(
    db,
  )
  return rows
}

/** Counters of a deck that differ from the rows they count. */
export const findCountErrors = async (db: Db, deck_id: string): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    with draws as (
      select prize_number, count(*) as draws from scratch_draw where deck_id = ${deck_id} group by 1
    ), awards as (
      select prize_number, count(*) as awards from scratch_award where deck_id = ${deck_id} group by 1
    ), codes as (
      select count(*) filter (where state <> 'void') as live, count(*) filter (where state = 'used') as used
      from scratch_code where deck_id = ${deck_id}
    ), compared as (
      select 'drawn-matches-draws' as name, k.campaign_id::text as subject, coalesce((select sum(draws) from draws), 0) as expected,
        k.drawn as found from scratch_deck k where k.id = ${deck_id}
      union all
      select 'used-codes-match-draws', k.campaign_id::text, k.drawn, codes.used from scratch_deck k, codes where k.id = ${deck_id}
      union all
      select 'codes-are-counted', k.campaign_id::text, codes.live, k.codes from scratch_deck k, codes where k.id = ${deck_id}
      union all
      select 'awarded-matches-draws', concat_ws('/', k.campaign_id::text, p.number), coalesce(d.draws, 0), p.awarded
      from scratch_deck k join scratch_prize p on p.deck_id = k.id left join draws d on d.prize_number = p.number
      where k.id = ${deck_id}
      union all
      select 'draw-has-award', concat_ws('/', k.campaign_id::text, p.number), coalesce(d.draws, 0), coalesce(a.awards, 0)
      from scratch_deck k join scratch_prize p on p.deck_id = k.id left join draws d on d.prize_number = p.number
        left join awards a on a.prize_number = p.number
      where k.id = ${deck_id}
    )
    select name as "check", subject, expected::bigint, found::bigint from compared where expected <> found`.execute(
    db,
  )
  return rows
}
