import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { appealReceiptCall, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  approveReceiptCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { inTransaction } from '../db/database.ts'
import { refusalsOf } from '../kernel/refusal.ts'
import { documentLabel, findByDocument } from '../modules/identity/index.ts'
import { proveLedger, restorePoints, spendPoints } from '../modules/points/index.ts'
import { createVault } from '../modules/vault/index.ts'
import type { ApiResponse, TestBrowser } from '../testing/browser.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { generousLimits } from '../testing/generous-limits.ts'
import { approvalOf, receiptKeyOf } from '../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'

const club = useClub({
  limits: { overrides: { ...generousLimits, 'desk-receipts': 3 } },
  receipts: { auto_approve_month_cents: 50_000, auto_approve_month_count: 3, device_customers: 2 },
})
const [bookshop, cafe, shoes] = shops
const cpfs = freshCpfs(60, 810_000_000)
let lastNumber = 1000

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
const newCustomer = () => registerCustomer(club.browser(), cpfs.pop() ?? '')
const keyOf = (change: Partial<Parameters<typeof receiptKeyOf>[0]> = {}) =>
  receiptKeyOf({ now: club.now(), cnpj: bookshop.cnpj, number: (lastNumber += 1), ...change })
const register = (browser: TestBrowser, receipt_key: string = keyOf(), amount_cents = 10_000) =>
  browser.send(registerReceiptCall, {
    body: { receipt_key, amount_cents, issued_on: clubDayOf(club.now(), defaultTimeZone) },
  })
const vault = createVault(testRootKey)
const idOf = async (document_id: string): Promise<string> =>
  (await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id)))?.id ?? ''
/** Signs the customer in again, after the first session has ended. */
const signedIn = async (document_id: string): Promise<TestBrowser> => {
  const browser = club.browser()
  const terms_id = 'shd_auth_terms'
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  dataOf(
    await browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password: 'Jabuticaba-9' } }),
  )
  return browser
}
const balanceOf = async (browser: TestBrowser) => dataOf(await browser.send(readPointsCall)).balance
/** Why the receipt needs a review, as shown to staff. */
const reasonsOf = async (purchase_id: string): Promise<readonly string[]> => {
  const validator = await signedInStaff(club, staffPersonas.validator)
  let cursor: string | undefined
  for (;;) {
    const response = await validator.send(receiptQueueCall, cursor === undefined ? {} : { query: { cursor } })
    if (!response.ok) throw new Error(response.message)
    const found = response.data.find((receipt) => receipt.purchase_id === purchase_id)
    if (found) return found.review_reasons
    if (typeof response.next_cursor !== 'string') throw new Error('The receipt is not in the queue')
    cursor = response.next_cursor
  }
}
const reviewReasonsOf = async (
  response: ApiResponse<{ purchase_id: string; state: string; points: number }>,
) => {
  const { state, points, purchase_id } = dataOf(response)
  expect({ state, points }).toEqual({ state: 'pending_review', points: 0 })
  return reasonsOf(purchase_id)
}

