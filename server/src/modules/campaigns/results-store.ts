import { sql } from 'kysely'
import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'
import type { Db } from '../../db/database.ts'

/** Transactions of a campaign, counted by hour of creation and state. */
export type HourlyCount = { hour: Date; state: TransactionState; count: number }

export const countByHour = async (db: Db, campaign_id: string): Promise<HourlyCount[]> => {
  const { rows } = await sql<HourlyCount>`
    select date_trunc('hour', created_at, 'UTC') as hour, state, count(*) as count from promotion_transaction
    where campaign_id = ${campaign_id} group by 1, 2 order by 1`.execute(db)
  return rows
}

/** Number of customers with at least one participation. */
export const countParticipants = async (db: Db, campaign_id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct customer_id) as count from promotion_transaction where campaign_id = ${campaign_id}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
