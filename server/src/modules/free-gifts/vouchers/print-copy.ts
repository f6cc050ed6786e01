import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { maxCopies } from '@clube/contract/free-gifts/voucher.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { findLastPrints, findPrint, insertPrint } from './print-store.ts'
import { printedView } from './view-vouchers.ts'
import { endedVoucherRefusal, giftCodes } from './voucher.ts'
import { lockVoucher } from './voucher-store.ts'

const refuse = refusalsOf(printGiftCall)

/**
 * Prints an issued voucher again for its customer, with the next copy number; a repeated print request gets the same
 * number again. The caller has checked the participation.
 * @throws {Refusal} free-gifts.no-copies-left, or one of `endedVoucherRefusals`
 */
export const printCopy = (
  deps: FreeGiftDeps,
  input: {
    voucher_id: string
    print_request_id: string
    service_channel: string
    expires_at: string
    stock_remaining: number
  },
): Promise<DataOf<typeof printGiftCall>> =>
  inTransaction(deps.db, async (tx) => {
    const { voucher_id, print_request_id, service_channel } = input
    const now = deps.clock()
    const voucher = await lockVoucher(tx, voucher_id)
    if (!voucher) throw new Error('A completed participation has no voucher')
    const view = (copy_number: number) =>
      printedView({ ...input, code: giftCodes.open(deps.vault, voucher.code_sealed), copy_number })
    const existing = await findPrint(tx, { voucher_id, print_request_id })
    if (existing !== undefined) return view(existing)
    const ended = endedVoucherRefusal(voucher, now, deps.time_zone)
    if (ended) throw refuse(ended)
    const copy_number = ((await findLastPrints(tx, [voucher_id])).get(voucher_id) ?? 0) + 1
    if (copy_number > maxCopies) throw refuse('free-gifts.no-copies-left')
    const print = { voucher_id, copy_number, print_request_id, service_channel }
    await insertPrint(tx, { ...print, printed_at: now, staff_id: null })
    return view(copy_number)
  })
