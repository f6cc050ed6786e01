import { describe, expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { receiptPhotoLimit } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  approveReceiptCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { ApiResponse } from '../../testing/browser.ts'
import { sendPhoto } from '../../testing/receipt-photos.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
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
  issued_on: clubDayOf(new Date(), defaultTimeZone),
})
const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
/** The approval of a receipt created by `pendingReceiptOf`. */
const approval = (purchase_id: string) => {
  const { amount_cents, issued_on } = body('', 90_000)
  return approvalOf({ purchase_id, amount_cents, issued_on })
}
/** Number of each outcome. */
const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const outcome = response.ok ? 'ok' : (response.code ?? String(response.status))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** A receipt above the automatic approval amount. */
const pendingReceiptOf = async (person: SignedIn, amount_cents = 90_000) =>
  dataOf(await person.at(0).send(registerReceiptCall, { body: body(keyOf(), amount_cents) })).purchase_id
const stateOf = async (person: SignedIn) => dataOf(await person.at(1).send(listReceiptsCall))[0]
const balanceOf = async (person: SignedIn) => dataOf(await person.at(1).send(readPointsCall)).balance
const movementsOf = async (person: SignedIn) =>
  dataOf(await person.at(0).send(pointsStatementCall)).map(({ kind, points }) => [kind, points])

