import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { approveReceiptCall, rejectReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { expect, test } from 'vitest'
import { shops } from '../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { dataOf } from '../modules/event-tickets/events-club.testing.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { approvalOf, receiptKeyOf } from '../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'

const club = useClub(
  // Staff review every receipt.
  { receipts: { auto_approve_max_cents: 0 } },
  { points: { cents_per_point: 250, lifetime_days: 30 } },
)
const cpfs = freshCpfs(4, 345_000_000)
const dayMs = 24 * 3_600_000
let lastNumber = 1000

const person = () => registerCustomer(club.browser(), cpfs.pop() ?? '')

const register = async (browser: TestBrowser, amount_cents: number) =>
  dataOf(
    await browser.send(registerReceiptCall, {
      body: {
        receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[0].cnpj, number: (lastNumber += 1) }),
        amount_cents,
        issued_on: clubDayOf(club.now(), defaultTimeZone),
      },
    }),
  )

const pointsOf = async (browser: TestBrowser) => dataOf(await browser.send(readPointsCall))

test('receipts under review are estimated at the club’s rate, and approval credits the estimate', async () => {
  const browser = await person()
  const staff = await signedInStaff(club, staffPersonas.validator)
  const first = await register(browser, 12_345)
  const second = await register(browser, 2_499)
  expect(first).toMatchObject({ state: 'pending_review', points: 0, estimated_points: 49 })
  expect(await pointsOf(browser)).toMatchObject({
    balance: 0,
    in_review: { points: 58, receipts: 2, appealed: 0 },
  })
  await staff.send(approveReceiptCall, approvalOf(first))
  expect(await pointsOf(browser)).toMatchObject({
    balance: 49,
    in_review: { points: 9, receipts: 1, appealed: 0 },
  })
  const { purchase_id } = second
  await staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'amount_mismatch' } })
  expect((await pointsOf(browser)).in_review).toEqual({ points: 0, receipts: 0, appealed: 0 })
  await browser.send(appealReceiptCall, { body: { purchase_id, message: 'Digitei o valor errado.' } })
  expect((await pointsOf(browser)).in_review).toEqual({ points: 0, receipts: 0, appealed: 1 })
  const listed = dataOf(await browser.send(listReceiptsCall))
  expect(listed.map(({ estimated_points }) => estimated_points)).toEqual([null, null])
})

test('receipts of another customer do not appear among the points under review', async () => {
  const [one, other] = [await person(), await person()]
  await register(one, 10_000)
  expect((await pointsOf(other)).in_review).toEqual({ points: 0, receipts: 0, appealed: 0 })
})

test('points expire after the lifetime that the club configured', async () => {
  const browser = await person()
  const staff = await signedInStaff(club, staffPersonas.validator)
  const before = club.now().getTime()
  await staff.send(approveReceiptCall, approvalOf(await register(browser, 10_000)))
  const { balance, expiring } = await pointsOf(browser)
  expect([balance, expiring.map(({ points }) => points)]).toEqual([40, [40]])
  const approvedAt = Date.parse(expiring[0]?.expires_at ?? '') - 30 * dayMs
  expect(approvedAt).toBeGreaterThanOrEqual(before)
  expect(approvedAt).toBeLessThanOrEqual(club.now().getTime())
})
