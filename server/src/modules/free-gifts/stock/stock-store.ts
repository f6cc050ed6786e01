import type { GiftStock, MovementKind } from '@clube/contract/free-gifts/stock-calls.ts'
import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

type GiftStockTable = {
  campaign_id: string
  gift_id: string
  pickup_point_id: string
  on_hand: Generated<number>
  reserved: Generated<number>
  delivered: Generated<number>
  moved: Generated<number>
}

type GiftStockMovementTable = {
  id: Generated<string>
  client_movement_id: string
  campaign_id: string
  gift_id: string
  pickup_point_id: string
  to_pickup_point_id: string | null
  kind: MovementKind
  units: number
  reason: string
  staff_id: string
  created_at: Date
  request: ColumnType<unknown, string, never>
  response: ColumnType<GiftStock[], string, never>
}

declare module '../../../db/tables.ts' {
  interface Tables {
    gift_stock: GiftStockTable
    gift_stock_movement: GiftStockMovementTable
  }
}

/** One gift at one pickup point. */
export type StockKey = Pick<GiftStockTable, 'campaign_id' | 'gift_id' | 'pickup_point_id'>

const stockColumns = ['gift_id', 'pickup_point_id', 'on_hand', 'reserved', 'delivered'] as const

/** The stock of a campaign. */
export const listStock = (db: Db, campaign_id: string): Promise<GiftStock[]> =>
  db.selectFrom('gift_stock').select(stockColumns).where('campaign_id', '=', campaign_id).execute()

/** The ids of the campaigns that have a gift left at a pickup point. */
export const listCampaignsInStock = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('gift_stock')
    .select('campaign_id')
    .distinct()
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .where('on_hand', '>', 0)
    .execute()
  return new Set(rows.map(({ campaign_id }) => campaign_id))
}

