/* The route that prints a gift, without a database: it counts the units of each gift at each pickup point in memory. */
import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { bindCall } from '../../server/src/http/bind.ts'
import { refusalsOf } from '../../server/src/kernel/refusal.ts'
import { announce, createBareBinder } from '../bare-server.ts'

const units = Number(process.env['UNITS'])
const taken = new Map<string, number>()

const binder = await createBareBinder()
bindCall(
  binder,
  printGiftCall,
  async ({ body: { campaign_id, gift_id, pickup_point_id, transaction_id } }) => {
    const key = [campaign_id, gift_id, pickup_point_id].join(' ')
    const before = taken.get(key) ?? 0
    if (before >= units) throw refusalsOf(printGiftCall)('free-gifts.sold-out')
    taken.set(key, before + 1)
    return {
      data: {
        voucher_id: transaction_id,
        voucher_code: 'K7QM-2XPD-9FHT',
        qr: transaction_id,
        pdf_url: `/api/marketing/promotion/free-gifts/vouchers/${transaction_id}/a4/vale-brinde.pdf`,
        copy_number: 0,
        expires_at: new Date().toISOString(),
        stock_remaining: units - before - 1,
      },
    }
  },
)
await announce(binder)
