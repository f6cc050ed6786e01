import { expect, test } from 'vitest'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { listReceiptsCall, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { approveReceiptCall, rejectReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, joined } from '../../testing/joining.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()
const [{ cnpj }] = shops
const body = (number: number, amount_cents = 1000) => ({
  receipt_key: receiptKeyOf({ now: club.now(), cnpj, number }),
  amount_cents,
  issued_on: clubDayOf(club.now()),
})

test('one receipt by 20 people at once serves one of them', async () => {
  const people = await Promise.all(freshCpfs(20, 400_000_000).map((cpf) => joined(club, cpf)))
  const replies = await Promise.all(
    people.map((browser) => browser.send(registerReceiptCall, { body: body(1) })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => !reply.ok && reply.code === 'receipts.used-by-other')).toHaveLength(19)
})

test("20 receipts of one person at once keep to the shop's limit of the day", async () => {
  const [cpf = ''] = freshCpfs(1, 500_000_000)
  const browser = await joined(club, cpf)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => browser.send(registerReceiptCall, { body: body(100 + at) })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3)
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(17)
})

test('two validators deciding at once decide once', async () => {
  const [cpf = ''] = freshCpfs(1, 600_000_000)
  const browser = await joined(club, cpf)
  const waiting = await browser.send(registerReceiptCall, { body: body(200, 90_000) })
  const purchase_id = waiting.ok ? waiting.data.purchase_id : ''
  const staff = await signedInStaff(club, staffPersonas.validator)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? staff.send(approveReceiptCall, { body: { purchase_id } })
        : staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' as const } }),
    ),
  )
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
  const list = await browser.send(listReceiptsCall)
  expect(list.ok && ['approved', 'rejected']).toContain(list.ok && list.data[0]?.state)
})
