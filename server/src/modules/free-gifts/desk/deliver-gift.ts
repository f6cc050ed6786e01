import { deliverGiftCall, type DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { DeskMember } from '../../campaigns/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { deliverUnit } from '../stock/deliver-unit.ts'
import { serveEntry } from '../vouchers/queue-store.ts'
import { withGifts } from '../vouchers/view-vouchers.ts'
import { notifyOfVouchers } from '../vouchers/voucher-messages.ts'
import { endedVoucherRefusal } from '../vouchers/voucher.ts'
import { lockVoucher } from '../vouchers/voucher-store.ts'
import { auditVoucher } from './audit-desk.ts'
import { findDelivery, saveDelivery } from './delivery-store.ts'
import { viewDeskVoucher } from './read-voucher.ts'
import { giftSignatures } from './gift-signatures.ts'

const refuse = refusalsOf(deliverGiftCall)

/**
 * Delivers the gift of a voucher once; a repeat returns the first response.
 * @throws {Refusal} one of the call's refusals
 */
export const deliverGift = (
  deps: FreeGiftDeps,
  input: {
    voucher_id: string
    client_delivery_id: string
    signature: Signature | null
    staff: DeskMember
  },
): Promise<{ voucher: DeskVoucher; repeated: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const { voucher_id, client_delivery_id, staff } = input
    const voucher = await lockVoucher(tx, voucher_id)
    if (!voucher) throw refuse('free-gifts.unknown-voucher')
    const earlier = await findDelivery(tx, client_delivery_id)
    if (earlier) {
      if (earlier.voucher_id !== voucher_id) throw refuse('free-gifts.delivery-reused')
      if (earlier.undone_at) throw refuse('free-gifts.delivery-undone')
      return { voucher: await viewDeskVoucher(deps, tx, input), repeated: true }
    }
    const now = deps.clock()
    const ended = endedVoucherRefusal(voucher, now, deps.time_zone)
    if (ended) throw refuse(ended)
    const [described] = await withGifts(tx, [voucher])
    if (!described) throw new Error('The voucher was not found')
    const { campaign, gift, point } = described
    // A signature that the campaign does not require is not stored.
    const signature = campaign.settings.needs_signature ? input.signature : null
    if (campaign.settings.needs_signature && !signature) throw refuse('free-gifts.signature-missing')
    const delivery_id = await saveDelivery(tx, {
      voucher_id,
      client_delivery_id,
      campaign_id: campaign.id,
      pickup_point_id: point.pickup_point_id,
      staff_id: staff.staff_id,
      delivered_at: now,
      signature_sealed: signature && giftSignatures.seal(deps.vault, signature),
    })
    // Another voucher's delivery has the same id.
    if (delivery_id === undefined) throw refuse('free-gifts.delivery-reused')
    await serveEntry(tx, { voucher_id, club_day: clubDayOf(now, deps.time_zone), delivery_id })
    await deliverUnit(tx, { key: voucher, campaign, now })
    await notifyOfVouchers(deps, tx, {
      template: 'gift-delivered',
      vouchers: [{ ...voucher, delivered_at: now }],
    })
    await deps.askForRating(tx, { transaction_id: voucher.transaction_id, now })
    await auditVoucher(deps, tx, {
      staff_id: staff.staff_id,
      voucher_id,
      action: 'deliver',
      sentence: `Entregou um brinde em ${point.name}: ${giftName(gift)}.`,
    })
    return { voucher: await viewDeskVoucher(deps, tx, input), repeated: false }
  })
