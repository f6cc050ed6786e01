import { sql, type Generated, type GeneratedAlways } from 'kysely'
import type { PostingKind } from '@clube/contract/points/posting-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Lot, LotMovement } from './lot.ts'

export type Account = 'customer' | 'debt' | 'issuance' | 'redemption' | 'expiry' | 'adjustment'

/** The source of a posting, for instance `purchase` and its id; it causes at most one posting of each kind. */
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
      available_at: Date | null
    }
    points_spent_identified: { customer_id: string; club_day: string; points: number }
    points_lot_movement: { posting_id: string; lot_id: string; points: number }
  }
}

export type Balance = { balance: number; debt: number }

/** The customer's balance, locked until the transaction ends: serializes all changes to points. */
export const lockBalance = async (tx: Tx, customer_id: string): Promise<Balance> => {
  const balance = (await lockBalances(tx, [customer_id])).get(customer_id)
  if (!balance) throw new Error('The balance of a customer was not found')
  return balance
}

/** The balances of customers, locked in the order of their ids. */
export const lockBalances = async (
  tx: Tx,
  customer_ids: readonly string[],
): Promise<ReadonlyMap<string, Balance>> => {
  const found = await selectLocked(tx, customer_ids)
  const missing = [...new Set(customer_ids)].filter((id) => !found.has(id)).toSorted()
  if (missing.length === 0) return found
  await sql`
    insert into points_balance (customer_id, balance, debt)
    select id, 0, 0 from unnest(${missing}::uuid[]) as m (id) order by id
    on conflict (customer_id) do nothing`.execute(tx)
  return new Map([...found, ...(await selectLocked(tx, missing))])
}

const selectLocked = async (tx: Tx, customer_ids: readonly string[]): Promise<Map<string, Balance>> => {
  const rows = await tx
    .selectFrom('points_balance')
    .select(['customer_id', 'balance', 'debt'])
    .where('customer_id', '=', sql<string>`any(${[...customer_ids]}::uuid[])`)
    .orderBy('customer_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ customer_id, ...balance }) => [customer_id, balance]))
}

export const readBalance = async (db: Db, customer_id: string): Promise<Balance> =>
  (await db
    .selectFrom('points_balance')
    .select(['balance', 'debt'])
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()) ?? { balance: 0, debt: 0 }

/** @returns the posting's id, or null when its source already caused one of this kind */
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
  key: { kind: PostingKind; source: PointsSource },
): Promise<{ id: string; customer_id: string } | undefined> =>
  db
    .selectFrom('points_posting')
    .select(['id', 'customer_id'])
    .where('kind', '=', key.kind)
    .where('source_kind', '=', key.source.kind)
    .where('source_id', '=', key.source.id)
    .executeTakeFirst()

/** Inserts a posting's entries and updates the balances. */
export const insertEntries = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    entries: readonly { account: Account; points: number }[]
  },
): Promise<Balance> => {
  const { posting_id, customer_id, entries } = input
  const sumOf = (account: Account) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum + entry.points : sum), 0)
  const updated = await tx
    .updateTable('points_balance')
    .set((row) => ({
      balance: row('balance', '+', sumOf('customer')),
      debt: row('debt', '-', sumOf('debt')),
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
        balance_after: account === 'customer' ? updated.balance : null,
      })),
    )
    .execute()
  return updated
}

/** Points to credit once for their source. */
export type Earning = {
  readonly customer_id: string
  /** Whole and positive. */
  readonly points: number
  readonly source: PointsSource
  /** Description on the statement, for instance the shop's name; never personal data. */
  readonly about?: string
  /** When the points become spendable; null if they are from the start. */
  readonly available_at?: Date | null
}

/**
 * Credits locked balances with lots, in one statement. Sources must differ.
 * @returns the debts of the customers whose sources were not credited before
 */
export const insertEarnings = async (
  tx: Tx,
  earnings: readonly Earning[],
  { expires_at, now }: { expires_at: Date; now: Date },
): Promise<readonly { source_kind: string; source_id: string; customer_id: string; debt: number }[]> => {
  const { rows } = await sql<{ source_kind: string; source_id: string; customer_id: string; debt: number }>`
    with earning as (
      select customer_id, points, source_kind, source_id, about, available_at, n
      from unnest(${earnings.map(({ customer_id }) => customer_id)}::uuid[],
        ${earnings.map(({ points }) => points)}::bigint[], ${earnings.map(({ source }) => source.kind)}::text[],
        ${earnings.map(({ source }) => source.id)}::text[], ${earnings.map(({ about }) => about ?? '')}::text[],
        ${earnings.map(({ available_at }) => available_at ?? null)}::timestamptz[])
        with ordinality as e (customer_id, points, source_kind, source_id, about, available_at, n)
    ), posting as (
      insert into points_posting (kind, customer_id, source_kind, source_id, about, created_at)
      select 'earn', customer_id, source_kind, source_id, about, ${now} from earning order by n
      on conflict (kind, source_kind, source_id) do nothing
      returning id, source_kind, source_id
    ), earned as (
      select posting.id as posting_id, customer_id, points, source_kind, source_id, available_at, n
      from posting join earning using (source_kind, source_id)
    ), balance as (
      update points_balance b set balance = b.balance + s.points
      from (select customer_id, sum(points)::bigint as points from earned group by customer_id) s
      where b.customer_id = s.customer_id
      returning b.customer_id, b.balance - s.points as before, b.debt
    ), lot as (
      insert into points_lot (customer_id, posting_id, points, remaining, expires_at, available_at)
      select customer_id, posting_id, points, points, ${expires_at}, available_at from earned
    ), entry as (
      insert into points_entry (posting_id, customer_id, account, points, balance_after)
      select posting_id, customer_id, account, points * sign, running from (
        select posting_id, customer_id, points, n,
          before + sum(points) over (partition by customer_id order by n) as balance_after
        from earned join balance using (customer_id)
      ) e cross join lateral (values ('customer', 1, balance_after), ('issuance', -1, null::bigint))
        as side (account, sign, running)
      order by n, account
    )
    select source_kind, source_id, customer_id, debt from earned join balance using (customer_id)`.execute(tx)
  return rows
}

