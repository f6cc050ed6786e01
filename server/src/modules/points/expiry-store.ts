import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** Customers with expired points, earliest expiry first, at most `limit`. */
export const listCustomersWithExpiredPoints = async (
  db: Db,
  input: { now: Date; limit: number; excluded: readonly string[] },
): Promise<string[]> => {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct customer_id from (
      select customer_id from points_lot
      where remaining > 0 and expires_at <= ${input.now} and customer_id <> all(${[...input.excluded]}::uuid[])
      order by expires_at limit ${input.limit}
    ) as due`.execute(db)
  return rows.map(({ customer_id }) => customer_id)
}

/** Locks balances until the transaction ends, in id order, so that two batches never deadlock. */
export const lockBalances = async (tx: Tx, customer_ids: readonly string[]): Promise<void> => {
  await sql`
    select 1 from points_balance where customer_id = any(${[...customer_ids]}::uuid[])
    order by customer_id for update`.execute(tx)
}

/**
 * Expires the due lots of customers whose balances are locked: one posting per customer, with two entries and one
 * movement per lot.
 * @returns the number of customers with expired points
 */
export const expireLots = async (tx: Tx, customer_ids: readonly string[], now: Date): Promise<number> => {
  const { rows } = await sql<{ customers: number }>`
    with due as (
      select id as lot_id, customer_id, remaining from points_lot
      where customer_id = any(${[...customer_ids]}::uuid[]) and remaining > 0 and expires_at <= ${now}
    ), person as materialized (
      select uuidv7() as posting_id, customer_id, sum(remaining)::bigint as points from due group by customer_id
    ), posting as (
      insert into points_posting (id, kind, customer_id, about, created_at)
      select posting_id, 'expire', customer_id, '', ${now}::timestamptz from person
    ), balance as (
      update points_balance b set balance = b.balance - person.points
      from person where person.customer_id = b.customer_id
      returning b.customer_id, b.balance
    ), entry as (
      insert into points_entry (posting_id, customer_id, account, points, balance_after)
      select posting_id, customer_id, account, points * sign, case when account = 'customer' then balance end
      from person join balance using (customer_id), (values ('customer', -1), ('expiry', 1)) as side (account, sign)
    ), lot as (
      update points_lot l set remaining = 0 from due where l.id = due.lot_id
    ), movement as (
      insert into points_lot_movement (posting_id, lot_id, points)
      select posting_id, lot_id, -remaining from due join person using (customer_id)
    )
    select count(*) as customers from person`.execute(tx)
  return rows[0]?.customers ?? 0
}