/** Locked until the transaction ends; undefined if the gift never had units at the pickup point. */
export const lockStock = (tx: Tx, key: StockKey): Promise<GiftStock | undefined> =>
  tx
    .selectFrom('gift_stock')
    .select(stockColumns)
    .where('campaign_id', '=', key.campaign_id)
    .where('gift_id', '=', key.gift_id)
    .where('pickup_point_id', '=', key.pickup_point_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Reserves units for vouchers. @throws when fewer are on hand, which the lock prevents */
export const reserveUnits = async (tx: Tx, key: StockKey, units: number): Promise<void> => {
  const { rows } = await sql`
    update gift_stock set on_hand = on_hand - ${units}, reserved = reserved + ${units}
    where campaign_id = ${key.campaign_id} and gift_id = ${key.gift_id} and pickup_point_id = ${key.pickup_point_id}
      and on_hand >= ${units} and ${units} > 0
    returning 1`.execute(tx)
  if (rows.length === 0) throw new Error('The reserved units are not on hand')
}

/** Returns the unit of a voucher that ended without a delivery. @throws when it is not reserved, which is a bug */
export const returnUnit = async (tx: Tx, key: StockKey): Promise<void> => {
  const { rows } = await sql`
    update gift_stock set reserved = reserved - 1, on_hand = on_hand + 1
    where campaign_id = ${key.campaign_id} and gift_id = ${key.gift_id} and pickup_point_id = ${key.pickup_point_id}
    returning 1`.execute(tx)
  if (rows.length === 0) throw new Error('The stock of a voucher was not found')
}

/** Moves a unit from reserved to delivered. @throws when none is reserved, which is a bug */
export const moveToDelivered = async (tx: Tx, key: StockKey): Promise<void> => {
  const { rows } = await sql`
    update gift_stock set reserved = reserved - 1, delivered = delivered + 1
    where campaign_id = ${key.campaign_id} and gift_id = ${key.gift_id} and pickup_point_id = ${key.pickup_point_id}
      and reserved > 0
    returning 1`.execute(tx)
  if (rows.length === 0) throw new Error('The delivered unit is not reserved')
}

/** Moves a unit from delivered to reserved. @throws when none was delivered, which is a bug */
export const moveToReserved = async (tx: Tx, key: StockKey): Promise<void> => {
  const { rows } = await sql`
    update gift_stock set delivered = delivered - 1, reserved = reserved + 1
    where campaign_id = ${key.campaign_id} and gift_id = ${key.gift_id} and pickup_point_id = ${key.pickup_point_id}
      and delivered > 0
    returning 1`.execute(tx)
  if (rows.length === 0) throw new Error('The unit was not delivered')
}

/** Serializes the movements of a campaign, so that the received units never exceed the promised total. */
export const lockMovements = async (tx: Tx, campaign_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift-stock:${campaign_id}`}, 0))`.execute(tx)
}

/** Adds units; the row is created with the first ones. @returns the counters afterwards */
export const addUnits = async (tx: Tx, key: StockKey, units: number): Promise<GiftStock> => {
  const { rows } = await sql<GiftStock>`
    insert into gift_stock (campaign_id, gift_id, pickup_point_id, on_hand, moved)
    values (${key.campaign_id}, ${key.gift_id}, ${key.pickup_point_id}, ${units}, ${units})
    on conflict (campaign_id, gift_id, pickup_point_id) do update
      set on_hand = gift_stock.on_hand + excluded.on_hand, moved = gift_stock.moved + excluded.moved
    returning gift_id, pickup_point_id, on_hand, reserved, delivered`.execute(tx)
  const [stock] = rows
  if (!stock) throw new Error('The units were not added')
  return stock
}

/** Adds units to a row that exists, or removes them. @throws when fewer are on hand, which the lock prevents */
export const moveUnits = async (tx: Tx, key: StockKey, units: number): Promise<GiftStock> => {
  const { rows } = await sql<GiftStock>`
    update gift_stock set on_hand = on_hand + ${units}, moved = moved + ${units}
    where campaign_id = ${key.campaign_id} and gift_id = ${key.gift_id} and pickup_point_id = ${key.pickup_point_id}
      and on_hand + ${units} >= 0
    returning gift_id, pickup_point_id, on_hand, reserved, delivered`.execute(tx)
  const [stock] = rows
  if (!stock) throw new Error('The moved units are not on hand')
  return stock
}

/**
 * Locks both rows of a transfer, always in the order of their keys; the destination's is created with the first transfer.
 * @returns the units that can be transferred
 */
export const lockTransfer = async (tx: Tx, from: StockKey, to_pickup_point_id: string): Promise<number> => {
  const { campaign_id, gift_id, pickup_point_id } = from
  await tx
    .insertInto('gift_stock')
    .values({ campaign_id, gift_id, pickup_point_id: to_pickup_point_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await tx
    .selectFrom('gift_stock')
    .select(['pickup_point_id', 'on_hand'])
    .where('campaign_id', '=', campaign_id)
    .where('gift_id', '=', gift_id)
    .where('pickup_point_id', 'in', [pickup_point_id, to_pickup_point_id])
    .orderBy('pickup_point_id')
    .forNoKeyUpdate()
    .execute()
  return rows.find((row) => row.pickup_point_id === pickup_point_id)?.on_hand ?? 0
}

/** Units that were received for a campaign. */
export const countReceived = async (db: Db, campaign_id: string): Promise<number> => {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::int as units from gift_stock_movement
    where campaign_id = ${campaign_id} and kind = 'received'`.execute(db)
  return rows[0]?.units ?? 0
}

/** Units of a gift that were received for a campaign and are neither at a pickup point nor delivered. */
export const countMissing = async (
  db: Db,
  { campaign_id, gift_id }: Pick<StockKey, 'campaign_id' | 'gift_id'>,
): Promise<number> => {
  const { rows } = await sql<{ units: number }>`
    select (
      (select coalesce(sum(units), 0) from gift_stock_movement
        where campaign_id = ${campaign_id} and gift_id = ${gift_id} and kind = 'received')
      - (select coalesce(sum(moved), 0) from gift_stock where campaign_id = ${campaign_id} and gift_id = ${gift_id})
    )::int as units`.execute(db)
  return rows[0]?.units ?? 0
}

/** A movement to store; `request` identifies a repeat, which gets `response`. */
export type NewMovement = StockKey & {
  readonly client_movement_id: string
  readonly to_pickup_point_id: string | null
  readonly kind: MovementKind
  readonly units: number
  readonly reason: string
  readonly staff_id: string
  readonly request: object
  readonly response: readonly GiftStock[]
  readonly now: Date
}

/** @returns the id, or null when another movement has the same `client_movement_id` */
export const insertMovement = async (tx: Tx, movement: NewMovement): Promise<string | null> => {
  const { now, request, response, ...row } = movement
  const stored = await tx
    .insertInto('gift_stock_movement')
    .values({
      ...row,
      created_at: now,
      request: JSON.stringify(request),
      response: JSON.stringify(response),
    })
    .onConflict((conflict) => conflict.column('client_movement_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}

/** An earlier movement with this id, and whether it had the same request. */
export const findMovement = async (
  tx: Tx,
  { client_movement_id, request }: { client_movement_id: string; request: object },
): Promise<{ id: string; response: GiftStock[]; is_same: boolean } | undefined> => {
  const { rows } = await sql<{ id: string; response: GiftStock[]; is_same: boolean }>`
    select id, response, request = ${JSON.stringify(request)}::jsonb as is_same
    from gift_stock_movement where client_movement_id = ${client_movement_id}`.execute(tx)
  return rows[0]
}