describe('a real receipt with a different random code', () => {
  test.each([
    ['NFC-e', { model: '65' }],
    ['NF-e', { model: '55' }],
    ['SAT', { model: '59', series: 123_456 }],
  ] as const)(
    'a receipt number earns points once, regardless of the random code: %s',
    async (_kind, model) => {
      const owner = await newCustomer()
      const number = (lastNumber += 1)
      const first = await register(owner, keyOf({ ...model, number, code: 1 }))
      const validator = await signedInStaff(club, staffPersonas.validator)
      // The first receipt of a till waits for staff.
      if (dataOf(first).state === 'pending_review')
        dataOf(await validator.send(approveReceiptCall, approvalOf(dataOf(first))))
      const forger = await newCustomer()
      const forged = await register(forger, keyOf({ ...model, number, code: 2 }))
      expect(forged).toMatchObject({
        status: 409,
        code: 'receipts.number-used',
        message:
          'Uma nota desta loja com o mesmo número já foi utilizada. Se a sua nota é esta, leve-a ao balcão.',
      })
      expect(await register(owner, keyOf({ ...model, number, code: 3 }))).toMatchObject({
        code: 'receipts.own-duplicate',
      })
      expect(await balanceOf(forger)).toBe(0)
      // Another till of the shop may issue the same number.
      expect((await register(forger, keyOf({ ...model, number, series: 77, code: 2 }))).status).toBe(200)
    },
  )

  test('a real receipt is approved immediately although a forged one with its number is under review, which can then no longer be approved', async () => {
    const validator = await signedInStaff(club, staffPersonas.validator)
    const number = (lastNumber += 1)
    const forged = dataOf(await register(await newCustomer(), keyOf({ number, code: 1 }), 90_000))
    expect(dataOf(await register(await newCustomer(), keyOf({ number, code: 2 }))).state).toBe(
      'auto_approved',
    )
    expect(await validator.send(approveReceiptCall, approvalOf(forged))).toMatchObject({
      status: 409,
      code: 'receipts.number-used',
      message: 'Outra nota com este número já foi aprovada. Se ela for falsa, estorne-a antes.',
    })
  })

  test('a reversed or rejected receipt that is registered again is refused or waits for staff', async () => {
    const validator = await signedInStaff(club, staffPersonas.validator)
    const forger = await newCustomer()
    const number = (lastNumber += 1)
    const reversed = keyOf({ number, code: 1 })
    const { purchase_id } = dataOf(await register(forger, reversed))
    dataOf(await validator.send(reverseReceiptCall, { body: { purchase_id, reason: 'Nota falsa' } }))
    expect(await register(forger, reversed)).toMatchObject({ code: 'receipts.own-duplicate' })
    const accomplice = await newCustomer()
    expect(await register(accomplice, reversed)).toMatchObject({ code: 'receipts.used-by-other' })
    expect(await reviewReasonsOf(await register(accomplice, keyOf({ number, code: 2 })))).toEqual([
      'Nota com este número já foi recusada ou estornada',
    ])

    const rejected = keyOf()
    const waiting = dataOf(await register(await newCustomer(), rejected, 90_000))
    dataOf(
      await validator.send(rejectReceiptCall, {
        body: { purchase_id: waiting.purchase_id, reason: 'not_a_purchase' },
      }),
    )
    expect(await reviewReasonsOf(await register(await newCustomer(), rejected))).toEqual([
      'Nota com este número já foi recusada ou estornada',
    ])
  })

  test('an appeal for a forged receipt is refused once the real one is approved', async () => {
    const validator = await signedInStaff(club, staffPersonas.validator)
    const forger = await newCustomer()
    const number = (lastNumber += 1)
    const { purchase_id } = dataOf(await register(forger, keyOf({ number, code: 1 }), 90_000))
    dataOf(await validator.send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } }))
    expect(dataOf(await register(await newCustomer(), keyOf({ number, code: 2 }))).state).toBe(
      'auto_approved',
    )
    expect(
      await forger.send(appealReceiptCall, {
        body: { purchase_id, message: 'A minha nota é a verdadeira.' },
      }),
    ).toMatchObject({ code: 'receipts.not-appealable' })
  })
})

describe('forged receipts of a real shop', () => {
  test('a receipt whose series belongs to no known till waits for staff', async () => {
    expect(await reviewReasonsOf(await register(await newCustomer(), keyOf({ series: 512 })))).toEqual([
      'Primeira nota deste caixa da loja',
    ])
  })

  test('for 90 days after a reversal, all receipts of the customer wait for staff', async () => {
    const validator = await signedInStaff(club, staffPersonas.validator)
    const forger = await newCustomer()
    const { purchase_id } = dataOf(await register(forger))
    dataOf(await validator.send(reverseReceiptCall, { body: { purchase_id, reason: 'Nota falsa' } }))
    for (const { cnpj } of [cafe, shoes])
      expect(await reviewReasonsOf(await register(forger, keyOf({ cnpj })))).toContain(
        'Cliente com nota estornada nos últimos 90 dias',
      )
    expect(await balanceOf(forger)).toBe(0)
  })

  test('receipts beyond the monthly amount of automatic approvals wait for staff', async () => {
    const forger = await newCustomer()
    dataOf(await register(forger, keyOf(), 30_000))
    expect(await reviewReasonsOf(await register(forger, keyOf({ cnpj: cafe.cnpj }), 20_001))).toEqual([
      'Limite mensal de aprovação automática do cliente',
    ])
    expect(dataOf(await register(forger, keyOf({ cnpj: shoes.cnpj }), 20_000)).state).toBe('auto_approved')
  })

  test('receipts beyond the monthly number of automatic approvals wait for staff', async () => {
    const forger = await newCustomer()
    for (const { cnpj } of [bookshop, cafe, shoes])
      expect(dataOf(await register(forger, keyOf({ cnpj }), 1000)).state).toBe('auto_approved')
    const response = await register(forger, keyOf(), 1000)
    expect(await reviewReasonsOf(response)).toEqual([
      'Outra nota da mesma loja no mesmo dia',
      'Limite mensal de aprovação automática do cliente',
    ])
  })

  test('receipts of several accounts on one device wait for staff from the third account on', async () => {
    const device = await newCustomer()
    const newCustomerOnDevice = async () => {
      const { cookies } = await newCustomer()
      // The accounts share the browser's device cookie, not the session.
      const browser = club.browser()
      browser.cookies.set('sid', cookies.get('sid') ?? '')
      browser.cookies.set('device', device.cookies.get('device') ?? '')
      return browser
    }
    for (let account = 0; account < 2; account += 1)
      expect(dataOf(await register(await newCustomerOnDevice())).state).toBe('auto_approved')
    expect(await reviewReasonsOf(await register(await newCustomerOnDevice()))).toEqual([
      'Aparelho usado por 3 clientes em 30 dias',
    ])
  })
})

