import { describe, expect, test } from 'vitest'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { receiptPhotoLimit } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import {
  approveReceiptCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { Reply } from '../../testing/browser.ts'
import { sendPhoto } from '../../testing/receipt-photos.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { proveLedger } from '../points/index.ts'

const servers = useTwoServers()
const [{ cnpj }] = shops
let numbers = 0

const keyOf = () => receiptKeyOf({ now: new Date(), cnpj, number: (numbers += 1) })
const body = (receipt_key: string, amount_cents = 1000) => ({
  receipt_key,
  amount_cents,
  issued_on: clubDayOf(new Date()),
})
const dataOf = <Data>(reply: Reply<Data>): Data => {
  if (!reply.ok) throw new Error(`${reply.status} ${reply.message}`)
  return reply.data
}
/** How often each outcome came. */
const tally = (replies: readonly Reply<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const reply of replies) {
    const outcome = reply.ok ? 'ok' : (reply.code ?? String(reply.status))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
const many = <Result>(times: number, work: (turn: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, turn) => work(turn)))

/** A receipt above the amount that is approved by itself. */
const waitingOf = async (person: SignedIn, amount_cents = 90_000) =>
  dataOf(await person.at(0).send(registerReceiptCall, { body: body(keyOf(), amount_cents) })).purchase_id
const stateOf = async (person: SignedIn) => dataOf(await person.at(1).send(listReceiptsCall))[0]
const balanceOf = async (person: SignedIn) => dataOf(await person.at(1).send(readPointsCall)).balance
const movesOf = async (person: SignedIn) =>
  dataOf(await person.at(0).send(pointsStatementCall)).map(({ kind, points }) => [kind, points])

describe('two servers', () => {
  test('one receipt by 20 people at once serves one of them, and gives its points once', async () => {
    const people = await many(20, () => servers.customer())
    const key = keyOf()
    const replies = await many(20, async (turn) =>
      people[turn]!.at(turn).send(registerReceiptCall, { body: body(key, 5000) }),
    )
    expect(tally(replies)).toEqual({ ok: 1, 'receipts.used-by-other': 19 })
    const balances = await Promise.all(people.map(balanceOf))
    expect(balances.filter((balance) => balance === 50)).toHaveLength(1)
    expect(balances.filter((balance) => balance === 0)).toHaveLength(19)
  })

  test('one receipt 20 times by one person is registered once', async () => {
    const person = await servers.customer()
    const key = keyOf()
    const replies = await many(20, (turn) =>
      person.at(turn).send(registerReceiptCall, { body: body(key, 5000) }),
    )
    expect(tally(replies)).toEqual({ ok: 1, 'receipts.own-duplicate': 19 })
    expect(await movesOf(person)).toEqual([['earn', 50]])
  })

  test("20 receipts of one person at once keep to the shop's limit of the day", async () => {
    const person = await servers.customer()
    const replies = await many(20, (turn) =>
      person.at(turn).send(registerReceiptCall, { body: body(keyOf()) }),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(tally(replies)).toMatchObject({ 'receipts.shop-limit': 17 })
  })

  test('20 validators approve and reject at once: one decision, and points only if it was yes', async () => {
    const person = await servers.customer()
    const purchase_id = await waitingOf(person)
    const staff = await servers.staff('validator')
    const replies = await many(20, (turn): Promise<Reply<unknown>> =>
      turn % 3 === 0
        ? staff.at(turn).send(approveReceiptCall, { body: { purchase_id } })
        : staff.at(turn).send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' as const } }),
    )
    expect(tally(replies)).toEqual({ ok: 1, 'receipts.already-decided': 19 })
    const approved = (await stateOf(person))?.state === 'approved'
    expect(await balanceOf(person)).toBe(approved ? 900 : 0)
  })

  test('approve against reverse: what was given is taken back once, whoever came first', async () => {
    const staff = await servers.staff('validator')
    for (let round = 0; round < 5; round += 1) {
      const person = await servers.customer()
      const purchase_id = await waitingOf(person)
      const replies = await many(10, (turn): Promise<Reply<unknown>> =>
        turn % 2 === 0
          ? staff.at(turn / 2).send(approveReceiptCall, { body: { purchase_id } })
          : staff
              .at((turn - 1) / 2)
              .send(reverseReceiptCall, { body: { purchase_id, reason: 'Compra cancelada' } }),
      )
      const reversed = (await stateOf(person))?.state === 'reversed'
      expect(tally(replies)).toEqual({
        ok: reversed ? 2 : 1,
        'receipts.already-decided': reversed ? 8 : 9,
      })
      expect(await movesOf(person)).toEqual(
        reversed
          ? [
              ['take_back', -900],
              ['earn', 900],
            ]
          : [['earn', 900]],
      )
    }
  })

  test('reversed 20 times at once while the points are spent: the balance is never below zero, the rest is owed', async () => {
    const person = await servers.customer()
    const validator = await servers.staff('validator')
    const approver = await servers.staff('approver')
    const purchase_id = await waitingOf(person)
    dataOf(await validator.at(0).send(approveReceiptCall, { body: { purchase_id } }))
    const replies = await many(40, (turn): Promise<Reply<unknown>> =>
      turn % 2 === 0
        ? validator
            .at(turn / 2)
            .send(reverseReceiptCall, { body: { purchase_id, reason: 'Compra cancelada' } })
        : approver.at((turn - 1) / 2).send(adjustPointsCall, { body: adjustmentOf(person, -90) }),
    )
    const taken = replies.filter((reply, turn) => turn % 2 === 1 && reply.ok).length
    expect(replies.filter((reply, turn) => turn % 2 === 0 && reply.ok)).toHaveLength(1)
    const { balance, debt } = dataOf(await person.at(0).send(readPointsCall))
    expect(balance - debt).toBe(900 - 900 - taken * 90)
    expect(balance).toBe(0)
  })

  test('appealed 20 times at once there is one appeal', async () => {
    const person = await servers.customer()
    const purchase_id = await waitingOf(person)
    const staff = await servers.staff('validator')
    dataOf(await staff.at(0).send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } }))
    const replies = await many(20, (turn) =>
      person.at(turn).send(appealReceiptCall, { body: { purchase_id, message: 'A foto está nítida.' } }),
    )
    expect(tally(replies)).toEqual({ ok: 1, 'receipts.not-appealable': 19 })
  })

  test('photos sent at once keep to their limit, and none arrives after the decision', async () => {
    const person = await servers.customer()
    const purchase_id = await waitingOf(person)
    const photo = await jpeg()
    const replies = await many(10, (turn) => sendPhoto(person.at(turn), { purchase_id, photo }))
    expect(tally(replies)).toEqual({ ok: receiptPhotoLimit, 'receipts.photo-limit': 10 - receiptPhotoLimit })

    const other = await servers.customer()
    const later = await waitingOf(other)
    const staff = await servers.staff('validator')
    const [decision, ...sent] = await Promise.all([
      staff.at(0).send(approveReceiptCall, { body: { purchase_id: later } }),
      ...[1, 2, 3].map((turn) => sendPhoto(other.at(turn), { purchase_id: later, photo })),
    ])
    expect(decision?.status).toBe(200)
    const arrived = sent.filter(({ ok }) => ok).length
    expect((await stateOf(other))?.photos).toBe(arrived)
    expect(await sendPhoto(other.at(0), { purchase_id: later, photo })).toMatchObject({
      code: 'receipts.photo-not-wanted',
    })
  })

  test('all of it leaves every sum of the ledger right', async () => {
    expect(await proveLedger(servers.database.db)).toEqual([])
  })
})

const adjustmentOf = (person: SignedIn, points: number) => ({
  adjustment_id: crypto.randomUUID(),
  customer_id: person.id,
  points,
  reason: 'given_twice' as const,
  note: 'Corrida de pontos no teste.',
})
