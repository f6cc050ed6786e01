import { readDeskVoucherCall, type DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import type { unknownVoucherRefusal } from '@clube/contract/free-gifts/refusals.ts'
import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import { oldestUndoable, type DeskMember } from '../../campaigns/index.ts'
import { deskPersonOf, findDeskPeople } from '../../identity/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { giftSummary } from '../gift-campaign.ts'
import { findNumbers } from '../vouchers/queue-store.ts'
import { withGifts } from '../vouchers/view-vouchers.ts'
import { giftCodes, voucherStateAt, type GiftVoucher } from '../vouchers/voucher.ts'
import { findByCode, findVoucher } from '../vouchers/voucher-store.ts'
import { auditVoucher } from './audit-desk.ts'
import { findLiveDeliveries, type Delivery } from './delivery-store.ts'

/** Whether the staff member may undo the delivery now. */
export const canUndo = (
  { roles }: DeskMember,
  { delivered_at, undone_at }: Pick<Delivery, 'delivered_at' | 'undone_at'>,
  now: Date,
): boolean =>
  undone_at === null && delivered_at >= oldestUndoable(now) && rolesAllow(roles, 'gifts.supervise')

/** The voucher with a scanned or typed code. @throws {Refusal} free-gifts.unknown-voucher */
export const findScanned = async (
  { vault }: FreeGiftDeps,
  tx: Tx,
  { code, refuse }: { code: string; refuse: Refuse<typeof unknownVoucherRefusal> },
): Promise<GiftVoucher> => {
  const parsed = parseVoucherCode(code)
  const voucher =
    parsed.kind === 'unknown'
      ? undefined
      : await findByCode(tx, parsed.kind, giftCodes.indexOf(vault, parsed.kind, parsed.code))
  if (!voucher) throw refuse('free-gifts.unknown-voucher')
  return voucher
}

/** Reads a voucher by its code; the access is audited. @throws {Refusal} free-gifts.unknown-voucher */
export const readDeskVoucher = (
  deps: FreeGiftDeps,
  { code, staff }: { code: string; staff: DeskMember },
): Promise<DeskVoucher> =>
  inTransaction(deps.db, async (tx) => {
    const { id: voucher_id } = await findScanned(deps, tx, { code, refuse: refusalsOf(readDeskVoucherCall) })
    await auditVoucher(deps, tx, {
      staff_id: staff.staff_id,
      voucher_id,
      action: 'read-voucher',
      sentence: 'Leu um vale-brinde no balcão.',
    })
    return viewDeskVoucher(deps, tx, { voucher_id, staff })
  })

/** The voucher as the staff member sees it. */
export const viewDeskVoucher = async (
  deps: FreeGiftDeps,
  db: Db,
  { voucher_id, staff }: { voucher_id: string; staff: DeskMember },
): Promise<DeskVoucher> => {
  const found = await findVoucher(db, voucher_id)
  const [view] = found ? await viewDeskVouchers(deps, db, { vouchers: [found], staff }) : []
  if (!view) throw new Error('The voucher was not found')
  return view
}

/** The vouchers as the staff member sees them. */
export const viewDeskVouchers = async (
  deps: FreeGiftDeps,
  db: Db,
  { vouchers, staff }: { vouchers: readonly GiftVoucher[]; staff: DeskMember },
): Promise<DeskVoucher[]> => {
  const now = deps.clock()
  const ids = vouchers.map(({ id }) => id)
  const holders = await findDeskPeople(deps, db, vouchers)
  const deliveries = await findLiveDeliveries(db, ids)
  const deliverers = [...deliveries.values()].map(({ staff_id }) => staff_id)
  const names = deliverers.length > 0 ? await deps.namesOfStaff(db, deliverers) : new Map<string, never>()
  const numbers = await findNumbers(db, ids, clubDayOf(now, deps.time_zone))
  return (await withGifts(db, vouchers)).map(({ id, campaign, gift, point, ...voucher }) => {
    const state = voucherStateAt(voucher, now)
    const holder = deskPersonOf(holders, voucher.customer_id)
    const delivery = deliveries.get(id)
    const undoable = delivery && canUndo(staff, delivery, now) ? delivery : null
    return {
      voucher_id: id,
      campaign_id: campaign.id,
      campaign_title: campaign.title,
      gift: giftSummary(gift),
      pickup_point: point,
      customer_name: holder.name,
      document_end: holder.document_end,
      state,
      issued_at: voucher.issued_at.toISOString(),
      expires_at: voucher.expires_at.toISOString(),
      can_deliver: state === 'issued',
      delivered_at: voucher.delivered_at?.toISOString() ?? null,
      delivered_by: (delivery && names.get(delivery.staff_id)?.name) ?? null,
      can_undo: undoable !== null,
      client_delivery_id: undoable?.client_delivery_id ?? null,
      needs_signature: campaign.settings.needs_signature,
      queue_number: numbers.get(id)?.number ?? null,
    }
  })
}
