import { expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { approveReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { proveLedger } from '../modules/points/index.ts'
import type { Reply } from '../testing/browser.ts'
import { receiptKeyOf } from '../testing/receipts.ts'
import { useTwoServers, type SignedIn } from '../testing/two-servers.ts'

const servers = useTwoServers()
const now = new Date()
const issued_on = clubDayOf(now, defaultTimeZone)
const [{ cnpj }] = shops

const register = (person: SignedIn, turn: number, number: number, code: number, amount_cents = 5000) =>
  person.at(turn).send(registerReceiptCall, {
    body: { receipt_key: receiptKeyOf({ now, cnpj, number, code }), amount_cents, issued_on },
  })
const tally = (replies: readonly Reply<unknown>[]): Record<string, number> =>
  replies.reduce<Record<string, number>>((counts, reply) => {
    const outcome = reply.ok ? 'ok' : (reply.code ?? String(reply.status))
    return { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
  }, {})
const people = (count: number) => Promise.all(Array.from({ length: count }, () => servers.customer()))
const balances = async (persons: readonly SignedIn[]): Promise<number[]> => {
  const replies = await Promise.all(persons.map((person) => person.at(0).send(readPointsCall)))
  return replies.map((reply) => (reply.ok ? reply.data.balance : -1)).toSorted((a, b) => b - a)
}

test('20 accounts send one receipt with 20 random codes through two servers: it earns points once', async () => {
  const forgers = await people(20)
  const replies = await Promise.all(forgers.map((person, index) => register(person, index, 2001, index)))
  expect(tally(replies)).toEqual({ ok: 1, 'receipts.number-used': 19 })
  expect(await balances(forgers)).toEqual([50, ...Array<number>(19).fill(0)])
})

test('20 copies of one receipt are approved concurrently by staff: it earns points once', async () => {
  const forgers = await people(20)
  const copies = await Promise.all(
    forgers.map((person, index) => register(person, index, 2002, index, 90_000)),
  )
  const staff = await servers.staff('validator')
  const replies = await Promise.all(
    copies.map((copy, index) =>
      staff
        .at(index)
        .send(approveReceiptCall, { body: { purchase_id: copy.ok ? copy.data.purchase_id : '' } }),
    ),
  )
  expect(tally(replies)).toEqual({ ok: 1, 'receipts.number-used': 19 })
  expect(await balances(forgers)).toEqual([900, ...Array<number>(19).fill(0)])
  expect(await proveLedger(servers.database.db)).toEqual([])
})

test('an account sends its receipts of a month at once: no more than the month’s amount is approved', async () => {
  const [forger] = await people(1)
  // Three shops, one receipt of each is approved automatically per day: R$ 300,00 + 300,00 + 300,00.
  const replies = await Promise.all(
    shops.flatMap((shop, at) =>
      [1, 2, 3].map((copy) =>
        forger!.at(copy).send(registerReceiptCall, {
          body: {
            receipt_key: receiptKeyOf({ now, cnpj: shop.cnpj, number: 3000 + at * 3 + copy }),
            amount_cents: 30_000,
            issued_on,
          },
        }),
      ),
    ),
  )
  const approved = replies.filter((reply) => reply.ok && reply.data.state === 'auto_approved')
  expect(approved).toHaveLength(3)
  expect(await balances([forger!])).toEqual([900])
})
