import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf, endOfClubDay, startOfClubDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import {
  compareParkingDayCall,
  decideParkingItemCall,
  type ParkingDay,
  type ParkingItem as ItemView,
  type ParkingItemState,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { pageOf, readCursor, writeCursor } from '../../../kernel/page.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { CarParkUnavailable, type ParkingApplication } from '../../../ports/car-park.ts'
import { findTransactions, protocolOf } from '../../campaigns/index.ts'
import type { ParkingDeps, ParkingSaga, ParkingServices } from '../deps.ts'
import { applicationContradiction } from '../voucher.ts'
import { listVouchersOf } from '../voucher-store.ts'
import { compareDay } from './item.ts'
import {
  findCompared,
  listDays as listStoredDays,
  listItems as listStoredItems,
  listOwnDiscounts,
  lockDay,
  lockItem,
  saveComparison,
  saveDecision,
  type DayFigures,
  type ParkingItem,
} from './reconciliation-store.ts'

const dayMs = 24 * 3_600_000
/** Club days that are listed, today included. */
const listedDays = 31
/** Past days that are compared automatically if the car park could not be reached. */
const automaticDays = 3
const pageSize = 50
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type CompareDeps = ParkingDeps & Pick<ParkingServices, 'externalServices'> & { readonly saga: ParkingSaga }

/** A club day with its start and exclusive end; undefined for an impossible day. */
const periodOf = (day: string, zone: TimeZone): { day: string; from: Date; until: Date } | undefined => {
  const from = startOfClubDay(day, zone)
  const until = endOfClubDay(day, zone)
  return from && until && { day, from, until }
}

/** The club day a number of days before an instant. */
const dayBefore = (now: Date, days: number, zone: TimeZone): string =>
  clubDayOf(new Date(now.getTime() - days * dayMs), zone)

/**
 * Compares a club day with the car park's list, which is read outside of any transaction. A discount that the car park
 * granted after it sent the list is not a difference.
 * @returns false when the car park does not answer
 */
const compare = async (
  deps: CompareDeps,
  period: { day: string; from: Date; until: Date },
  staff_id: string | null,
): Promise<boolean> => {
  const { carPark } = deps.externalServices
  if (!carPark) return false
  const before = new Set(
    (await listOwnDiscounts(deps.db, period)).map(({ transaction_id }) => transaction_id),
  )
  const listed = await carPark.listApplications(period.from, period.until).catch((error: unknown) => {
    if (error instanceof CarParkUnavailable) return null
    throw error
  })
  if (listed === null) return false
  await settleListed(deps, listed)
  await inTransaction(deps.db, async (tx) => {
    await lockDay(tx, period.day)
    const items = compareDay(await listOwnDiscounts(tx, period), listed).filter(
      ({ state, key }) => state !== 'only_ours' || before.has(key),
    )
    const keys = items.map(({ key }) => key).filter((key) => uuidPattern.test(key))
    const own = new Set((await listVouchersOf(tx, keys)).map(({ transaction_id }) => transaction_id))
    await saveComparison(tx, {
      day: period.day,
      items: items.map((item) => ({ ...item, transaction_id: own.has(item.key) ? item.key : null })),
      their_count: listed.length,
      their_cents: listed.reduce((sum, { discount_cents }) => sum + discount_cents, 0),
      now: deps.clock(),
    })
    if (staff_id !== null)
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'parking-voucher.reconcile',
        subject: { kind: 'parking-day', id: period.day },
        sentence: `Conferiu o dia ${period.day} com a lista do estacionamento.`,
      })
  })
  return true
}

/** Settles vouchers in processing that the list contains, unless it contradicts them. */
const settleListed = async (
  { db, saga }: Pick<CompareDeps, 'db' | 'saga'>,
  listed: readonly ParkingApplication[],
): Promise<void> => {
  const applications = new Map(listed.map((application) => [application.key, application]))
  const keys = [...applications.keys()].filter((key) => uuidPattern.test(key))
  for (const voucher of await listVouchersOf(db, keys)) {
    const result = applications.get(voucher.transaction_id)
    if (voucher.status.kind !== 'processing' || !result || applicationContradiction(voucher, result)) continue
    await inTransaction(db, (tx) => saga.settleWith(tx, voucher.transaction_id, { kind: 'done', result }))
  }
}

const viewDay = ({ compared_at, ...figures }: DayFigures): ParkingDay => ({
  ...figures,
  compared_at: compared_at?.toISOString() ?? null,
})

