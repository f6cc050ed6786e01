import type { ParkingBasis } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { ParkingVehicle } from '@clube/contract/parking-voucher/stay.ts'
import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import type { ByHand, Confirmed, ParkingVoucher, VoucherFailure, VoucherStatus } from './voucher.ts'

type ParkingVoucherTable = {
  id: Generated<string>
  transaction_id: string
  campaign_id: string
  customer_id: string
  identified_session_id: string | null
  garage_id: string
  ticket_number: string | null
  ticket_index: Buffer
  entered_at: Date
  vehicle: ParkingVehicle
  promotion_id: string
  basis: ParkingBasis
  amount_cents: number
  state: VoucherStatus['kind']
  discount_cents: number | null
  due_cents: number | null
  leave_by: Date | null
  applied_at: Date | null
  requested_at: Date
  requested_on: string
  ends_at: Date
  checked_at: Date
  left_at: Date | null
  ended_at: Date | null
  failure: VoucherFailure | null
  application_id: string | null
  applied_by: string | null
  reason: string | null
  is_erased: Generated<boolean>
}

type ParkingCourtesyTable = { campaign_id: string; day: string; granted: number; allowed: number }

declare module '../../db/tables.ts' {
  interface Tables {
    parking_voucher: ParkingVoucherTable
    parking_courtesy: ParkingCourtesyTable
  }
}

type Row = Omit<Selectable<ParkingVoucherTable>, 'ticket_index' | 'checked_at' | 'is_erased'>

const columns = [
  'id',
  'transaction_id',
  'campaign_id',
  'customer_id',
  'identified_session_id',
  'garage_id',
  'ticket_number',
  'entered_at',
  'vehicle',
  'promotion_id',
  'basis',
  'amount_cents',
  'state',
  'discount_cents',
  'due_cents',
  'leave_by',
  'applied_at',
  'requested_at',
  'requested_on',
  'ends_at',
  'left_at',
  'ended_at',
  'failure',
  'application_id',
  'applied_by',
  'reason',
] as const

/** A constraint guarantees that each state has its columns. */
const missing = (): never => {
  throw new Error('A parking voucher lacks a column of its state')
}

const statusOf = (row: Row): VoucherStatus => {
  const { state: kind, discount_cents, due_cents, leave_by, applied_at, ended_at, failure } = row
  const confirmed = (): Confirmed =>
    discount_cents === null || due_cents === null || applied_at === null
      ? missing()
      : { discount_cents, due_cents, leave_by, applied_at }
  switch (kind) {
    case 'processing':
      return { kind }
    case 'applied':
    case 'undoing':
      return { kind, ...confirmed() }
    case 'undone':
      return { kind, ...confirmed(), ended_at: ended_at ?? missing() }
    case 'failed':
      return { kind, ended_at: ended_at ?? missing(), failure: failure ?? missing() }
    default:
      return kind satisfies never
  }
}

const byHandOf = ({ application_id, applied_by, reason }: Row): ByHand | null =>
  application_id === null || applied_by === null ? null : { application_id, applied_by, reason: reason ?? '' }

const voucherOf = (row: Row): ParkingVoucher => {
  const { state: _state, discount_cents: _discount, due_cents: _due, leave_by: _leave, ...rest } = row
  const { applied_at: _applied, ended_at: _ended, failure: _failure, ...others } = rest
  const { application_id: _application, applied_by: _by, reason: _reason, ...facts } = others
  return { ...facts, status: statusOf(row), by_hand: byHandOf(row) }
}

const select = (db: Db) => db.selectFrom('parking_voucher').select(columns)
const one = async (query: { executeTakeFirst: () => Promise<Row | undefined> }) => {
  const row = await query.executeTakeFirst()
  return row && voucherOf(row)
}
const all = async (query: { execute: () => Promise<Row[]> }) => (await query.execute()).map(voucherOf)
const isAnyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

export const findVoucher = (db: Db, id: string): Promise<ParkingVoucher | undefined> =>
  one(select(db).where('id', '=', id))

export const findVouchers = (db: Db, ids: readonly string[]): Promise<ParkingVoucher[]> =>
  all(select(db).where('id', '=', isAnyOf(ids)))

