import { undoMinutes } from '@clube/contract/campaigns/undo-minutes.ts'
import { clubDayOf, endOfClubDay } from '@clube/contract/kernel/club-time.ts'
import { undoAwardDeliveryCall, type DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { oldestUndoable, type DeskMember } from '../../campaigns/index.ts'
import { lockAward } from '../awards/award-store.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { auditAward } from './audit-desk.ts'
import { findDelivery, saveUndo } from './delivery-store.ts'
import { viewDeskAward } from './read-award.ts'

const refuse = refusalsOf(undoAwardDeliveryCall)

/**
 * Undoes a delivery of the last ten minutes. A prize whose deadline has passed since can be picked up for the rest of the
 * day. A repeat changes nothing.
 * @throws {Refusal} scratch-card.unknown-award, scratch-card.not-delivered, scratch-card.undo-too-late
 */
export const undoDelivery = (
  deps: ScratchCardDeps,
  input: { award_id: string; client_delivery_id: string; reason: string; staff: DeskMember },
): Promise<{ award: DeskAward; repeated: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const { award_id, client_delivery_id, reason, staff } = input
    if (!(await lockAward(tx, award_id))) throw refuse('scratch-card.unknown-award')
    const delivery = await findDelivery(tx, client_delivery_id)
    if (delivery?.award_id !== award_id) throw refuse('scratch-card.not-delivered')
    if (delivery.undone_at) return { award: await viewDeskAward(deps, tx, input), repeated: true }
    const now = deps.clock()
    const since = oldestUndoable(now)
    if (delivery.delivered_at < since) throw refuse('scratch-card.undo-too-late', { minutes: undoMinutes })
    const isUndone = await saveUndo(tx, {
      delivery_id: delivery.id,
      staff_id: staff.staff_id,
      reason,
      since,
      held_until: endOfClubDay(clubDayOf(now, deps.time_zone), deps.time_zone) ?? now,
      now,
    })
    if (!isUndone) throw new Error('The delivery of the locked award was changed')
    await auditAward(deps, tx, {
      staff_id: staff.staff_id,
      award_id,
      action: 'undo-delivery',
      sentence: `Desfez a entrega de um prêmio. Motivo: ${reason}`,
    })
    return { award: await viewDeskAward(deps, tx, input), repeated: false }
  })
