import { giftVoucherFile } from '@clube/contract/free-gifts/calls.ts'
import type { VoucherFormat } from '@clube/contract/free-gifts/voucher.ts'
import type { Db } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { EmailAttachment } from '../../../ports/mailer.ts'
import { findPeople } from '../../identity/index.ts'
import { nameFor, type Actor } from '../../sessions/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { findLastPrints } from './print-store.ts'
import { findOwnVoucher, withGifts } from './view-vouchers.ts'
import { endedVoucherRefusal, giftCodes, voucherStateAt, type GiftVoucher } from './voucher.ts'
import { voucherPdf } from './voucher-pdf.ts'
import { findVoucher } from './voucher-store.ts'

const refuse = refusalsOf(giftVoucherFile)

/**
 * The customer's voucher as a PDF, with the number of its last print.
 * @throws {Refusal} as `findOwnVoucher`, or one of `endedVoucherRefusals`
 */
export const printVoucherFile = async (
  deps: FreeGiftDeps,
  input: Actor & { voucher_id: string; format: VoucherFormat },
): Promise<Buffer> => {
  const voucher = await findOwnVoucher(deps.db, { ...input, refuse })
  const ended = endedVoucherRefusal(voucher, deps.clock(), deps.time_zone)
  if (ended) throw refuse(ended)
  return drawFile(deps, voucher, { format: input.format, nameOf: (name) => nameFor(input, name) })
}

/** The attachment of the message about an issued voucher; null unless it can still be used. */
export const createIssuedFiles = async (
  deps: FreeGiftDeps,
  { customer_id, attached_id }: { customer_id: string; attached_id: string },
): Promise<EmailAttachment[] | null> => {
  const voucher = await findVoucher(deps.db, attached_id)
  if (voucher?.customer_id !== customer_id || voucherStateAt(voucher, deps.clock()) !== 'issued') return null
  const content = await drawFile(deps, voucher, { format: 'a4', nameOf: (name) => name })
  return [{ filename: 'vale-brinde.pdf', content_type: 'application/pdf', content }]
}

const drawFile = async (
  deps: FreeGiftDeps,
  found: GiftVoucher,
  { format, nameOf }: { format: VoucherFormat; nameOf: (name: string) => string },
): Promise<Buffer> => {
  const [voucher] = await withGifts(deps.db, [found])
  if (!voucher) throw new Error('The voucher was not found')
  const { gift, point, campaign, issued_at, expires_at } = voucher
  return voucherPdf(
    {
      campaign_title: campaign.title,
      gift_title: gift.title,
      variant: gift.variant,
      customer_name: nameOf(await nameOfCustomer(deps.db, voucher.customer_id)),
      pickup_point: point,
      issued_at,
      expires_at,
      copy_number: (await findLastPrints(deps.db, [voucher.id])).get(voucher.id) ?? 0,
      code: giftCodes.open(deps.vault, voucher.code_sealed),
    },
    deps.sender,
    { format, zone: deps.time_zone },
  )
}

const nameOfCustomer = async (db: Db, customer_id: string): Promise<string> =>
  (await findPeople(db, [customer_id])).get(customer_id)?.name ?? ''