/** The voucher, locked until the transaction ends. */
export const lockVoucher = (tx: Tx, id: string): Promise<ParkingVoucher | undefined> =>
  one(select(tx).where('id', '=', id).forNoKeyUpdate())

/** The vouchers of participations. */
export const listVouchersOf = (db: Db, transaction_ids: readonly string[]): Promise<ParkingVoucher[]> =>
  all(select(db).where('transaction_id', '=', isAnyOf(transaction_ids)))

/** The voucher that the desk applied with this id. */
export const findByApplication = (db: Db, application_id: string): Promise<ParkingVoucher | undefined> =>
  one(select(db).where('application_id', '=', application_id))

/** Serializes requests with the same id of the desk. */
export const lockApplication = async (tx: Tx, application_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`parking-application:${application_id}`}, 0))`.execute(
    tx,
  )
}

export type StayKey = { readonly garage_id: string; readonly ticket_index: Buffer; readonly entered_at: Date }

/** The voucher of a stay that is processing, applied or being undone. */
export const findLiveOfStay = (
  db: Db,
  { garage_id, ticket_index, entered_at }: StayKey,
): Promise<ParkingVoucher | undefined> =>
  one(
    select(db)
      .where('garage_id', '=', garage_id)
      .where('ticket_index', '=', ticket_index)
      .where('entered_at', '=', entered_at)
      .where('state', 'in', ['processing', 'applied', 'undoing']),
  )

/** The actor's vouchers, newest first; a passwordless session gets only its own. */
export const listForActor = (
  db: Db,
  { customer_id, identified_session_id }: Actor,
  limit: number | null,
): Promise<ParkingVoucher[]> => {
  let query = select(db).where('customer_id', '=', customer_id)
  if (identified_session_id !== null) query = query.where('identified_session_id', '=', identified_session_id)
  query = query.orderBy('id', 'desc')
  return all(limit === null ? query : query.limit(limit))
}

/** Vouchers requested on a club day before a cursor, newest first. */
export const listOfDay = (
  db: Db,
  { day, cursor, limit }: { day: string; cursor: string | null; limit: number },
): Promise<ParkingVoucher[]> => {
  let query = select(db).where('requested_on', '=', day)
  if (cursor !== null) query = query.where('id', '<', cursor)
  return all(query.orderBy('id', 'desc').limit(limit))
}

export type NewVoucher = Omit<ParkingVoucher, 'id' | 'ticket_number' | 'status' | 'left_at' | 'by_hand'> & {
  readonly ticket_number: string
  readonly ticket_index: Buffer
  readonly by_hand: ByHand | null
}

/**
 * Inserts a voucher in processing.
 * @returns its id; null when the stay already has a live one
 */
export const insertVoucher = async (tx: Tx, voucher: NewVoucher): Promise<string | null> => {
  const { by_hand, ...columnsOfVoucher } = voucher
  const row = await tx
    .insertInto('parking_voucher')
    .values({
      ...columnsOfVoucher,
      state: 'processing',
      checked_at: voucher.requested_at,
      discount_cents: null,
      due_cents: null,
      leave_by: null,
      applied_at: null,
      left_at: null,
      ended_at: null,
      failure: null,
      application_id: by_hand?.application_id ?? null,
      applied_by: by_hand?.applied_by ?? null,
      reason: by_hand?.reason ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['garage_id', 'ticket_index', 'entered_at'])
        .where(sql<boolean>`state in ('processing', 'applied', 'undoing')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A change from one state to another. */
export type VoucherChange =
  | ({ readonly from: 'processing'; readonly to: 'applied'; readonly now: Date } & Confirmed)
  | {
      readonly from: 'processing'
      readonly to: 'failed'
      readonly failure: VoucherFailure
      readonly now: Date
    }
  | { readonly from: 'applied'; readonly to: 'undoing' }
  | { readonly from: 'undoing'; readonly to: 'undone'; readonly now: Date }
  | { readonly from: 'undoing'; readonly to: 'applied'; readonly left_at: Date }

