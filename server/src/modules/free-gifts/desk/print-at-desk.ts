import { formatShortCode } from '@clube/contract/campaigns/voucher-code.ts'
import { printAtDeskCall } from '@clube/contract/free-gifts/desk-calls.ts'
import { copyTitle, maxCopies } from '@clube/contract/free-gifts/voucher.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { findLastDeskPrint, findPrint, insertPrint } from '../vouchers/print-store.ts'
import { endedVoucherRefusal, giftCodes } from '../vouchers/voucher.ts'
import { lockVoucher } from '../vouchers/voucher-store.ts'
import { auditVoucher } from './audit-desk.ts'

const refuse = refusalsOf(printAtDeskCall)

/**
 * Prints a copy of an issued voucher at the desk, without using up the customer's own three copies. Its number is above
 * theirs; a repeated print request returns the same number, as long as the voucher can be used.
 * @throws {Refusal} free-gifts.unknown-voucher, or one of `endedVoucherRefusals`
 */
export const printAtDesk = (
  deps: FreeGiftDeps,
  input: { voucher_id: string; print_request_id: string; staff_id: string },
): Promise<DataOf<typeof printAtDeskCall>> =>
  inTransaction(deps.db, async (tx) => {
    const { voucher_id, staff_id } = input
    const now = deps.clock()
    const voucher = await lockVoucher(tx, voucher_id)
    if (!voucher) throw refuse('free-gifts.unknown-voucher')
    const view = (copy_number: number) => {
      const qr_code = giftCodes.open(deps.vault, voucher.code_sealed)
      return { voucher_id, short_code: formatShortCode(shortCodeOf(qr_code)), qr_code, copy_number }
    }
    const ended = endedVoucherRefusal(voucher, now, deps.time_zone)
    if (ended) throw refuse(ended)
    const existing = await findPrint(tx, input)
    if (existing !== undefined) return view(existing)
    const copy_number = ((await findLastDeskPrint(tx, voucher_id)) ?? maxCopies) + 1
    await insertPrint(tx, { ...input, copy_number, service_channel: 'balcao', printed_at: now })
    await auditVoucher(deps, tx, {
      staff_id,
      voucher_id,
      action: 'print-copy',
      sentence: `Imprimiu um vale-brinde no balcão: ${copyTitle(copy_number)}.`,
    })
    return view(copy_number)
  })
