import type { VoucherState } from '@clube/contract/free-gifts/voucher.ts'
import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { CodeAtRest } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { StockKey } from '../stock/stock-store.ts'
import type { GiftVoucher } from './voucher.ts'

type GiftVoucherTable = Omit<GiftVoucher, 'id'> &
  CodeAtRest & {
    id: Generated<string>
    ended_at: Date | null
    notified_at: Date | null
    reminded_at: Date | null
  }

declare module '../../../db/tables.ts' {
  interface Tables {
    gift_voucher: GiftVoucherTable
  }
}

const voucherColumns = [
  'id',
  'transaction_id',
  'campaign_id',
  'customer_id',
  'identified_session_id',
  'gift_id',
  'pickup_point_id',
  'code_sealed',
  'state',
  'issued_at',
  'expires_at',
  'held_until',
  'delivered_at',
] as const

const selectVouchers = (db: Db) => db.selectFrom('gift_voucher').select(voucherColumns)

export const findVoucher = (db: Db, id: string): Promise<GiftVoucher | undefined> =>
  selectVouchers(db).where('id', '=', id).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockVoucher = (tx: Tx, id: string): Promise<GiftVoucher | undefined> =>
  selectVouchers(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const findVouchers = (db: Db, ids: readonly string[]): Promise<GiftVoucher[]> =>
  selectVouchers(db)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/** The voucher with a fingerprint of the QR code's content or of the typed code. */
export const findByCode = (db: Db, kind: 'code' | 'short', index: Buffer): Promise<GiftVoucher | undefined> =>
  selectVouchers(db)
    .where(kind === 'code' ? 'code_index' : 'short_index', '=', index)
    .executeTakeFirst()

/** The vouchers of participations. */
export const listVouchersOf = (db: Db, transaction_ids: readonly string[]): Promise<GiftVoucher[]> =>
  selectVouchers(db)
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .execute()

/** The vouchers accessible to the actor: usable ones first, then newest first; all of them if `limit` is null. */
export const listForActor = (
  db: Db,
  { customer_id, identified_session_id }: Actor,
  { now, limit }: { now: Date; limit: number | null },
): Promise<GiftVoucher[]> =>
  selectVouchers(db)
    .where('customer_id', '=', customer_id)
    .$if(identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', identified_session_id),
    )
    .orderBy(sql`(state = 'issued' and greatest(expires_at, held_until) > ${now})`, 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()

/** The vouchers of a customer that were not delivered and have not ended. */
export const listIssued = (db: Db, customer_id: string): Promise<GiftVoucher[]> =>
  selectVouchers(db)
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'issued')
    .orderBy('id')
    .execute()

/** A voucher to issue, and its first print. */
export type NewVoucher = Actor &
  CodeAtRest & {
    readonly transaction_id: string
    readonly print_request_id: string
    readonly service_channel: string
  }

/** Stores vouchers with their first prints. @returns their ids by participation */
export const insertVouchers = async (
  tx: Tx,
  input: { key: StockKey; issued_at: Date; expires_at: Date; vouchers: readonly NewVoucher[] },
): Promise<ReadonlyMap<string, string>> => {
  const { key, issued_at, expires_at, vouchers } = input
  const { campaign_id, gift_id, pickup_point_id } = key
  const rows = await tx
    .insertInto('gift_voucher')
    .values(
      vouchers.map(({ print_request_id: _request, service_channel: _channel, ...voucher }) => ({
        ...voucher,
        campaign_id,
        gift_id,
        pickup_point_id,
        state: 'issued' as const,
        issued_at,
        expires_at,
        held_until: null,
        delivered_at: null,
        ended_at: null,
        notified_at: null,
        reminded_at: null,
      })),
    )
    .returning(['id', 'transaction_id'])
    .execute()
  const ids = new Map(rows.map(({ id, transaction_id }) => [transaction_id, id]))
  await tx
    .insertInto('gift_print')
    .values(
      vouchers.map(({ transaction_id, print_request_id, service_channel }) => ({
        voucher_id: ids.get(transaction_id) ?? '',
        copy_number: 0,
        print_request_id,
        service_channel,
        printed_at: issued_at,
        staff_id: null,
      })),
    )
    .execute()
  return ids
}

/** Ends an issued voucher. @returns false when it is no longer issued */
export const endVoucher = async (
  tx: Tx,
  { id, to, now }: { id: string; to: Extract<VoucherState, 'expired' | 'cancelled'>; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('gift_voucher')
    .set({ state: to, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets until when an issued voucher can be used after its deadline; null for not at all. */
export const holdVoucher = async (tx: Tx, id: string, held_until: Date | null): Promise<void> => {
  await tx
    .updateTable('gift_voucher')
    .set({ held_until })
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .execute()
}

/**
 * Expires vouchers that are due, at most `limit`, and returns their units to the stock.
 * @returns the number of expired vouchers
 */
export const expireDue = async (tx: Tx, now: Date, limit: number): Promise<number> => {
  const { rows } = await sql<{ expired: number }>`
    with expired as (
      update gift_voucher set state = 'expired', ended_at = ${now}
      where id in (
        select id from gift_voucher where state = 'issued' and expires_at <= ${now}
          and (held_until is null or held_until <= ${now})
        order by expires_at limit ${limit} for no key update skip locked
      ) and state = 'issued'
      returning campaign_id, gift_id, pickup_point_id
    ), units as (
      select campaign_id, gift_id, pickup_point_id, count(*)::int as units from expired group by 1, 2, 3
    ), locked as (
      -- In a consistent order, to prevent deadlocks.
      select s.campaign_id, s.gift_id, s.pickup_point_id, units
      from gift_stock s join units using (campaign_id, gift_id, pickup_point_id)
      order by 1, 2, 3 for no key update of s
    ), returned as (
      update gift_stock s set reserved = s.reserved - l.units, on_hand = s.on_hand + l.units from locked l
      where s.campaign_id = l.campaign_id and s.gift_id = l.gift_id and s.pickup_point_id = l.pickup_point_id
    )
    select count(*)::int as expired from expired`.execute(tx)
  return rows[0]?.expired ?? 0
}

/** Marks issued vouchers as notified, and returns them; without those that were notified before or have ended. */
export const claimNotices = (tx: Tx, ids: readonly string[], now: Date): Promise<GiftVoucher[]> =>
  tx
    .updateTable('gift_voucher')
    .set({ notified_at: now })
    .where(
      'id',
      'in',
      sql<string>`(select id from gift_voucher where id = any(${[...ids]}::uuid[]) and state = 'issued'
        and notified_at is null order by id for no key update)`,
    )
    .returning(voucherColumns)
    .execute()

/** Marks vouchers that expire soon as reminded, at most `limit`, and returns them. */
export const claimReminders = async (
  tx: Tx,
  input: { now: Date; expires_before: Date; issued_before: Date; limit: number },
): Promise<GiftVoucher[]> => {
  const { now, expires_before, issued_before, limit } = input
  return tx
    .updateTable('gift_voucher')
    .set({ reminded_at: now })
    .where(
      'id',
      'in',
      sql<string>`(select id from gift_voucher where state = 'issued' and expires_at > ${now}
        and expires_at <= ${expires_before} and issued_at <= ${issued_before} and reminded_at is null
        order by expires_at limit ${limit} for no key update skip locked)`,
    )
    .returning(voucherColumns)
    .execute()
}

/** Audit subjects of a customer: the vouchers. */
export const listVoucherSubjects = async (
  db: Db,
  customer_id: string,
): Promise<{ id: string; since: null }[]> =>
  (await db.selectFrom('gift_voucher').select('id').where('customer_id', '=', customer_id).execute()).map(
    ({ id }) => ({ id, since: null }),
  )
