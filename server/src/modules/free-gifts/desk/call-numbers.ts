import {
  callNextCall,
  listQueueCall,
  markAbsentCall,
  type DeskQueueEntry,
} from '@clube/contract/free-gifts/queue-calls.ts'
import type { unknownGiftRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import { deskPersonOf, findDeskPeople } from '../../identity/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { findPickupPoint, giftSummary } from '../gift-campaign.ts'
import {
  callEntry,
  findCalled,
  findEntry,
  listEntries,
  lockQueue,
  saveAbsent,
  type QueueEntry,
  type QueueKey,
} from '../vouchers/queue-store.ts'
import { withGifts } from '../vouchers/view-vouchers.ts'
import { findVouchers, holdVoucher, lockVoucher } from '../vouchers/voucher-store.ts'
import { auditList, auditVoucher } from './audit-desk.ts'

type Point = { readonly campaign_id: string; readonly pickup_point_id: string }

/** Today's queue of a pickup point. @throws {Refusal} free-gifts.unknown-pickup-point */
const queueOf = async (
  deps: FreeGiftDeps,
  tx: Tx,
  { campaign_id, pickup_point_id, refuse }: Point & { refuse: Refuse<typeof unknownGiftRefusals> },
): Promise<QueueKey> => {
  await findPickupPoint(tx, { campaign_id, pickup_point_id, refuse })
  return { campaign_id, pickup_point_id, club_day: clubDayOf(deps.clock(), deps.time_zone) }
}

/** Desks poll the queue: a member's access is audited only once in this period. */
const auditedMs = 3_600_000

/** Lists today's queue of a pickup point. @throws {Refusal} free-gifts.unknown-pickup-point */
export const createListQueue = (
  deps: FreeGiftDeps,
): ((input: Point & { staff_id: string }) => Promise<DeskQueueEntry[]>) => {
  const audited = new Map<string, number>()
  return (input) =>
    inTransaction(deps.db, async (tx) => {
      const queue = await queueOf(deps, tx, { ...input, refuse: refusalsOf(listQueueCall) })
      const now = deps.clock().getTime()
      for (const [key, auditedAt] of audited) if (now - auditedAt >= auditedMs) audited.delete(key)
      const key = `${input.staff_id}/${queue.pickup_point_id}/${queue.club_day}`
      if (!audited.has(key)) {
        await auditList(deps, tx, {
          ...input,
          action: 'list-queue',
          sentence: 'Consultou a fila de brindes do dia.',
        })
        audited.set(key, now)
      }
      return viewEntries(deps, tx, await listEntries(tx, queue))
    })
}

/**
 * Calls today's first waiting number, once; a repeated call returns the number that it called.
 * @returns null if nobody waits
 * @throws {Refusal} free-gifts.unknown-pickup-point
 */
export const callNext = (
  deps: FreeGiftDeps,
  input: Point & { client_call_id: string; staff_id: string },
): Promise<{ entry: DeskQueueEntry | null }> =>
  inTransaction(deps.db, async (tx) => {
    const { client_call_id, staff_id } = input
    const queue = await queueOf(deps, tx, { ...input, refuse: refusalsOf(callNextCall) })
    await lockQueue(tx, queue)
    const earlier = await findCalled(tx, { ...queue, client_call_id })
    if (earlier) return { entry: await viewEntry(deps, tx, earlier) }
    const entry = await callEntry(tx, queue, { client_call_id, now: deps.clock() })
    if (!entry) return { entry: null }
    await auditVoucher(deps, tx, {
      staff_id,
      voucher_id: entry.voucher_id,
      action: 'call-number',
      sentence: `Chamou a senha ${entry.number}.`,
    })
    return { entry: await viewEntry(deps, tx, entry) }
  })

/**
 * Marks the person of one of today's numbers as absent; after its deadline the voucher expires. A repeat changes nothing.
 * @throws {Refusal} free-gifts.unknown-number, free-gifts.number-served
 */
export const markAbsent = (
  deps: FreeGiftDeps,
  { entry_id, staff_id }: { entry_id: string; staff_id: string },
): Promise<DeskQueueEntry> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(markAbsentCall)
    const found = await findEntry(tx, entry_id)
    if (found?.club_day !== clubDayOf(deps.clock(), deps.time_zone)) throw refuse('free-gifts.unknown-number')
    const { voucher_id } = found
    await lockVoucher(tx, voucher_id)
    const entry = await saveAbsent(tx, entry_id)
    if (entry) {
      await holdVoucher(tx, voucher_id, null)
      await auditVoucher(deps, tx, {
        staff_id,
        voucher_id,
        action: 'mark-absent',
        sentence: `Registrou que a pessoa da senha ${entry.number} não estava na fila.`,
      })
    }
    const current = entry ?? (await findEntry(tx, entry_id))
    if (!current) throw new Error('The number was not found')
    if (current.state === 'served') throw refuse('free-gifts.number-served')
    return viewEntry(deps, tx, current)
  })

export const viewEntry = async (deps: FreeGiftDeps, db: Db, entry: QueueEntry): Promise<DeskQueueEntry> => {
  const [view] = await viewEntries(deps, db, [entry])
  if (!view) throw new Error('The number was not found')
  return view
}

const viewEntries = async (
  deps: FreeGiftDeps,
  db: Db,
  entries: readonly QueueEntry[],
): Promise<DeskQueueEntry[]> => {
  const found = await findVouchers(
    db,
    entries.map(({ voucher_id }) => voucher_id),
  )
  const vouchers = new Map((await withGifts(db, found)).map((voucher) => [voucher.id, voucher]))
  const holders = await findDeskPeople(deps, db, found)
  return entries.map(({ id, number, voucher_id, state, taken_at, called_at }) => {
    const voucher = vouchers.get(voucher_id)
    if (!voucher) throw new Error('The voucher of a number was not found')
    const { first_name, document_end } = deskPersonOf(holders, voucher.customer_id)
    return {
      entry_id: id,
      number,
      voucher_id,
      gift: giftSummary(voucher.gift),
      customer_name: first_name,
      document_end,
      state,
      taken_at: taken_at.toISOString(),
      called_at: called_at?.toISOString() ?? null,
    }
  })
}