export const insertLot = async (
  tx: Tx,
  lot: {
    customer_id: string
    posting_id: string
    points: number
    expires_at: Date
    available_at: Date | null
  },
): Promise<void> => {
  await tx
    .insertInto('points_lot')
    .values({ ...lot, remaining: lot.points })
    .execute()
}

/** The customer's lots with points left, including expired ones whose expiry is not yet recorded. */
export const listLots = (db: Db, customer_id: string): Promise<Lot[]> =>
  lotsOf(db, customer_id).orderBy('expires_at').orderBy('id').execute()

/** The lots that points can be deducted from. Expired points are excluded, even before their expiry is recorded. */
export const listLiveLots = (tx: Tx, customer_id: string, now: Date): Promise<Lot[]> =>
  lotsOf(tx, customer_id).where('expires_at', '>', now).orderBy('expires_at').orderBy('id').execute()

const lotsOf = (db: Db, customer_id: string) =>
  db
    .selectFrom('points_lot')
    .select(['id', 'remaining', 'expires_at', 'available_at'])
    .where('customer_id', '=', customer_id)
    .where('remaining', '>', 0)

/** The lot created by a posting, if any. */
export const findLotOf = async (db: Db, posting_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('points_lot')
    .select('id')
    .where('posting_id', '=', posting_id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Points of the lot that expired unspent, whether or not this is recorded. */
export const expiredOf = async (db: Db, lot_id: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select (
      (select coalesce(-sum(m.points), 0) from points_lot_movement m join points_posting p on p.id = m.posting_id
        where m.lot_id = ${lot_id} and p.kind = 'expire')
      + (select coalesce(sum(remaining), 0) from points_lot where id = ${lot_id} and expires_at <= ${now})
    )::bigint as points`.execute(db)
  return rows[0]?.points ?? 0
}

/** Points moved by a posting on an account. */
export const pointsOn = async (db: Db, posting_id: string, account: Account): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::bigint as points from points_entry
    where posting_id = ${posting_id} and account = ${account}`.execute(db)
  return rows[0]?.points ?? 0
}

/** Lot movements of a posting, with the expiry of their lots. */
export const listMovements = (
  db: Db,
  posting_id: string,
): Promise<(LotMovement & { readonly expires_at: Date })[]> =>
  db
    .selectFrom('points_lot_movement')
    .innerJoin('points_lot', 'points_lot.id', 'lot_id')
    .select(['lot_id', 'points_lot_movement.points', 'expires_at'])
    .where('points_lot_movement.posting_id', '=', posting_id)
    .orderBy('lot_id')
    .execute()

/** Updates lots and records the movements. */
export const moveLots = async (
  tx: Tx,
  posting_id: string,
  movements: readonly LotMovement[],
): Promise<void> => {
  if (movements.length === 0) return
  const ids = movements.map(({ lot_id }) => lot_id)
  const points = movements.map((movement) => movement.points)
  await sql`
    with moved as (select lot_id, points from unnest(${ids}::uuid[], ${points}::bigint[]) as m (lot_id, points)),
    lots as (
      update points_lot l set remaining = l.remaining + moved.points from moved where l.id = moved.lot_id
    )
    insert into points_lot_movement (posting_id, lot_id, points)
    select ${posting_id}::uuid, lot_id, points from moved`.execute(tx)
}

/**
 * Counts points spent by passwordless sessions on a club day.
 * @returns false, without counting, when `limit` would be exceeded
 */
export const spendIdentified = async (
  tx: Tx,
  input: { customer_id: string; club_day: string; points: number; limit: number },
): Promise<boolean> => {
  const { customer_id, club_day, points, limit } = input
  const { rows } = await sql`
    insert into points_spent_identified as spent (customer_id, club_day, points)
    select ${customer_id}::uuid, ${club_day}::date, ${points}::bigint where ${points}::bigint <= ${limit}::bigint
    on conflict (customer_id, club_day) do update set points = spent.points + excluded.points
      where spent.points + excluded.points <= ${limit}::bigint
    returning 1`.execute(tx)
  return rows.length === 1
}

/** Deletes the counters of passwordless spending before the given club day (ISO date). */
export const deleteIdentifiedSpending = async (db: Db, club_day: string): Promise<void> => {
  await db.deleteFrom('points_spent_identified').where('club_day', '<', club_day).execute()
}

/** What sources earned, and whether it was taken back, by id of the source; for proofs of other modules. */
export const findCredits = async (
  db: Db,
  { kind, ids }: { kind: PointsSource['kind']; ids: readonly string[] },
): Promise<ReadonlyMap<string, { readonly earned: number; readonly is_taken_back: boolean }>> => {
  const { rows } = await sql<{ source_id: string; earned: number; is_taken_back: boolean }>`
    select p.source_id, coalesce(-sum(e.points) filter (where p.kind = 'earn' and e.account = 'issuance'), 0)::bigint
        as earned,
      bool_or(p.kind = 'take_back') as is_taken_back
    from points_posting p left join points_entry e on e.posting_id = p.id
    where p.kind in ('earn', 'take_back') and p.source_kind = ${kind} and p.source_id = any(${[...ids]}::text[])
    group by p.source_id`.execute(db)
  return new Map(rows.map(({ source_id, ...credit }) => [source_id, credit]))
}
