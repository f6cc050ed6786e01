import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import { clubDayOf, endOfClubDay, startOfClubDay } from '@clube/contract/kernel/club-time.ts'
import { readAwardSignatureCall, type AwardDelivery } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { shortCodeOf, type DeskMember } from '../../campaigns/index.ts'
import { deskPersonOf, findDeskPeople } from '../../identity/index.ts'
import { awardCodes, awardSignatures } from '../awards/award.ts'
import { findAwards } from '../awards/award-store.ts'
import { withPrizes } from '../awards/view-awards.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { auditAward, auditDeliveryList } from './audit-desk.ts'
import { findSignature, listDeliveriesBetween } from './delivery-store.ts'
import { canUndo } from './read-award.ts'

const pageSize = 50

/** One page of today's deliveries, newest first; the access is audited. */
export const listDeliveries = (
  deps: ScratchCardDeps,
  { cursor, staff }: { cursor: string | null; staff: DeskMember },
): Promise<{ page: AwardDelivery[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await auditDeliveryList(deps, tx, staff.staff_id)
    const now = deps.clock()
    const today = clubDayOf(now, deps.time_zone)
    const rows = await listDeliveriesBetween(tx, {
      cursor,
      from: startOfClubDay(today, deps.time_zone) ?? now,
      until: endOfClubDay(today, deps.time_zone) ?? now,
      limit: pageSize + 1,
    })
    const { page: deliveries, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    const found = await findAwards(
      tx,
      deliveries.map(({ award_id }) => award_id),
    )
    const awards = new Map((await withPrizes(tx, found)).map((award) => [award.id, award]))
    const people = await findDeskPeople(deps, tx, found)
    const staffNames = await deps.namesOfStaff(
      tx,
      deliveries.flatMap(({ staff_id, undone_by }) =>
        undone_by === null ? [staff_id] : [staff_id, undone_by],
      ),
    )
    return {
      next_cursor,
      page: deliveries.map((delivery): AwardDelivery => {
        const award = awards.get(delivery.award_id)
        // Only points have no code, and a desk does not deliver them.
        if (!award?.code_sealed) throw new Error('The award of a delivery was not found')
        const { first_name, document_end } = deskPersonOf(people, award.customer_id)
        const { undone_at, undone_by, undo_reason } = delivery
        return {
          delivery_id: delivery.id,
          award_id: award.id,
          campaign_title: award.campaign.title,
          prize_title: award.prize.title,
          customer_name: first_name,
          document_end,
          code_end: voucherCodeEnd(shortCodeOf(awardCodes.open(deps.vault, award.code_sealed))),
          delivered_at: delivery.delivered_at.toISOString(),
          delivered_by: staffNames.get(delivery.staff_id)?.name ?? null,
          has_signature: delivery.has_signature,
          client_delivery_id: delivery.client_delivery_id,
          can_undo: canUndo(staff, delivery, now),
          undone: undone_at && {
            at: undone_at.toISOString(),
            by: staffNames.get(undone_by ?? '')?.name ?? null,
            reason: undo_reason ?? '',
          },
        }
      }),
    }
  })

/** Opens the signature of a delivery; the access is audited. @throws {Refusal} scratch-card.signature-unknown */
export const readSignature = (
  deps: ScratchCardDeps,
  { delivery_id, staff_id }: { delivery_id: string; staff_id: string },
): Promise<{ signature: Signature }> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findSignature(tx, delivery_id)
    if (!found?.signature_sealed) throw refusalsOf(readAwardSignatureCall)('scratch-card.signature-unknown')
    await auditAward(deps, tx, {
      staff_id,
      award_id: found.award_id,
      action: 'read-signature',
      sentence: 'Abriu a assinatura da entrega de um prêmio.',
    })
    return { signature: awardSignatures.open(deps.vault, found.signature_sealed) }
  })
