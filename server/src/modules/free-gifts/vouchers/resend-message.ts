import type { Tx } from '../../../db/database.ts'
import type { Transaction } from '../../campaigns/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { notifyOfVouchers } from './voucher-messages.ts'
import { voucherStateAt } from './voucher.ts'
import { listVouchersOf } from './voucher-store.ts'

/**
 * Resends the voucher of a participation, by e-mail only.
 * @returns false when it can no longer be used
 */
export const resendMessage = async (
  deps: FreeGiftDeps,
  tx: Tx,
  { id }: Pick<Transaction, 'id'>,
): Promise<boolean> => {
  const [voucher] = await listVouchersOf(tx, [id])
  if (!voucher || voucherStateAt(voucher, deps.clock()) !== 'issued') return false
  const notify: FreeGiftDeps['notify'] = (within, notice) => deps.notify(within, { ...notice, topic: null })
  await notifyOfVouchers({ ...deps, notify }, tx, { template: 'gift-issued', vouchers: [voucher] })
  return true
}