test('points from an automatic approval cannot be spent for 24 hours, and a reversal after they were spent leaves a debt', async () => {
  const document_id = cpfs.pop() ?? ''
  const forger = await registerCustomer(club.browser(), document_id)
  const customer_id = await idOf(document_id)
  const { purchase_id } = dataOf(await register(forger, keyOf(), 12_000))
  const points = dataOf(await forger.send(readPointsCall))
  expect(points).toMatchObject({ balance: 120, waiting: [{ points: 120 }] })
  expect(Date.parse(points.waiting[0]?.available_at ?? '') - club.now().getTime()).toBeGreaterThan(86_390_000)
  const spend = (id: string) =>
    inTransaction(club.database.db, (tx) =>
      spendPoints({ identified_points_per_day: 0, time_zone: defaultTimeZone }, tx, {
        refuse: refusalsOf({ refusals: pointsRefusals }),
        customer_id,
        identified_session_id: null,
        points: 100,
        source: { kind: 'transaction', id },
        now: club.now(),
      }),
    )
  await expect(spend(randomUUID())).rejects.toMatchObject({ code: 'points.waiting', values: { balance: 0 } })
  club.advanceSeconds(24 * 3600)
  const spent = randomUUID()
  expect(await spend(spent)).toBe(true)
  const again = await signedIn(document_id)
  expect(dataOf(await again.send(readPointsCall))).toMatchObject({ balance: 20, waiting: [] })
  // Restored points can be spent again immediately.
  await inTransaction(club.database.db, (tx) =>
    restorePoints(tx, { source: { kind: 'transaction', id: spent }, now: club.now() }),
  )
  expect(await spend(randomUUID())).toBe(true)
  const waiting = dataOf(await register(again, keyOf({ cnpj: cafe.cnpj }), 9000))
  expect(dataOf(await again.send(readPointsCall))).toMatchObject({ balance: 110, waiting: [{ points: 90 }] })
  const validator = await signedInStaff(club, staffPersonas.validator)
  const reverse = (id: string) =>
    validator.send(reverseReceiptCall, { body: { purchase_id: id, reason: 'Nota falsa' } })
  dataOf(await reverse(purchase_id))
  // The 100 spent points are deducted from the waiting points.
  expect(dataOf(await again.send(readPointsCall))).toMatchObject({ balance: 0, debt: 10, waiting: [] })
  dataOf(await reverse(waiting.purchase_id))
  expect(dataOf(await again.send(readPointsCall))).toMatchObject({ balance: 0, debt: 100 })
  expect(await proveLedger(club.database.db)).toEqual([])
})