/** Changes the state of a voucher that is in the expected one. @returns false when it is not */
export const changeVoucher = async (tx: Tx, id: string, change: VoucherChange): Promise<boolean> => {
  const columnsOf = () => {
    if (change.to === 'undoing') return {}
    if (change.to === 'undone') return { ended_at: change.now }
    if (change.to === 'failed') return { ended_at: change.now, failure: change.failure }
    if (change.from === 'undoing') return { left_at: change.left_at }
    const { discount_cents, due_cents, leave_by, applied_at, now } = change
    return { discount_cents, due_cents, leave_by, applied_at, checked_at: now }
  }
  const { numUpdatedRows } = await tx
    .updateTable('parking_voucher')
    .set((row) => ({
      state: change.to,
      ticket_number: sql`case when not ${row.ref('is_erased')} then ${row.ref('ticket_number')} end`,
      ...columnsOf(),
    }))
    .where('id', '=', id)
    .where('state', '=', change.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Grants one more courtesy of a campaign and club day. @returns false when the day's are exhausted */
export const grantCourtesy = async (
  tx: Tx,
  { campaign_id, day, allowed }: { campaign_id: string; day: string; allowed: number },
): Promise<boolean> => {
  if (allowed === 0) return false
  const { rows } = await sql`
    insert into parking_courtesy (campaign_id, day, granted, allowed)
    values (${campaign_id}, ${day}, 1, ${allowed})
    on conflict (campaign_id, day) do update set granted = parking_courtesy.granted + 1
      where parking_courtesy.granted < parking_courtesy.allowed
    returning 1`.execute(tx)
  return rows.length === 1
}

/** Returns a courtesy that was not used. */
export const returnCourtesy = async (tx: Tx, campaign_id: string, day: string): Promise<void> => {
  await sql`update parking_courtesy set granted = granted - 1
    where campaign_id = ${campaign_id} and day = ${day}`.execute(tx)
}

/** Courtesies of campaigns on a club day that were granted and not returned; others are absent. */
export const countCourtesies = async (
  db: Db,
  campaign_ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('parking_courtesy')
    .select(['campaign_id', 'granted'])
    .where('campaign_id', '=', isAnyOf(campaign_ids))
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ campaign_id, granted }) => [campaign_id, granted]))
}

/** Claims applied vouchers whose ticket was read before an instant, as read now. */
export const claimParked = async (
  db: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<ParkingVoucher[]> => {
  const { rows } = await sql<{ id: string }>`
    update parking_voucher set checked_at = ${now}
    where id in (
      select id from parking_voucher where state = 'applied' and left_at is null and checked_at < ${before} and ends_at > ${now}
      order by checked_at limit ${limit} for update skip locked
    )
    returning id`.execute(db)
  return all(select(db).where('id', '=', isAnyOf(rows.map(({ id }) => id))))
}

/** Stores that the car left. */
export const saveLeft = async (db: Db, id: string, left_at: Date): Promise<void> => {
  await db
    .updateTable('parking_voucher')
    .set({ left_at })
    .where('id', '=', id)
    .where('state', '=', 'applied')
    .where('left_at', 'is', null)
    .execute()
}

/**
 * Erases ticket numbers and reasons of a customer. A voucher in processing keeps its number, which the car park is asked
 * about, until it is settled.
 */
export const eraseTickets = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx
    .updateTable('parking_voucher')
    .set({
      ticket_number: sql`case state when 'processing' then ticket_number end`,
      reason: null,
      is_erased: true,
    })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** Vouchers of a campaign by state, with their discounts. */
export const countByState = async (
  db: Db,
  campaign_id: string,
): Promise<
  { state: VoucherStatus['kind']; basis: ParkingBasis; count: number; discount_cents: number }[]
> => {
  const { rows } = await sql<{
    state: VoucherStatus['kind']
    basis: ParkingBasis
    count: number
    discount_cents: number
  }>`
    select state, basis, count(*)::int as count, coalesce(sum(discount_cents), 0)::bigint as discount_cents
    from parking_voucher where campaign_id = ${campaign_id} group by state, basis`.execute(db)
  return rows
}
