import { undoDeliveryCall, type DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { undoMinutes } from '@clube/contract/campaigns/undo-minutes.ts'
import { clubDayOf, endOfClubDay } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { oldestUndoable, type DeskMember } from '../../campaigns/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { undoUnitDelivery } from '../stock/deliver-unit.ts'
import { restoreEntry } from '../vouchers/queue-store.ts'
import { withGifts } from '../vouchers/view-vouchers.ts'
import { lockVoucher } from '../vouchers/voucher-store.ts'
import { auditVoucher } from './audit-desk.ts'
import { findDelivery, saveUndo } from './delivery-store.ts'
import { viewDeskVoucher } from './read-voucher.ts'

const refuse = refusalsOf(undoDeliveryCall)

/**
 * Undoes a delivery of the last ten minutes: its unit is reserved for the voucher again, and its number in the queue is
 * restored. A voucher whose deadline passed in the meantime can be used for the rest of the day. A repeat changes
 * nothing.
 * @throws {Refusal} free-gifts.unknown-voucher, free-gifts.not-delivered, free-gifts.undo-too-late
 */
export const undoDelivery = (
  deps: FreeGiftDeps,
  input: { voucher_id: string; client_delivery_id: string; reason: string; staff: DeskMember },
): Promise<{ voucher: DeskVoucher; repeated: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const { voucher_id, client_delivery_id, reason, staff } = input
    const voucher = await lockVoucher(tx, voucher_id)
    if (!voucher) throw refuse('free-gifts.unknown-voucher')
    const delivery = await findDelivery(tx, client_delivery_id)
    if (delivery?.voucher_id !== voucher_id) throw refuse('free-gifts.not-delivered')
    if (delivery.undone_at) return { voucher: await viewDeskVoucher(deps, tx, input), repeated: true }
    const now = deps.clock()
    const since = oldestUndoable(now)
    if (delivery.delivered_at < since) throw refuse('free-gifts.undo-too-late', { minutes: undoMinutes })
    const isUndone = await saveUndo(tx, {
      delivery_id: delivery.id,
      staff_id: staff.staff_id,
      reason,
      since,
      held_until: endOfClubDay(clubDayOf(now, deps.time_zone), deps.time_zone) ?? now,
      now,
    })
    if (!isUndone) throw new Error('The delivery of the locked voucher was changed')
    await restoreEntry(tx, delivery.id)
    const [described] = await withGifts(tx, [voucher])
    if (!described) throw new Error('The voucher was not found')
    await undoUnitDelivery(tx, { key: voucher, campaign: described.campaign })
    await auditVoucher(deps, tx, {
      staff_id: staff.staff_id,
      voucher_id,
      action: 'undo-delivery',
      sentence: `Desfez a entrega de um brinde. Motivo: ${reason}`,
    })
    return { voucher: await viewDeskVoucher(deps, tx, input), repeated: false }
  })