describe('two servers', () => {
  test('one receipt registered concurrently by 20 customers belongs to one of them and earns its points once', async () => {
    const people = await concurrently(20, () => servers.customer())
    const key = keyOf()
    const responses = await concurrently(20, async (index) =>
      people[index]!.at(index).send(registerReceiptCall, { body: body(key, 5000) }),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'receipts.used-by-other': 19 })
    const balances = await Promise.all(people.map(balanceOf))
    expect(balances.filter((balance) => balance === 50)).toHaveLength(1)
    expect(balances.filter((balance) => balance === 0)).toHaveLength(19)
  })

  test('one receipt sent 20 times by one customer is registered once', async () => {
    const person = await servers.customer()
    const key = keyOf()
    const responses = await concurrently(20, (index) =>
      person.at(index).send(registerReceiptCall, { body: body(key, 5000) }),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'receipts.own-duplicate': 19 })
    expect(await movementsOf(person)).toEqual([['earn', 50]])
  })

  test('20 concurrent receipts of one customer respect the shop’s daily limit', async () => {
    const person = await servers.customer()
    const responses = await concurrently(20, (index) =>
      person.at(index).send(registerReceiptCall, { body: body(keyOf()) }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(tally(responses)).toMatchObject({ 'receipts.shop-limit': 17 })
  })

  test('20 concurrent approvals and rejections of a receipt result in one decision, with points only if approved', async () => {
    const person = await servers.customer()
    const purchase_id = await pendingReceiptOf(person)
    const staff = await servers.staff('validator')
    const responses = await concurrently(20, (index): Promise<ApiResponse<unknown>> =>
      index % 3 === 0
        ? staff.at(index).send(approveReceiptCall, approval(purchase_id))
        : staff.at(index).send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' as const } }),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'receipts.already-decided': 19 })
    const approved = (await stateOf(person))?.state === 'approved'
    expect(await balanceOf(person)).toBe(approved ? 900 : 0)
  })

  test('concurrent approvals and reversals of a receipt reverse its points at most once', async () => {
    const staff = await servers.staff('validator')
    for (let round = 0; round < 5; round += 1) {
      const person = await servers.customer()
      const purchase_id = await pendingReceiptOf(person)
      const responses = await concurrently(10, (index): Promise<ApiResponse<unknown>> =>
        index % 2 === 0
          ? staff.at(index / 2).send(approveReceiptCall, approval(purchase_id))
          : staff
              .at((index - 1) / 2)
              .send(reverseReceiptCall, { body: { purchase_id, reason: 'Compra cancelada' } }),
      )
      const reversed = (await stateOf(person))?.state === 'reversed'
      expect(tally(responses)).toEqual({
        ok: reversed ? 2 : 1,
        'receipts.already-decided': reversed ? 8 : 9,
      })
      expect(await movementsOf(person)).toEqual(
        reversed
          ? [
              ['take_back', -900],
              ['earn', 900],
            ]
          : [['earn', 900]],
      )
    }
  })

  test('20 concurrent reversals while points are spent never make the balance negative, and the difference becomes a debt', async () => {
    const person = await servers.customer()
    const validator = await servers.staff('validator')
    const approver = await servers.staff('approver')
    const purchase_id = await pendingReceiptOf(person)
    dataOf(await validator.at(0).send(approveReceiptCall, approval(purchase_id)))
    const responses = await concurrently(40, (index): Promise<ApiResponse<unknown>> =>
      index % 2 === 0
        ? validator
            .at(index / 2)
            .send(reverseReceiptCall, { body: { purchase_id, reason: 'Compra cancelada' } })
        : approver.at((index - 1) / 2).send(adjustPointsCall, { body: adjustmentOf(person, -90) }),
    )
    const taken = responses.filter((response, index) => index % 2 === 1 && response.ok).length
    expect(responses.filter((response, index) => index % 2 === 0 && response.ok)).toHaveLength(1)
    const { balance, debt } = dataOf(await person.at(0).send(readPointsCall))
    expect(balance - debt).toBe(900 - 900 - taken * 90)
    expect(balance).toBe(0)
  })

  test('20 concurrent appeals create one appeal', async () => {
    const person = await servers.customer()
    const purchase_id = await pendingReceiptOf(person)
    const staff = await servers.staff('validator')
    dataOf(await staff.at(0).send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } }))
    const responses = await concurrently(20, (index) =>
      person.at(index).send(appealReceiptCall, { body: { purchase_id, message: 'A foto está nítida.' } }),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'receipts.not-appealable': 19 })
  })

  test('an appeal decided concurrently by the member who rejected the receipt and by another is decided once, by the other', async () => {
    const [first, second] = [await servers.staff('validator'), await servers.staff('validator')]
    const person = await servers.customer()
    const purchase_id = await pendingReceiptOf(person)
    const rejection = { body: { purchase_id, reason: 'unreadable' as const } }
    dataOf(await first.at(0).send(rejectReceiptCall, rejection))
    const message = 'A foto está nítida.'
    dataOf(await person.at(0).send(appealReceiptCall, { body: { purchase_id, message } }))
    const responses = await concurrently(20, (index): Promise<ApiResponse<unknown>> =>
      index < 10
        ? first.at(index).send(rejectReceiptCall, rejection)
        : second.at(index).send(approveReceiptCall, approval(purchase_id)),
    )
    expect(tally(responses.slice(10))).toEqual({ ok: 1, 'receipts.already-decided': 9 })
    expect(tally(responses.slice(0, 10))['ok']).toBeUndefined()
    expect(await stateOf(person)).toMatchObject({ state: 'approved', points: 900 })
    expect(await balanceOf(person)).toBe(900)
  })

  test('when one receipt is appealed and registered concurrently, exactly one request succeeds, and no other fails unexpectedly', async () => {
    const staff = await servers.staff('validator')
    for (let round = 0; round < 4; round += 1) {
      const owner = await servers.customer()
      const purchase_id = await pendingReceiptOf(owner)
      dataOf(await staff.at(0).send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } }))
      const key = (await stateOf(owner))?.receipt_key ?? ''
      const others = await concurrently(4, () => servers.customer())
      const responses: ApiResponse<unknown>[] = await Promise.all([
        owner.at(0).send(appealReceiptCall, { body: { purchase_id, message: 'A foto está nítida.' } }),
        ...others.map((other, index) =>
          other.at(index).send(registerReceiptCall, { body: body(key, 90_000) }),
        ),
      ])
      const { ok, ...refused } = tally(responses)
      expect(ok).toBe(1)
      for (const code of Object.keys(refused))
        expect(['receipts.not-appealable', 'receipts.used-by-other']).toContain(code)
    }
  })

  test('an approved receipt corrected 20 times concurrently by two attendants is corrected once', async () => {
    const attendants = [await servers.staff('attendant'), await servers.staff('attendant')]
    for (let round = 0; round < 3; round += 1) {
      const person = await servers.customer()
      const wrong = body(keyOf(), 50)
      dataOf(await person.at(0).send(registerReceiptCall, { body: wrong }))
      const responses = await concurrently(20, (index) =>
        attendants[index % 2]!.at(index >> 1).send(registerAtDeskCall, { body: correctionOf(person, wrong) }),
      )
      expect(tally(responses)).toEqual({ ok: 1, 'receipts.already-approved': 19 })
      expect(await movementsOf(person)).toEqual([['earn', 50]])
      expect(dataOf(await person.at(0).send(listReceiptsCall))).toMatchObject([
        { amount_cents: 5_000, state: 'approved', points: 50 },
      ])
    }
  })

  test('a receipt corrected at the desk and reversed by a validator concurrently is reversed once, and only a correction before the reversal is approved', async () => {
    const attendant = await servers.staff('attendant')
    const validator = await servers.staff('validator')
    for (let round = 0; round < 6; round += 1) {
      const person = await servers.customer()
      const wrong = body(keyOf(), 2_000)
      const { purchase_id } = dataOf(await person.at(0).send(registerReceiptCall, { body: wrong }))
      const [corrected, reversed] = await Promise.all([
        attendant.at(round).send(registerAtDeskCall, { body: correctionOf(person, wrong) }),
        validator
          .at(round + 1)
          .send(reverseReceiptCall, { body: { purchase_id, reason: 'Valor diferente' } }),
      ])
      const isCorrected = dataOf(corrected).kind === 'decided'
      expect(reversed.ok).toBe(!isCorrected)
      if (!isCorrected) expect(corrected).toMatchObject({ data: { kind: 'differs', state: 'reversed' } })
      expect(await balanceOf(person)).toBe(isCorrected ? 50 : 0)
      expect(dataOf(await person.at(0).send(listReceiptsCall))).toMatchObject([
        isCorrected ? { state: 'approved', amount_cents: 5_000 } : { state: 'reversed', amount_cents: 2_000 },
      ])
    }
  })

  test('concurrent uploads of receipt photos respect the limit, and none is stored after the decision', async () => {
    const person = await servers.customer()
    const purchase_id = await pendingReceiptOf(person)
    const photo = await jpeg()
    const responses = await concurrently(8, (index) => sendPhoto(person.at(index), { purchase_id, photo }))
    expect(tally(responses)).toEqual({ ok: receiptPhotoLimit, 'receipts.photo-limit': 8 - receiptPhotoLimit })

    const other = await servers.customer()
    const later = await pendingReceiptOf(other)
    const staff = await servers.staff('validator')
    const [decision, ...sent] = await Promise.all([
      staff.at(0).send(approveReceiptCall, approval(later)),
      ...[1, 2, 3].map((index) => sendPhoto(other.at(index), { purchase_id: later, photo })),
    ])
    expect(decision?.status).toBe(200)
    const arrived = sent.filter(({ ok }) => ok).length
    expect((await stateOf(other))?.photos).toBe(arrived)
    expect(await sendPhoto(other.at(0), { purchase_id: later, photo })).toMatchObject({
      code: 'receipts.photo-not-needed',
    })
  })

  test('every sum of the points ledger is correct after all receipt races', async () => {
    expect(await proveLedger(servers.database.db)).toEqual([])
  })
})

/** The confirmed correction of an approved receipt to R$ 50,00. */
const correctionOf = (person: SignedIn, wrong: ReturnType<typeof body>) => ({
  ...wrong,
  customer_id: person.id,
  amount_cents: 5_000,
  replaces: { ...wrong, state: 'auto_approved' as const },
})

const adjustmentOf = (person: SignedIn, points: number) => ({
  adjustment_id: crypto.randomUUID(),
  customer_id: person.id,
  points,
  reason: 'given_twice' as const,
  note: 'Corrida de pontos no teste.',
})
