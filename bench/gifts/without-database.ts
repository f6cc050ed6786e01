/* The route that prints a gift, without a database: it counts the units of each gift at each pickup point in memory. */
import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { pino } from 'pino'
import { createApp } from '../../server/src/http/app.ts'
import { bindCall } from '../../server/src/http/bind.ts'
import { refusalsOf } from '../../server/src/kernel/refusal.ts'

const units = Number(process.env['UNITS'])
const taken = new Map<string, number>()

const app = await createApp({
  log: pino({ level: 'silent' }),
  baseUrl: 'http://127.0.0.1',
  trustProxy: false,
})
bindCall(
  {
    app,
    guards: {
      identifiedAccess: 'participate',
      findSession: (token) =>
        Promise.resolve({
          session_id: token,
          customer_id: token,
          level: 'customer',
          name: null,
          document_type: 'cpf',
        }),
      findStaffSession: async () => null,
      spendProof: async () => {},
    },
    clock: () => new Date(),
    secureCookies: false,
    checkResponses: false,
  },
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
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
