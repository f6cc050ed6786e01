import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { approveReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { proveLedger } from '../modules/points/index.ts'
import type { ApiResponse } from '../testing/browser.ts'
import { approvalOf, receiptKeyOf } from '../testing/receipts.ts'
import { useTwoServers, type SignedIn } from '../testing/two-servers.ts'

const servers = useTwoServers()
const now = new Date()
const issued_on = clubDayOf(now, defaultTimeZone)
const [{ cnpj }] = shops

const register = (person: SignedIn, index: number, number: number, code: number, amount_cents = 5000) =>
  person.at(index).send(registerReceiptCall, {
    body: { receipt_key: receiptKeyOf({ now, cnpj, number, code }), amount_cents, issued_on },
  })
const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> =>
  responses.reduce<Record<string, number>>((counts, response) => {
    const outcome = response.ok ? 'ok' : (response.code ?? String(response.status))
    return { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
  }, {})
const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(response.message)
  return response.data
}
const createCustomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => servers.customer()))
const balances = async (people: readonly SignedIn[]): Promise<number[]> => {
  const responses = await Promise.all(people.map((person) => person.at(0).send(readPointsCall)))
  return responses.map((response) => (response.ok ? response.data.balance : -1)).toSorted((a, b) => b - a)
}

test('one receipt registered by 20 accounts with 20 random codes on two servers earns points once', async () => {
  const forgers = await createCustomers(20)
  const responses = await Promise.all(forgers.map((person, index) => register(person, index, 2001, index)))
  expect(tally(responses)).toEqual({ ok: 1, 'receipts.number-used': 19 })
  expect(await balances(forgers)).toEqual([50, ...Array<number>(19).fill(0)])
})

test('20 copies of one receipt that staff approve concurrently earn points once', async () => {
  const forgers = await createCustomers(20)
  const copies = await Promise.all(
    forgers.map((person, index) => register(person, index, 2002, index, 90_000)),
  )
  const staff = await servers.staff('validator')
  const responses = await Promise.all(
    copies.map((copy, index) => staff.at(index).send(approveReceiptCall, approvalOf(dataOf(copy)))),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'receipts.number-used': 19 })
  expect(await balances(forgers)).toEqual([900, ...Array<number>(19).fill(0)])
  expect(await proveLedger(servers.database.db)).toEqual([])
})

test('automatic approvals of concurrent receipts never exceed an account’s 30-day limit', async () => {
  const [forger] = await createCustomers(1)
  // R$ 1,000 of the limit of R$ 1,500, approved five days ago.
  await sql`
    insert into purchase (customer_id, shop_id, receipt_key, amount_cents, issued_on, state, review_reasons,
      service_channel, created_at, decided_at)
    select ${forger!.id}, id, ${receiptKeyOf({ now, cnpj, number: 2999 })}, 100000, ${issued_on}, 'auto_approved', '{}',
      'site', now() - interval '5 days', now() - interval '5 days' from shop where cnpj = ${cnpj}`.execute(
    servers.database.db,
  )
  const responses = await Promise.all(
    shops.map((shop, index) =>
      forger!.at(index).send(registerReceiptCall, {
        body: {
          receipt_key: receiptKeyOf({ now, cnpj: shop.cnpj, number: 3000 + index }),
          amount_cents: 30_000,
          issued_on,
        },
      }),
    ),
  )
  const states = responses.map((response) => (response.ok ? response.data.state : String(response.code)))
  expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'auto_approved',
    'pending_review',
    'pending_review',
  ])
  expect(await balances([forger!])).toEqual([300])
})
