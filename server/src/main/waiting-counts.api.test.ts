import { staffReviewCampaignsCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { receiptQueueCall, rejectReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { listRecoveryRequestsCall } from '@clube/contract/recovery/review-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { expect, test } from 'vitest'
import { shops } from '../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { receiptKeyOf } from '../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'

const club = useClub()

const countsOf = async (staff: TestBrowser) => {
  const response = await staff.send(waitingCountsCall)
  if (!response.ok) throw new Error(response.message)
  return Object.fromEntries(response.data.map(({ permission, count }) => [permission, count]))
}

test('registering and deciding receipts update the count of waiting receipts', async () => {
  const validator = await signedInStaff(club, staffPersonas.validator)
  const queued = await validator.send(receiptQueueCall, { query: {} })
  const before = queued.ok ? queued.data.length : Number.NaN
  expect(await countsOf(validator)).toEqual({ 'receipts.review': before })

  const customer = await registerCustomer(club.browser(), freshCpfs(1, 310_000_000)[0] ?? '')
  const now = club.now()
  const receipt = await customer.send(registerReceiptCall, {
    body: {
      receipt_key: receiptKeyOf({ now, cnpj: shops[0].cnpj, number: 77_001 }),
      amount_cents: 50_000,
      issued_on: clubDayOf(now, defaultTimeZone),
    },
  })
  if (!receipt.ok) throw new Error(receipt.message)
  expect(await countsOf(validator)).toEqual({ 'receipts.review': before + 1 })

  const { purchase_id } = receipt.data
  await validator.send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } })
  expect(await countsOf(validator)).toEqual({ 'receipts.review': before })
})

test('staff see the number of waiting items in each queue for which they have the permission, and in no other', async () => {
  const security = await signedInStaff(club, staffPersonas.reviewer)
  const waiting = await security.send(listRecoveryRequestsCall, { query: { queue: 'waiting' } })
  expect(await countsOf(security)).toEqual({
    'recovery.review': waiting.ok ? waiting.data.length : Number.NaN,
    'recovery.approve-second': 0,
  })
  // Two customers of the demonstration were dissatisfied and may be contacted.
  expect(await countsOf(await signedInStaff(club, staffPersonas.marketing))).toEqual({ 'ratings.read': 2 })
  expect(await countsOf(await signedInStaff(club, staffPersonas.administrator))).toEqual({
    'staff.manage': 0,
  })
  const approver = await signedInStaff(club, staffPersonas.approver)
  const inReview = await approver.send(staffReviewCampaignsCall)
  expect(inReview.ok && inReview.data.filter(({ is_kind_built }) => is_kind_built)).toEqual([])
  // In the demonstration, a batch of codes and the rules of a brand wait for their second signature.
  expect(await countsOf(approver)).toEqual({
    'campaigns.approve': 0,
    'scratch.approve': 1,
    'brands.approve': 1,
  })
  // Analysts count the projects of their own brand: the other one has none.
  expect(await countsOf(await signedInStaff(club, staffPersonas.brand_analyst))).toEqual({
    'projects.decide': 6,
  })
  expect(await countsOf(await signedInStaff(club, staffPersonas.other_brand_analyst))).toEqual({
    'projects.decide': 0,
  })
})