describe('a customer with a debt and a reversed receipt who deletes the account and joins again', () => {
  test('the debt and the review of all receipts after a reversal carry over to the new account, and the ledger remains correct', async () => {
    const document_id = cpfs.pop() ?? ''
    const forger = await registerCustomer(club.browser(), document_id)
    const validator = await signedInStaff(club, staffPersonas.validator)
    const approver = await signedInStaff(club, staffPersonas.approver)
    const { purchase_id } = dataOf(await register(forger))
    // When the receipt is reversed, its points have already been removed.
    dataOf(
      await approver.send(adjustPointsCall, {
        body: {
          adjustment_id: randomUUID(),
          customer_id: await idOf(document_id),
          points: -100,
          reason: 'given_twice',
          note: 'Retirados pela equipe.',
        },
      }),
    )
    dataOf(await validator.send(reverseReceiptCall, { body: { purchase_id, reason: 'Nota falsa' } }))
    expect(dataOf(await forger.send(readPointsCall))).toMatchObject({ balance: 0, debt: 100 })

    dataOf(await forger.send(requestDeletionCall, { body: { current_password: 'Jabuticaba-9' } }))
    club.advanceSeconds(31 * 24 * 3600)
    await club.purge()
    const again = await registerCustomer(club.browser(), document_id)
    expect(dataOf(await again.send(readPointsCall))).toMatchObject({ balance: 0, debt: 100 })
    expect(await reviewReasonsOf(await register(again))).toContain(
      'Cliente com nota estornada nos últimos 90 dias',
    )
    expect(await proveLedger(club.database.db)).toEqual([])

    // Five years after the deletion the fingerprint is deleted.
    dataOf(await again.send(requestDeletionCall, { body: { current_password: 'Jabuticaba-9' } }))
    club.advanceSeconds(31 * 24 * 3600)
    await club.purge()
    club.advanceSeconds(5 * 366 * 24 * 3600)
    await club.purge()
    const later = await registerCustomer(club.browser(), document_id)
    expect(dataOf(await later.send(readPointsCall)).debt).toBe(0)
    expect(dataOf(await register(later)).state).toBe('auto_approved')
  })
})

test('at the desk, a paper receipt whose number a forged one has used waits for a review, and one with an unused number is approved', async () => {
  const number = (lastNumber += 1)
  const forged = dataOf(await register(await newCustomer(), keyOf({ number, code: 1 })))
  const document_id = cpfs.pop() ?? ''
  const owner = await registerCustomer(club.browser(), document_id)
  const body = {
    receipt_key: keyOf({ number, code: 2 }),
    amount_cents: 12_350,
    issued_on: clubDayOf(club.now(), defaultTimeZone),
  }
  expect(await owner.send(registerReceiptCall, { body })).toMatchObject({ code: 'receipts.number-used' })
  expect(forged.state).toBe('auto_approved')
  const attendant = await signedInStaff(club, staffPersonas.attendant)
  const customer_id = await idOf(document_id)
  expect(await attendant.send(registerAtDeskCall, { body: { customer_id, ...body } })).toMatchObject({
    data: {
      state: 'pending_review',
      review_reasons: ['Outra nota com o mesmo número já foi aprovada: uma delas é falsa'],
    },
  })
  const next = { ...body, receipt_key: keyOf() }
  expect(await attendant.send(registerAtDeskCall, { body: { customer_id, ...next } })).toMatchObject({
    data: { state: 'approved', points: 123, review_reasons: [] },
  })
  expect(dataOf(await owner.send(readPointsCall))).toMatchObject({ balance: 123, waiting: [] })
})

test('receipts beyond an attendant’s daily approval limit are decided by the ordinary rules, and calls that only compare receipts do not count', async () => {
  // The attendant's limit is reset after a day.
  club.advanceSeconds(24 * 3600)
  const document_id = cpfs.pop() ?? ''
  const browser = await registerCustomer(club.browser(), document_id)
  const customer_id = await idOf(document_id)
  const attendant = await signedInStaff(club, staffPersonas.attendant)
  const issued_on = clubDayOf(club.now(), defaultTimeZone)
  const { receipt_key: waiting } = dataOf(await register(browser, keyOf({ series: 601 }), 90_000))
  for (let count = 1; count <= 3; count += 1) {
    const body = { customer_id, receipt_key: waiting, amount_cents: 20_000, issued_on }
    expect(await attendant.send(registerAtDeskCall, { body })).toMatchObject({ data: { kind: 'differs' } })
  }
  const outcomes: string[] = []
  for (const { cnpj } of [bookshop, cafe, shoes, bookshop]) {
    const receipt_key = keyOf({ cnpj, series: 600 })
    const body = { customer_id, receipt_key, amount_cents: 20_000, issued_on }
    const decided = dataOf(await attendant.send(registerAtDeskCall, { body }))
    outcomes.push(decided.kind === 'decided' ? decided.state : decided.kind)
  }
  expect(outcomes).toEqual(['approved', 'approved', 'approved', 'pending_review'])
})
