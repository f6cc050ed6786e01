import { sql } from 'kysely'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { promotionKindProperties, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runningStates, type Campaign } from './campaign.ts'
import { campaignColumns } from './campaign-store.ts'

/**
 * Stores a new state; the row is locked and the transition was checked. With a `revision`, only if the plan still has
 * it.
 * @returns undefined when the plan was changed
 */
export const saveState = (
  tx: Tx,
  input: {
    id: string
    state: CampaignState
    revision?: number
    approved_by?: string
    certificate_waiver?: string | null
    paused_at?: Date | null
    ended_at?: Date
    review_note?: string | null
    now: Date
  },
): Promise<Campaign | undefined> => {
  const { id, revision, now, ...change } = input
  return tx
    .updateTable('campaign')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning(campaignColumns)
    .executeTakeFirst()
}

/**
 * Stores a later end and deadline; the row is locked. The guards repeat what was checked, since a campaign that has ended
 * never runs again.
 * @returns false when the campaign has ended or its end was changed in the meantime
 */
export const saveExtension = async (
  tx: Tx,
  input: {
    id: string
    ends_at: Date
    former_ends_at: Date
    redeem_until: Date | null
    now: Date
  },
): Promise<boolean> => {
  const { id, ends_at, former_ends_at, redeem_until, now } = input
  const row = await tx
    .updateTable('campaign')
    .set({ ends_at, updated_at: now })
    .$if(redeem_until !== null, (query) => query.set({ redeem_until }))
    .where('id', '=', id)
    .where('state', 'in', runningStates)
    .where('ends_at', '=', former_ends_at)
    .where('ends_at', '>', now)
    .where('ends_at', '<', ends_at)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const kindsThatEndWhenOutOfStock = promotionKinds.filter(
  (kind) => promotionKindProperties[kind].ends_when_out_of_stock,
)

/**
 * Stores due transitions: of campaigns whose end has passed, of those that are out of stock (for kinds that end when
 * stock runs out), then of those whose start has passed. Returned stock does not restart a campaign.
 */
export const advanceCampaigns = async (db: Db, now: Date, id?: string): Promise<void> => {
  await db
    .updateTable('campaign')
    .set((row) => ({ state: 'ended' as const, ended_at: row.ref('ends_at'), updated_at: now }))
    .where('state', 'in', runningStates)
    .where('ends_at', '<=', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  await db
    .updateTable('campaign')
    .set({ state: 'ended', ended_at: now, updated_at: now })
    .where('state', 'in', ['active', 'paused'])
    .where('kind', 'in', kindsThatEndWhenOutOfStock)
    .whereRef('stock_taken', '>=', 'stock_total')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  await db
    .updateTable('campaign')
    .set({ state: 'active', updated_at: now })
    .where('state', '=', 'scheduled')
    .where('starts_at', '<=', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}

/** Consumes units of a campaign's stock. @returns the remaining stock, or null when insufficient */
export const consumeStock = async (tx: Tx, id: string, units: number): Promise<number | null> => {
  const { rows } = await sql<{ remaining: number }>`
    update campaign set stock_taken = stock_taken + ${units}
    where id = ${id} and ${units} > 0 and stock_taken + ${units} <= stock_total
    returning stock_total - stock_taken as remaining`.execute(tx)
  return rows[0]?.remaining ?? null
}

/** Returns units. @throws when more would be returned than were consumed, which is a bug */
export const returnStock = async (tx: Tx, id: string, units: number): Promise<void> => {
  await sql`update campaign set stock_taken = stock_taken - ${units} where id = ${id} and ${units} > 0`.execute(
    tx,
  )
}