/** The last days, newest first. */
export const listDays = async ({ db, clock, time_zone }: ParkingDeps): Promise<ParkingDay[]> => {
  const days = Array.from({ length: listedDays }, (_, index) => dayBefore(clock(), index, time_zone))
  const periods = [...new Set(days)].flatMap((day) => periodOf(day, time_zone) ?? [])
  return (await listStoredDays(db, periods)).map(viewDay)
}

const refuseComparison = refusalsOf(compareParkingDayCall)

/** Compares a day for staff. @throws {Refusal} parking-voucher.future-day, parking-voucher.no-answer */
export const compareForStaff = async (
  deps: CompareDeps,
  { day, staff_id }: { day: string; staff_id: string },
): Promise<DataOf<typeof compareParkingDayCall>> => {
  const period = periodOf(day, deps.time_zone)
  if (!period || day > clubDayOf(deps.clock(), deps.time_zone))
    throw refuseComparison('parking-voucher.future-day')
  if (!(await compare(deps, period, staff_id))) throw refuseComparison('parking-voucher.no-answer')
  const [figures] = await listStoredDays(deps.db, [period])
  if (!figures) throw new Error('The compared day was not found')
  return viewDay(figures)
}

/** Compares the last days that have ended and were not compared since. */
export const compareEndedDays = async (deps: CompareDeps): Promise<void> => {
  for (let index = 1; index <= automaticDays; index += 1) {
    const period = periodOf(dayBefore(deps.clock(), index, deps.time_zone), deps.time_zone)
    const compared_at = period && (await findCompared(deps.db, period.day))
    if (!period || (compared_at && compared_at >= period.until)) continue
    if (!(await compare(deps, period, null))) return
  }
}

/** Items with the participations that they name. */
export const viewItems = async (
  { namesOfStaff }: Pick<ParkingDeps, 'namesOfStaff'>,
  db: Db,
  items: readonly ParkingItem[],
): Promise<ItemView[]> => {
  const transactions = await findTransactions(
    db,
    items.flatMap(({ transaction_id }) => (transaction_id === null ? [] : [transaction_id])),
  )
  const names = await namesOfStaff(
    db,
    items.flatMap(({ decided_by }) => (decided_by === null ? [] : [decided_by])),
  )
  return items.map((item) => {
    const transaction = item.transaction_id === null ? undefined : transactions.get(item.transaction_id)
    const { decision_reason, decided_by, decided_at } = item
    return {
      item_id: item.id,
      state: item.state,
      transaction_id: item.transaction_id,
      protocol: transaction ? protocolOf(transaction) : null,
      garage_id: item.garage_id,
      our_cents: item.our_cents,
      their_cents: item.their_cents,
      applied_at: item.applied_at.toISOString(),
      decision: decided_at && {
        reason: decision_reason ?? '',
        by: names.get(decided_by ?? '')?.name ?? null,
        at: decided_at.toISOString(),
      },
    }
  })
}

/** One page of a day's items in a state. */
export const listItems = async (
  deps: ParkingDeps,
  input: { day: string; state: ParkingItemState; cursor: string | null },
): Promise<{ page: ItemView[]; next_cursor: string | null }> => {
  const cursor =
    input.cursor === null
      ? null
      : readCursor(input.cursor, ([id]) => (typeof id === 'string' && uuidPattern.test(id) ? id : null))
  const rows = await listStoredItems(deps.db, { ...input, cursor, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => writeCursor([id]))
  return { page: await viewItems(deps, deps.db, page), next_cursor }
}

const refuseDecision = refusalsOf(decideParkingItemCall)

/**
 * Decides a difference; an earlier decision stays.
 * @throws {Refusal} parking-voucher.unknown-item, parking-voucher.item-changed
 */
export const decideItem = (
  deps: ParkingDeps,
  input: { item_id: string; state: ParkingItemState; reason: string; staff_id: string },
): Promise<ItemView> =>
  inTransaction(deps.db, async (tx) => {
    const { item_id, state, reason, staff_id } = input
    const item = await lockItem(tx, item_id)
    if (!item) throw refuseDecision('parking-voucher.unknown-item')
    const isRepeated = item.decided_by === staff_id && item.decision_reason === reason
    if (item.state !== state || (item.decided_at !== null && !isRepeated))
      throw refuseDecision('parking-voucher.item-changed')
    if (item.decided_at === null) {
      await saveDecision(tx, { id: item.id, reason, staff_id, now: deps.clock() })
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'parking-voucher.decide-item',
        subject: { kind: 'parking-item', id: item.id },
        sentence: `Decidiu uma diferença do estacionamento do dia ${item.day}. Motivo: ${reason}`,
      })
    }
    const [view] = await viewItems(deps, tx, [(await lockItem(tx, item_id)) ?? item])
    if (!view) throw new Error('The item was not described')
    return view
  })
