import { describe, expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { approveReceiptCall, receiptQueueCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import type { ApiResponse } from '../testing/browser.ts'
import { approvalOf, receiptKeyOf } from '../testing/receipts.ts'
import { useTwoServers } from '../testing/two-servers.ts'

const servers = useTwoServers()
const now = new Date()
const issued_on = clubDayOf(now, defaultTimeZone)
const [{ cnpj }] = shops
let lastNumber = 7000

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}

/** A receipt under review, as shown to a validator, and an attendant who enters ten times its amount. */
const createReceiptUnderReview = async () => {
  const shopper = await servers.customer()
  const receipt_key = receiptKeyOf({ now, cnpj, number: (lastNumber += 1) })
  const body = { receipt_key, amount_cents: 90_000, issued_on }
  const { purchase_id } = dataOf(await shopper.at(0).send(registerReceiptCall, { body }))
  const validator = await servers.staff('validator')
  const attendant = await servers.staff('attendant')
  const queue = dataOf(await validator.at(0).send(receiptQueueCall))
  const shown = queue.find((receipt) => receipt.purchase_id === purchase_id)
  if (!shown) throw new Error('The receipt is not in the queue')
  const desk = {
    ...body,
    customer_id: shopper.id,
    amount_cents: 900_000,
    replaces: { amount_cents: 90_000, issued_on },
  }
  return {
    purchase_id,
    readQueue: (index: number) => validator.at(index).send(receiptQueueCall),
    approve: (index: number) => validator.at(index).send(approveReceiptCall, approvalOf(shown)),
    change: (index: number) => attendant.at(index).send(registerAtDeskCall, { body: desk }),
  }
}
const stored = (purchase_id: string) =>
  servers.database.db
    .selectFrom('purchase')
    .select(['state', 'amount_cents'])
    .where('id', '=', purchase_id)
    .executeTakeFirstOrThrow()

describe('an attendant who raises the amount of a receipt while a validator reads it', () => {
  test('an approval does not apply to a receipt amount that the validator has not seen', async () => {
    const { purchase_id, approve, change } = await createReceiptUnderReview()
    expect(await change(0)).toMatchObject({ data: { state: 'pending_review' } })
    expect(await approve(1)).toMatchObject({ status: 409, code: 'receipts.changed' })
    expect(await stored(purchase_id)).toEqual({ state: 'pending_review', amount_cents: 900_000 })
  })

  test('on two servers, an approval does not apply to a receipt amount that the validator has not seen', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { purchase_id, readQueue, approve, change } = await createReceiptUnderReview()
      // Each round delays the approval further, until it arrives after the change.
      const approveLater = async () => {
        for (let read = 0; read < round; read += 1) await readQueue(read)
        return approve(round)
      }
      await Promise.all([change(round + 1), approveLater()])
      const { state, amount_cents } = await stored(purchase_id)
      expect([
        { state: 'approved', amount_cents: 90_000 },
        { state: 'pending_review', amount_cents: 900_000 },
      ]).toContainEqual({ state, amount_cents })
    }
  })
})
