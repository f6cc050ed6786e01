import { giftVoucherFile, readGiftVoucherCall, type printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import type { unknownVoucherRefusal } from '@clube/contract/free-gifts/refusals.ts'
import { maxCopies, type GiftVoucher as VoucherView } from '@clube/contract/free-gifts/voucher.ts'
import { formatShortCode } from '@clube/contract/campaigns/voucher-code.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import type { Db } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { requireAccess, type Actor } from '../../sessions/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { choiceOf, findGiftCampaigns, giftSummary, type Choice, type GiftCampaign } from '../gift-campaign.ts'
import { findLastPrints } from './print-store.ts'
import { findNumbers } from './queue-store.ts'
import { giftCodes, voucherStateAt, type GiftVoucher } from './voucher.ts'
import { findVoucher, listForActor } from './voucher-store.ts'

/** A print of a voucher, with its codes. */
export const printedView = (print: {
  voucher_id: string
  code: string
  copy_number: number
  expires_at: string
  stock_remaining: number
}): DataOf<typeof printGiftCall> => {
  const { voucher_id, code, copy_number, expires_at, stock_remaining } = print
  return {
    voucher_id,
    voucher_code: formatShortCode(shortCodeOf(code)),
    qr: code,
    pdf_url: filePath(giftVoucherFile, { voucher_id, format: 'a4' }),
    copy_number,
    expires_at,
    stock_remaining,
  }
}

/** A voucher with the gift and the pickup point as its campaign describes them. */
export type VoucherWithGift = GiftVoucher & Choice & { readonly campaign: GiftCampaign }

/** Adds campaigns, gifts and pickup points; settings of approved campaigns do not change. */
export const withGifts = async (db: Db, vouchers: readonly GiftVoucher[]): Promise<VoucherWithGift[]> => {
  const campaigns = await findGiftCampaigns(
    db,
    vouchers.map(({ campaign_id }) => campaign_id),
  )
  return vouchers.map((voucher) => {
    const campaign = campaigns.get(voucher.campaign_id)
    if (!campaign) throw new Error('The voucher has no campaign')
    return { ...voucher, ...choiceOf(campaign.settings, voucher, unknownChoice), campaign }
  })
}

const unknownChoice = (): never => {
  throw new Error('The gift of a voucher was not found')
}

/**
 * A voucher of the signed-in customer.
 * @throws {Refusal} free-gifts.unknown-voucher (also for another customer's), session.password-required
 */
export const findOwnVoucher = async (
  db: Db,
  input: Actor & { voucher_id: string; refuse: Refuse<typeof unknownVoucherRefusal> },
): Promise<GiftVoucher> => {
  const voucher = await findVoucher(db, input.voucher_id)
  if (voucher?.customer_id !== input.customer_id) throw input.refuse('free-gifts.unknown-voucher')
  requireAccess(voucher, input)
  return voucher
}

/** The customer's view of a voucher. @throws {Refusal} as `findOwnVoucher` */
export const readGiftVoucher = async (
  deps: FreeGiftDeps,
  input: Actor & { voucher_id: string },
): Promise<VoucherView> =>
  viewVoucher(
    deps,
    deps.db,
    await findOwnVoucher(deps.db, { ...input, refuse: refusalsOf(readGiftVoucherCall) }),
  )

/** The vouchers that are accessible to the actor; `limit` as in `listForActor`. */
export const listMyGifts = async (
  deps: FreeGiftDeps,
  actor: Actor,
  limit: number | null,
): Promise<VoucherView[]> =>
  viewVouchers(deps, deps.db, await listForActor(deps.db, actor, { now: deps.clock(), limit }))

export const viewVoucher = async (deps: FreeGiftDeps, db: Db, voucher: GiftVoucher): Promise<VoucherView> => {
  const [view] = await viewVouchers(deps, db, [voucher])
  if (!view) throw new Error('The voucher was not found')
  return view
}

const viewVouchers = async (
  deps: FreeGiftDeps,
  db: Db,
  vouchers: readonly GiftVoucher[],
): Promise<VoucherView[]> => {
  const now = deps.clock()
  const ids = vouchers.map(({ id }) => id)
  const prints = await findLastPrints(db, ids)
  const numbers = await findNumbers(db, ids, clubDayOf(now, deps.time_zone))
  return (await withGifts(db, vouchers)).map(({ campaign, gift, point, ...voucher }) => {
    const code = giftCodes.open(deps.vault, voucher.code_sealed)
    const state = voucherStateAt(voucher, now)
    return {
      voucher_id: voucher.id,
      transaction_id: voucher.transaction_id,
      campaign_id: campaign.id,
      campaign_slug: campaign.slug,
      campaign_title: campaign.title,
      gift: giftSummary(gift),
      pickup_point: point,
      state,
      qr_code: code,
      short_code: formatShortCode(shortCodeOf(code)),
      issued_at: voucher.issued_at.toISOString(),
      expires_at: voucher.expires_at.toISOString(),
      delivered_at: voucher.delivered_at?.toISOString() ?? null,
      can_cancel: state === 'issued',
      copies_left: state === 'issued' ? maxCopies - (prints.get(voucher.id) ?? 0) : 0,
      needs_signature: campaign.settings.needs_signature,
      queue: numbers.get(voucher.id) ?? null,
    }
  })
}
