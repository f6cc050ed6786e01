import type { AwardState } from '@clube/contract/scratch-card/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ScratchCodeState } from './code-store.ts'

/** Draws of a deck per hour, and how many of them won. */
export type DrawnHour = { readonly hour: Date; readonly drawn: number; readonly won: number }

export const countDrawsByHour = async (db: Db, deck_id: string): Promise<DrawnHour[]> => {
  const { rows } = await sql<DrawnHour>`
    select date_trunc('hour', drawn_at, 'UTC') as hour, count(*)::int as drawn, count(prize_number)::int as won
    from scratch_draw where deck_id = ${deck_id} group by 1 order by 1`.execute(db)
  return rows
}

/** Number of codes of a deck by state; states without codes are omitted. */
export const countCodesByState = async (
  db: Db,
  deck_id: string,
): Promise<ReadonlyMap<ScratchCodeState, number>> => {
  const { rows } = await sql<{ state: ScratchCodeState; count: number }>`
    select state, count(*)::int as count from scratch_code where deck_id = ${deck_id} group by 1`.execute(db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/**
 * Awards of a deck by prize and state at an instant: a prize whose deadline passed has expired.
 * @param won_before only those won before an instant; null for all
 */
export const countAwards = async (
  db: Db,
  { deck_id, now, won_before }: { deck_id: string; now: Date; won_before: Date | null },
): Promise<{ state: AwardState; prize_number: number; count: number }[]> => {
  const { rows } = await sql<{ state: AwardState; prize_number: number; count: number }>`
    select case when state = 'pending' and greatest(expires_at, held_until) <= ${now} then 'expired' else state end as state,
      prize_number, count(*)::int as count from scratch_award
    where deck_id = ${deck_id} and (${won_before}::timestamptz is null or won_at < ${won_before})
    group by 1, 2`.execute(db)
  return rows
}
