import { sql } from 'kysely'
import type { AwardState } from '@clube/contract/scratch-card/calls.ts'
import type { Db } from '../../../db/database.ts'

/** Undelivered prizes of campaigns, by campaign and number of the prize; without prizes that were all delivered. */
export const countUndelivered = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<{ campaign_id: string; prize_number: number; awards: number }[]> => {
  const { rows } = await sql<{ campaign_id: string; prize_number: number; awards: number }>`
    select k.campaign_id, a.prize_number, count(*)::int as awards
    from scratch_deck k join scratch_award a on a.deck_id = k.id
    where k.campaign_id = any(${[...campaign_ids]}::uuid[]) and a.state <> 'delivered'
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** An undelivered prize. */
export type UndeliveredAward = {
  readonly position: number
  readonly prize_number: number
  readonly customer_id: string
  readonly state: AwardState
  readonly won_at: Date
  readonly expires_at: Date | null
}

/** Undelivered prizes of a campaign after a position of its deck, at most `limit`, in order. */
export const listUndelivered = async (
  db: Db,
  { campaign_id, after, limit }: { campaign_id: string; after: number; limit: number },
): Promise<UndeliveredAward[]> => {
  const { rows } = await sql<UndeliveredAward>`
    select a.position, a.prize_number, a.customer_id, a.state, a.won_at, a.expires_at
    from scratch_deck k join scratch_award a on a.deck_id = k.id
    where k.campaign_id = ${campaign_id} and a.position > ${after} and a.state <> 'delivered'
    order by a.position limit ${limit}`.execute(db)
  return rows
}
