import {
  readSignatureCall,
  type GiftDelivery,
  type listDeskPointsCall,
} from '@clube/contract/free-gifts/desk-calls.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf, endOfClubDay, startOfClubDay } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../../db/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { listCampaignsOfKind, shortCodeOf, type DeskMember } from '../../campaigns/index.ts'
import { deskPersonOf, findDeskPeople } from '../../identity/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { findGiftCampaign, findGiftCampaigns, giftSummary, type GiftCampaign } from '../gift-campaign.ts'
import { withGifts } from '../vouchers/view-vouchers.ts'
import { giftCodes } from '../vouchers/voucher.ts'
import { findVouchers } from '../vouchers/voucher-store.ts'
import { auditList, auditVoucher } from './audit-desk.ts'
import { findSignature, listDeliveriesBetween } from './delivery-store.ts'
import { canUndo } from './read-voucher.ts'
import { giftSignatures } from './gift-signatures.ts'

const pageSize = 50
const dayMs = 24 * 3_600_000

/** The end of the day on which a campaign delivers its last gifts. */
const lastDelivery = ({ redeem_until, ends_at, settings }: GiftCampaign, zone: FreeGiftDeps['time_zone']) => {
  const deadline = redeem_until ?? new Date(ends_at.getTime() + settings.valid_days * dayMs)
  // Exclusive: a deadline at midnight belongs to the previous day.
  return endOfClubDay(clubDayOf(new Date(deadline.getTime() - 1), zone), zone) ?? deadline
}

/** Campaigns that have started and still deliver, with their pickup points. */
export const listDeskPoints = async (deps: FreeGiftDeps): Promise<DataOf<typeof listDeskPointsCall>> => {
  const now = deps.clock()
  const started = (await listCampaignsOfKind(deps.db, 'free_gifts')).filter(
    ({ starts_at }) => starts_at <= now,
  )
  const campaigns = await findGiftCampaigns(
    deps.db,
    started.map(({ id }) => id),
  )
  return [...campaigns.values()]
    .filter((campaign) => now < lastDelivery(campaign, deps.time_zone))
    .map(({ id, title, redeem_until, settings }) => ({
      campaign_id: id,
      title,
      redeem_until: redeem_until?.toISOString() ?? null,
      pickup_points: settings.pickup_points,
    }))
}

/** One page of today's deliveries of a pickup point, undone ones included; the first page is audited. */
export const listDeliveries = (
  deps: FreeGiftDeps,
  input: { campaign_id: string; pickup_point_id: string; cursor: string | null; staff: DeskMember },
): Promise<{ page: GiftDelivery[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    const { campaign_id, pickup_point_id, cursor, staff } = input
    const campaign = await findGiftCampaign(tx, campaign_id)
    if (!campaign?.settings.pickup_points.some((point) => point.pickup_point_id === pickup_point_id))
      return { page: [], next_cursor: null }
    if (cursor === null)
      await auditList(deps, tx, {
        staff_id: staff.staff_id,
        pickup_point_id,
        action: 'list-deliveries',
        sentence: 'Consultou as entregas de brindes do dia.',
      })
    const now = deps.clock()
    const today = clubDayOf(now, deps.time_zone)
    const rows = await listDeliveriesBetween(tx, {
      ...input,
      from: startOfClubDay(today, deps.time_zone) ?? now,
      until: endOfClubDay(today, deps.time_zone) ?? now,
      limit: pageSize + 1,
    })
    const { page: deliveries, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    const found = await findVouchers(
      tx,
      deliveries.map(({ voucher_id }) => voucher_id),
    )
    const vouchers = new Map((await withGifts(tx, found)).map((voucher) => [voucher.id, voucher]))
    const holders = await findDeskPeople(deps, tx, found)
    const staffNames = await deps.namesOfStaff(
      tx,
      deliveries.flatMap(({ staff_id, undone_by }) =>
        undone_by === null ? [staff_id] : [staff_id, undone_by],
      ),
    )
    return {
      next_cursor,
      page: deliveries.map((delivery) => {
        const voucher = vouchers.get(delivery.voucher_id)
        if (!voucher) throw new Error('The voucher of a delivery was not found')
        const { first_name, document_end } = deskPersonOf(holders, voucher.customer_id)
        const { undone_at, undone_by, undo_reason } = delivery
        return {
          delivery_id: delivery.id,
          voucher_id: voucher.id,
          gift: giftSummary(voucher.gift),
          customer_name: first_name,
          document_end,
          code_end: voucherCodeEnd(shortCodeOf(giftCodes.open(deps.vault, voucher.code_sealed))),
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

/** Opens the signature of a delivery; the access is audited. @throws {Refusal} free-gifts.signature-unknown */
export const readSignature = (
  deps: FreeGiftDeps,
  { delivery_id, staff_id }: { delivery_id: string; staff_id: string },
): Promise<{ signature: Signature }> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findSignature(tx, delivery_id)
    if (!found?.signature_sealed) throw refusalsOf(readSignatureCall)('free-gifts.signature-unknown')
    await auditVoucher(deps, tx, {
      staff_id,
      voucher_id: found.voucher_id,
      action: 'read-signature',
      sentence: 'Abriu a assinatura de uma entrega de brinde.',
    })
    return { signature: giftSignatures.open(deps.vault, found.signature_sealed) }
  })
