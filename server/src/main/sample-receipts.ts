import { completeReceiptKey, formatReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import { escapeHtml } from '@clube/contract/kernel/html.ts'
import { clubDayOf, formatDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { FastifyInstance } from 'fastify'
import { toString as drawQrCode } from 'qrcode'
import type { Db } from '../db/database.ts'
import { listParticipatingShops } from '../modules/receipts/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const shopCount = 6
/** Numbers that follow those of the demonstration's tills, so that no receipt needs a review. */
const firstNumber = 1_001
const numberCount = 200

/** `/dev/receipts`: keys and QR codes of unregistered receipts, for trying out the club. */
export const bindSampleReceipts = (
  app: FastifyInstance,
  deps: { db: Db; clock: Clock; random: Random; time_zone: TimeZone },
): void => {
  app.get('/dev/receipts', { schema: { hide: true } }, async (_request, reply) => {
    const today = clubDayOf(deps.clock(), deps.time_zone)
    const shops = (await listParticipatingShops(deps.db)).slice(0, shopCount)
    const items = await Promise.all(
      shops.map(async ({ name, cnpj }) => {
        const number = firstNumber + deps.random.below(numberCount)
        const code = String(deps.random.below(100_000_000)).padStart(8, '0')
        const [year = '', month = ''] = today.slice(2).split('-')
        const key = completeReceiptKey(
          `35${year}${month}${cnpj}65001${String(number).padStart(9, '0')}1${code}`,
        )
        const qr = await drawQrCode(key, { type: 'svg', margin: 2, width: 160 })
        return `<article>${qr}<div><h2>${escapeHtml(name)}</h2><p>${formatReceiptKey(key)}</p></div></article>`
      }),
    )
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(items.join('\n'), formatDay(today)))
  })
}

const style = `
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #f4f2f3; color: #1d181b }
  main { max-width: 720px; margin: 0 auto; padding: 24px 16px 64px }
  h1 { font-size: 24px } h2 { margin: 0; font-size: 17px } p { margin: 0; overflow-wrap: anywhere }
  article { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; background: #fff; border-radius: 16px; padding: 16px; margin: 16px 0 }
  article > div { flex: 1 1 240px }`

const page = (receipts: string, day: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Notas para experimentar</title><style>${style}</style></head>
<body><main><h1>Notas para experimentar</h1>
<p>Notas de lojas participantes, com a data de hoje, ${day}; o valor pode ser qualquer um. Recarregue para ver outras.</p>
${receipts}
</main></body></html>`
