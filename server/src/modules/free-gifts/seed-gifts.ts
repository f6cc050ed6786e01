import { randomUUID } from 'node:crypto'
import type { FreeGiftDeps } from './deps.ts'
import { deliverGift } from './desk/deliver-gift.ts'
import { joinQueue } from './desk/join-queue.ts'
import { recordStockLoss } from './stock/record-stock-loss.ts'
import { receiveStock } from './stock/receive-stock.ts'
import type { StockKey } from './stock/stock-store.ts'
import { transferStock } from './stock/transfer-stock.ts'
import { cancelVoucher } from './vouchers/cancel-voucher.ts'
import { expireVouchers } from './vouchers/expire-vouchers.ts'
import { createPrintGift } from './vouchers/print-gift.ts'

type SeededMovement = StockKey & { readonly units: number; readonly reason: string }

/** Demonstration data: stock and vouchers, created through the use cases. */
export type GiftSeed = {
  readonly stock: readonly (StockKey & { readonly units: number })[]
  readonly transfers?: readonly (SeededMovement & { readonly to_pickup_point_id: string })[]
  readonly losses?: readonly SeededMovement[]
  readonly vouchers: readonly (StockKey & {
    readonly customer_id: string
    /** A new participation of the customer. */
    readonly transaction_id: string
    readonly issued_at: Date
    /** What happened to it afterwards. */
    readonly stage: 'issued' | 'cancelled' | 'delivered' | 'in-queue'
  })[]
  readonly staff_id: string
}

/**
 * Receives and moves the stock, issues each voucher at its time, advances it to its stage, and expires those that
 * are due.
 */
export const seedGifts = async (deps: FreeGiftDeps, seed: GiftSeed): Promise<void> => {
  const movement = () => ({ client_movement_id: randomUUID(), staff_id: seed.staff_id })
  for (const received of seed.stock)
    await receiveStock(deps, { ...received, ...movement(), reason: 'Entrega do fornecedor' })
  for (const transfer of seed.transfers ?? []) await transferStock(deps, { ...transfer, ...movement() })
  for (const loss of seed.losses ?? []) await recordStockLoss(deps, { ...loss, ...movement() })
  for (const { issued_at, stage, customer_id, ...choice } of seed.vouchers) {
    const depsAtIssue = { ...deps, clock: () => issued_at }
    const actor = { customer_id, identified_session_id: null }
    const print = { print_request_id: randomUUID(), service_channel: 'site' }
    const { voucher_id } = await createPrintGift(depsAtIssue)({ ...choice, ...actor, ...print })
    switch (stage) {
      case 'issued':
        break
      case 'cancelled':
        await cancelVoucher(depsAtIssue, { ...actor, voucher_id, ip: '127.0.0.1' })
        break
      case 'delivered':
        await deliverGift(deps, {
          voucher_id,
          client_delivery_id: randomUUID(),
          signature: null,
          staff: { staff_id: seed.staff_id, roles: ['attendant'] },
        })
        break
      case 'in-queue':
        await joinQueue(deps, { ...actor, voucher_id })
        break
      default:
        stage satisfies never
    }
  }
  await expireVouchers(deps)
}
