import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { findVouchersCall, type DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../../kernel/refusal.ts'
import type { DeskMember } from '../../campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../identity/index.ts'
import type { FreeGiftDeps, PersonSearch } from '../deps.ts'
import { findPickupPoint } from '../gift-campaign.ts'
import { voucherStateAt, type GiftVoucher } from '../vouchers/voucher.ts'
import { listIssued } from '../vouchers/voucher-store.ts'
import { viewDeskVouchers } from './read-voucher.ts'

/** The pickup point of the desk. */
type DeskPoint = Pick<GiftVoucher, 'campaign_id' | 'pickup_point_id'>

/** Maximum number of vouchers found; a person has only a few at a time. */
const voucherLimit = 50

/**
 * Finds the vouchers that a person can use now, by document: those of the desk's pickup point first, then by deadline.
 * The search is audited, with or without a result, and counts toward the limit on customer searches.
 * @returns null if the document has no account
 * @throws {Refusal} request.rate-limited, free-gifts.unknown-pickup-point
 */
export const findVouchersOfPerson = async (
  deps: FreeGiftDeps & Pick<PersonSearch, 'limits'>,
  input: DeskPoint & { document: PersonDocument; staff: DeskMember },
): Promise<DeskVoucher[] | null> => {
  const { document, staff } = input
  if (!(await deps.limits.spend('customer-searches', staff.staff_id, deps.clock())))
    throw refuseRequest('request.rate-limited')
  return inTransaction(deps.db, async (tx) => {
    const point = await findPickupPoint(tx, { ...input, refuse: refusalsOf(findVouchersCall) })
    const customer = await findByDocument(tx, documentIndexOf(deps, document))
    const issued = customer ? await listIssued(tx, customer.id) : []
    const usable = issued
      .filter((voucher) => voucherStateAt(voucher, deps.clock()) === 'issued')
      .toSorted(
        (a, b) => distance(a, input) - distance(b, input) || Number(a.expires_at) - Number(b.expires_at),
      )
      .slice(0, voucherLimit)
    const vouchers = await viewDeskVouchers(deps, tx, { vouchers: usable, staff })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff.staff_id },
      action: 'free-gifts.find-vouchers',
      subject: customer ? { kind: 'customer', id: customer.id } : null,
      sentence: customer
        ? `Procurou em ${point.name} os vales-brinde de um cadastro pelo documento.`
        : `Procurou em ${point.name} os vales-brinde de um documento que não tem cadastro.`,
    })
    return customer ? vouchers : null
  })
}

/** 0 at the desk's pickup point, 1 at another pickup point of its campaign, 2 in another campaign. */
const distance = (voucher: GiftVoucher, { campaign_id, pickup_point_id }: DeskPoint): number => {
  if (voucher.campaign_id !== campaign_id) return 2
  return voucher.pickup_point_id === pickup_point_id ? 0 : 1
}
