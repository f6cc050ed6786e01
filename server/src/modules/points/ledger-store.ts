import { sql, type Generated, type GeneratedAlways } from 'kysely'
import type { PostingKind } from '@clube/contract/points/posting-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Lot, LotMovement } from './lot.ts'

export type Account = 'customer' | 'debt' | 'issuance' | 'redemption' | 'expiry' | 'adjustment'

/** What caused a posting, for instance `purchase` and its id; it causes each kind once. */
export type PointsSource = { readonly kind: string; readonly id: string }

declare module '../../db/tables.ts' {
  interface Tables {
    points_balance: { customer_id: string; balance: number; debt: number }
    points_posting: {
      id: Generated<string>
      kind: PostingKind
      customer_id: string
      source_kind: string | null
      source_id: string | null
      about: string
      created_at: Date
    }
    points_entry: {
      position: GeneratedAlways<number>
      posting_id: string
      customer_id: string
      account: Account
      points: number
      balance_after: number | null
    }
    points_lot: {
      id: Generated<string>
      customer_id: string
      posting_id: string
      points: number
      remaining: number
      expires_at: Date
    }
    points_lot_movement: { posting_id: string; lot_id: string; points: number }
  }
}

export type Balance = { balance: number; debt: number }

/** The person's balance, held until the transaction ends: every change of points takes its turn here. */
export const lockBalance = async (tx: Tx, customer_id: string): Promise<Balance> => {
  await tx
    .insertInto('points_balance')
    .values({ customer_id, balance: 0, debt: 0 })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute()
  return tx
    .selectFrom('points_balance')
    .select(['balance', 'debt'])
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const readBalance = async (db: Db, customer_id: string): Promise<Balance> =>
  (await db
    .selectFrom('points_balance')
    .select(['balance', 'debt'])
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()) ?? { balance: 0, debt: 0 }

/** @returns the posting's id, or null when its source has caused one of the kind before */
export const insertPosting = async (
  tx: Tx,
  posting: { kind: PostingKind; customer_id: string; source: PointsSource | null; about: string; now: Date },
): Promise<string | null> => {
  const { kind, customer_id, source, about, now } = posting
  const row = await tx
    .insertInto('points_posting')
    .values({
      kind,
      customer_id,
      source_kind: source?.kind ?? null,
      source_id: source?.id ?? null,
      about,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'source_kind', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const findPosting = (
  db: Db,
  wanted: { kind: PostingKind; source: PointsSource },
): Promise<{ id: string; customer_id: string } | undefined> =>
  db
    .selectFrom('points_posting')
    .select(['id', 'customer_id'])
    .where('kind', '=', wanted.kind)
    .where('source_kind', '=', wanted.source.kind)
    .where('source_id', '=', wanted.source.id)
    .executeTakeFirst()

/** Adds a posting's entries and moves the balances with them. */
export const insertEntries = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    entries: readonly { account: Account; points: number }[]
  },
): Promise<Balance> => {
  const { posting_id, customer_id, entries } = input
  const changeOf = (account: Account) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum + entry.points : sum), 0)
  const after = await tx
    .updateTable('points_balance')
    .set((row) => ({
      balance: row('balance', '+', changeOf('customer')),
      debt: row('debt', '-', changeOf('debt')),
    }))
    .where('customer_id', '=', customer_id)
    .returning(['balance', 'debt'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('points_entry')
    .values(
      entries.map(({ account, points }) => ({
        posting_id,
        customer_id,
        account,
        points,
        balance_after: account === 'customer' ? after.balance : null,
      })),
    )
    .execute()
  return after
}

export const insertLot = async (
  tx: Tx,
  lot: { customer_id: string; posting_id: string; points: number; expires_at: Date },
): Promise<void> => {
  await tx
    .insertInto('points_lot')
    .values({ ...lot, remaining: lot.points })
    .execute()
}

/** The person's lots that hold points; with `dueBy` only those that have expired by then. */
export const listLots = (db: Db, customer_id: string, dueBy?: Date): Promise<Lot[]> =>
  db
    .selectFrom('points_lot')
    .select(['id', 'remaining', 'expires_at'])
    .where('customer_id', '=', customer_id)
    .where('remaining', '>', 0)
    .$if(dueBy !== undefined, (query) => query.where('expires_at', '<=', dueBy ?? null))
    .orderBy('expires_at')
    .orderBy('id')
    .execute()

/** The lot that a posting made, if it made one. */
export const findLotOf = async (db: Db, posting_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('points_lot')
    .select('id')
    .where('posting_id', '=', posting_id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Points of the lot that expired unspent. */
export const expiredOf = async (db: Db, lot_id: string): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select coalesce(-sum(m.points), 0)::bigint as points
    from points_lot_movement m join points_posting p on p.id = m.posting_id
    where m.lot_id = ${lot_id} and p.kind = 'expire'`.execute(db)
  return rows[0]?.points ?? 0
}

/** Points that a posting moved on an account. */
export const pointsOn = async (db: Db, posting_id: string, account: Account): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::bigint as points from points_entry
    where posting_id = ${posting_id} and account = ${account}`.execute(db)
  return rows[0]?.points ?? 0
}

/** What a posting moved in lots. */
export const listMovements = (db: Db, posting_id: string): Promise<LotMovement[]> =>
  db
    .selectFrom('points_lot_movement')
    .select(['lot_id', 'points'])
    .where('posting_id', '=', posting_id)
    .orderBy('lot_id')
    .execute()

/** Moves points in lots and writes the movements down. */
export const moveLots = async (
  tx: Tx,
  posting_id: string,
  movements: readonly LotMovement[],
): Promise<void> => {
  if (movements.length === 0) return
  const ids = movements.map(({ lot_id }) => lot_id)
  const points = movements.map((movement) => movement.points)
  await sql`
    with moved as (select * from unnest(${ids}::uuid[], ${points}::bigint[]) as m (lot_id, points)),
    lots as (
      update points_lot l set remaining = l.remaining + moved.points from moved where l.id = moved.lot_id
    )
    insert into points_lot_movement (posting_id, lot_id, points)
    select ${posting_id}::uuid, lot_id, points from moved`.execute(tx)
}

/** People who hold points that have expired, so many at most. */
export const listDueCustomers = async (db: Db, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct customer_id from points_lot where remaining > 0 and expires_at <= ${now}
    limit ${limit}`.execute(db)
  return rows.map(({ customer_id }) => customer_id)
}
