import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { listReceiptsCall, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { StaffPersona } from '../../../seeds/demonstration/staff.ts'
import { inTransaction } from '../../db/database.ts'
import { creditDepsOf } from '../../main/credit.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { generousLimits } from '../../testing/generous-limits.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffEmail, staffPersonas } from '../../testing/staff.ts'
import { searchAudit } from '../audit/index.ts'
import { executeOnce } from '../campaigns/index.ts'
import { createCreditProof, useCredit } from '../credit/index.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { proveLedger } from '../points/index.ts'
import { proveNow } from '../proofs/index.ts'
import { createVault } from '../vault/index.ts'

const access_key = 'chave-do-totem'
const club = useClub(
  { limits: { overrides: { ...generousLimits, 'desk-receipts': 3 } } },
  { passwordless: 'yes', access_key },
)
const [{ cnpj, name: shop_name }] = shops
const cpfs = freshCpfs(40, 840_000_000)
const vault = createVault(testRootKey)
let numbers = 12_000

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}

/** A campaign with one participation per R$ 20,00, converted from the demonstration's event campaign. */
let campaign_id = ''
beforeAll(async () => {
  const spend_rule = JSON.stringify(spendRuleOf({ every_cents: 2_000, participations: 1 }))
  const { id } = await club.database.db
    .updateTable('campaign')
    .set({ kind: 'free_gifts', spend_rule })
    .where('slug', '=', 'natal-no-ipe')
    .returning('id')
    .executeTakeFirstOrThrow()
  campaign_id = id
})

/** The attendant's daily limit is reset. */
beforeEach(() => club.advanceSeconds(24 * 3600))

type Registered = { amount_cents: number; issued_on: string; state?: string }

/** A customer with one receipt, and the desks at which it is corrected. */
const createReceipt = async (amount_cents: number, { isPasswordless = false } = {}) => {
  const document_id = cpfs.pop() ?? ''
  const owner = await registerCustomer(club.browser(), document_id)
  const shopper = isPasswordless ? club.browser() : owner
  if (isPasswordless)
    dataOf(
      await shopper.send(signInPasswordlessCall, {
        body: { document_id, terms_id: 'shd_auth_terms', access_key },
      }),
    )
  const customer_id =
    (await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id)))?.id ?? ''
  const body = {
    receipt_key: receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) }),
    amount_cents,
    issued_on: clubDayOf(club.now(), defaultTimeZone),
  }
  const receipt = dataOf(await shopper.send(registerReceiptCall, { body }))
  const attendant = await signedInStaff(club, staffPersonas.attendant)
  const typeAtDesk = (
    paper_cents: number,
    replaces?: Registered,
    { by = attendant, issued_on = body.issued_on } = {},
  ) =>
    by.send(registerAtDeskCall, {
      body: { ...body, issued_on, customer_id, amount_cents: paper_cents, replaces } as BodyOf<
        typeof registerAtDeskCall
      >,
    })
  /** Types the paper's amount and confirms the comparison. */
  const correct = async (paper_cents: number, by = attendant) => {
    const shown = dataOf(await typeAtDesk(paper_cents, undefined, { by }))
    if (shown.kind !== 'differs') throw new Error('There is no comparison')
    return { shown, decided: await typeAtDesk(paper_cents, shown, { by }) }
  }
  const creditOf = async (browser: TestBrowser = shopper) =>
    dataOf(await browser.send(listCreditCall)).find((each) => each.campaign_id === campaign_id)
  return {
    ...body,
    customer_id,
    owner,
    shopper,
    attendant,
    purchase_id: receipt.purchase_id,
    typeAtDesk,
    correct,
    creditOf,
    points: async () => dataOf(await owner.send(readPointsCall)),
    movements: async () =>
      dataOf(await owner.send(pointsStatementCall)).map(({ kind, points }) => [kind, points]),
    listed: async (browser: TestBrowser = shopper) => dataOf(await browser.send(listReceiptsCall)),
    messages: async () =>
      (
        await club.database.db
          .selectFrom('message')
          .select('template')
          .where('customer_id', '=', customer_id)
          .where('template', 'like', 'receipt-%')
          .execute()
      ).map(({ template }) => template),
  }
}

const validator = () => signedInStaff(club, staffPersonas.validator)
const reverse = async (purchase_id: string, reason = 'O valor informado não é o da nota.') =>
  (await validator()).send(reverseReceiptCall, { body: { purchase_id, reason } })
const requireProofs = async () => {
  expect(await proveLedger(club.database.db)).toEqual([])
  expect(await proveNow(createCreditProof(club.database), club.now())).toEqual([])
}

describe('an approved receipt with a mistyped amount, at the service desk', () => {
  test('the attendant sees the approved amount and its points, and the confirmed correction earns the points of the corrected amount', async () => {
    const receipt = await createReceipt(50)
    const { issued_on, typeAtDesk } = receipt
    const differs = {
      kind: 'differs',
      shop_name,
      amount_cents: 50,
      issued_on,
      state: 'auto_approved',
      points: 0,
      review_reasons: [],
    }
    expect(await typeAtDesk(5_000)).toMatchObject({ data: differs })
    expect(await receipt.listed()).toMatchObject([{ amount_cents: 50, state: 'auto_approved' }])
    expect(await typeAtDesk(5_000, { amount_cents: 50, issued_on, state: 'auto_approved' })).toMatchObject({
      data: { kind: 'decided', state: 'approved', points: 50, review_reasons: [] },
    })
    expect(await receipt.points()).toMatchObject({ balance: 50, debt: 0, waiting: [] })
    expect(await receipt.listed()).toMatchObject([
      { amount_cents: 5_000, state: 'approved', points: 50, stated: { amount_cents: 50, issued_on } },
    ])
    expect(await receipt.creditOf()).toMatchObject({ participations: 2, reached_cents: 1_000, debt_cents: 0 })
    expect(await receipt.messages()).toEqual(['receipt-corrected'])
    await requireProofs()
  })

  test('a correction to a lower amount takes the difference back, in points and credit', async () => {
    const receipt = await createReceipt(5_000)
    expect(await receipt.creditOf()).toMatchObject({ participations: 2, reached_cents: 1_000 })
    const { shown, decided } = await receipt.correct(500)
    expect(shown).toMatchObject({ state: 'auto_approved', points: 50 })
    expect(decided).toMatchObject({ data: { state: 'approved', points: 5 } })
    expect(await receipt.movements()).toEqual([
      ['earn', 5],
      ['take_back', -50],
      ['earn', 50],
    ])
    expect(await receipt.points()).toMatchObject({ balance: 5, debt: 0 })
    expect(await receipt.creditOf()).toMatchObject({ participations: 0, reached_cents: 500, debt_cents: 0 })
    await requireProofs()
  })

  test('points that were already spent become a debt, which the corrected receipt pays first', async () => {
    const receipt = await createReceipt(5_000)
    const approver = await signedInStaff(club, staffPersonas.approver)
    const spent = {
      adjustment_id: crypto.randomUUID(),
      customer_id: receipt.customer_id,
      points: -50,
      reason: 'given_twice' as const,
      note: 'Pontos gastos antes da correção.',
    }
    dataOf(await approver.send(adjustPointsCall, { body: spent }))
    await receipt.correct(500)
    expect(await receipt.points()).toMatchObject({ balance: 0, debt: 45 })
    await requireProofs()
  })

  test.each([
    ['higher', 5_000, { participations: 1, debt_cents: 0, reached_cents: 1_000 }],
    ['lower', 500, { participations: 0, debt_cents: 1_500 }],
  ])(
    'used credit becomes a debt that the corrected receipt, with a %s amount, pays first',
    async (_kind, cents, after) => {
      const receipt = await createReceipt(2_500)
      const body = { campaign_id, kind: 'free_gifts' as const, service_channel: 'site' }
      const { transaction_id } = dataOf(await receipt.shopper.send(startTransactionCall, { body }))
      const { db } = club.database
      await inTransaction(db, (tx) =>
        executeOnce({
          call: { refusals: transactionRefusals },
          tx,
          transaction_id,
          customer_id: receipt.customer_id,
          identified_session_id: null,
          kind: 'free_gifts',
          now: club.now(),
          time_zone: defaultTimeZone,
          body: {},
          work: async (transaction) => {
            const deps = creditDepsOf({ db, clock: club.now, time_zone: defaultTimeZone })
            const { campaign_id } = transaction
            const uses = await useCredit(deps, tx, {
              campaign_id,
              transactions: [transaction],
              limit: 1,
              now: club.now(),
            })
            return { used: [...uses.values()] }
          },
        }),
      )
      expect(await receipt.creditOf()).toMatchObject({ participations: 0, reached_cents: 500 })
      expect((await receipt.correct(cents)).decided).toMatchObject({ data: { state: 'approved' } })
      expect(await receipt.creditOf()).toMatchObject(after)
      await requireProofs()
    },
  )

  test('a mistyped day is corrected together with the amount', async () => {
    const receipt = await createReceipt(5_000)
    const day = clubDayOf(new Date(club.now().getTime() - 24 * 3_600_000), defaultTimeZone)
    // The key names the month of the purchase.
    const issued_on = day.slice(0, 7) === receipt.issued_on.slice(0, 7) ? day : receipt.issued_on
    const replaces = { amount_cents: 5_000, issued_on: receipt.issued_on, state: 'auto_approved' }
    const outcome = await receipt.typeAtDesk(5_100, replaces, { issued_on })
    expect(outcome).toMatchObject({ data: { state: 'approved', points: 51 } })
    expect(await receipt.listed()).toMatchObject([{ issued_on, amount_cents: 5_100 }])
  })

  test('a correction that is confirmed twice is applied once', async () => {
    const receipt = await createReceipt(50)
    const { shown, decided } = await receipt.correct(5_000)
    expect(decided).toMatchObject({ data: { state: 'approved' } })
    expect(await receipt.typeAtDesk(5_000, shown as Registered)).toMatchObject({
      status: 409,
      code: 'receipts.already-approved',
      errors: [
        { path: 'receipt_key', message: 'Esta nota já está aprovada neste cadastro, com este valor.' },
      ],
    })
    expect(await receipt.points()).toMatchObject({ balance: 50 })
    expect(await receipt.messages()).toEqual(['receipt-corrected'])
  })

  test('another attendant can correct a correction, and both are compared with what was registered last', async () => {
    const receipt = await createReceipt(50)
    await receipt.correct(500)
    const { gate_steward: colleague } = staffPersonas
    await setRoles(colleague, ['attendant'])
    const other = await signedInStaff(club, colleague)
    expect(await receipt.typeAtDesk(5_000, { amount_cents: 50, issued_on: receipt.issued_on })).toMatchObject(
      {
        data: { kind: 'differs', amount_cents: 500, state: 'approved', points: 5 },
      },
    )
    expect((await receipt.correct(5_000, other)).decided).toMatchObject({ data: { points: 50 } })
    await setRoles(colleague, colleague.roles)
    expect(await receipt.points()).toMatchObject({ balance: 50 })
    expect(await receipt.listed()).toHaveLength(1)
    await requireProofs()
  })

  test('a correction can be corrected even if the clock advances while it is stored', async () => {
    const receipt = await createReceipt(50)
    const { now } = Date
    let elapsedMs = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + (elapsedMs += 1))
    try {
      await receipt.correct(500)
      expect((await receipt.correct(5_000)).decided).toMatchObject({
        data: { state: 'approved', points: 50, review_reasons: [] },
      })
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('after a correction, the validator sees both amounts and the attendant, and the reversed registration states the reason', async () => {
    const receipt = await createReceipt(50)
    await receipt.correct(5_000)
    const found = await (
      await validator()
    ).send(findReceiptCall, {
      body: { receipt_key: receipt.receipt_key },
    })
    expect(found).toMatchObject({
      data: {
        receipt: {
          state: 'approved',
          amount_cents: 5_000,
          stated: { amount_cents: 50, changed_by: staffPersonas.attendant.name },
        },
      },
    })
    const replaced = await club.database.db
      .selectFrom('purchase')
      .select(['state', 'reason', 'points'])
      .where('id', '=', receipt.purchase_id)
      .execute()
    expect(replaced).toEqual([
      { state: 'reversed', reason: 'Corrigida no balcão, com a nota impressa.', points: 0 },
    ])
    expect(await reverse(receipt.purchase_id)).toMatchObject({ code: 'receipts.already-decided' })
  })

  test('a correction at the desk and its reversal of the earlier registration are audited, with both amounts', async () => {
    const receipt = await createReceipt(50)
    await receipt.correct(5_000)
    const [{ purchase_id } = { purchase_id: '' }] = await receipt.listed()
    const { lines } = await searchAudit(club.database.db, { cursor: null, limit: 3 })
    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: defaultTimeZone }).format(club.now())
    expect(lines.map(({ action, sentence }) => [action, sentence.replaceAll('\u00a0', ' ')])).toEqual([
      [
        'receipts.register',
        `Corrigiu no balcão a nota fiscal ${purchase_id}, com a nota em mãos: R$ 50,00 em ${day}. Antes, na nota ${receipt.purchase_id}: R$ 0,50 em ${day}.`,
      ],
      ['receipts.correct', 'Estornou no balcão uma nota fiscal aprovada, para corrigi-la.'],
      [
        'receipts.register',
        `Conferiu no balcão a nota fiscal ${receipt.purchase_id}, com a nota em mãos: R$ 50,00 em ${day}. Antes, na nota ${receipt.purchase_id}: R$ 0,50 em ${day}.`,
      ],
    ])
  })

  test('a corrected receipt is no reason to review the customer’s next receipt', async () => {
    const receipt = await createReceipt(50)
    await receipt.correct(5_000)
    const body = {
      receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[1].cnpj, number: (numbers += 1) }),
      amount_cents: 5_000,
      issued_on: receipt.issued_on,
    }
    expect(await receipt.owner.send(registerReceiptCall, { body })).toMatchObject({
      data: { state: 'auto_approved' },
    })
  })

  test('the corrected receipt of a passwordless session remains visible to that session', async () => {
    const receipt = await createReceipt(50, { isPasswordless: true })
    await receipt.correct(5_000)
    expect(await receipt.listed()).toMatchObject([{ amount_cents: 5_000 }])
    expect(await receipt.listed(receipt.owner)).toHaveLength(1)
    expect(await receipt.creditOf()).toMatchObject({ participations: 2 })
  })

  test('an amount above the desk’s limit is announced before the correction, which then waits for review', async () => {
    const receipt = await createReceipt(5_000)
    const { shown, decided } = await receipt.correct(300_000)
    const review_reasons = ['Valor acima do limite de aprovação no balcão']
    expect(shown).toMatchObject({ review_reasons })
    expect(decided).toMatchObject({ data: { state: 'pending_review', points: 0, review_reasons } })
    expect(await receipt.points()).toMatchObject({ balance: 0 })
    expect(await receipt.messages()).toEqual(['receipt-corrected'])
    const reviewer = await validator()
    const queue = dataOf(await reviewer.send(receiptQueueCall))
    const row = queue.find(({ receipt_key }) => receipt_key === receipt.receipt_key)
    if (!row) throw new Error('The receipt is not in the queue')
    expect(row.stated).toMatchObject({ amount_cents: 5_000 })
    dataOf(await reviewer.send(approveReceiptCall, approvalOf(row)))
    expect(await receipt.points()).toMatchObject({ balance: 3_000 })
    await requireProofs()
  })

  test('corrections count toward the attendant’s daily limit, comparisons do not, and corrections beyond the limit wait for review', async () => {
    const receipt = await createReceipt(50)
    for (const cents of [1_000, 2_000, 3_000]) {
      await receipt.typeAtDesk(cents)
      expect((await receipt.correct(cents)).decided).toMatchObject({ data: { state: 'approved' } })
    }
    const { shown, decided } = await receipt.correct(4_000)
    const review_reasons = ['Limite diário de notas decididas no balcão']
    expect(shown).toMatchObject({ amount_cents: 3_000, review_reasons })
    expect(decided).toMatchObject({ data: { state: 'pending_review', review_reasons } })
    expect(await receipt.points()).toMatchObject({ balance: 0 })
  })
})

test('a confirmation without a state, from a page of the previous version, does not correct an approved receipt', async () => {
  const receipt = await createReceipt(50)
  const replaces = { amount_cents: 50, issued_on: receipt.issued_on }
  expect(await receipt.typeAtDesk(5_000, replaces)).toMatchObject({ data: { kind: 'differs' } })
  expect(await receipt.listed()).toMatchObject([{ amount_cents: 50, state: 'auto_approved' }])
})

describe('a reversed receipt, at the service desk', () => {
  test('a reversed receipt with another amount waits for review with the reason of the reversal, even when typed again', async () => {
    const receipt = await createReceipt(50)
    dataOf(await reverse(receipt.purchase_id))
    const { shown, decided } = await receipt.correct(5_000)
    const review_reasons = ['Nota estornada antes (O valor informado não é o da nota)']
    expect(shown).toMatchObject({ state: 'reversed', points: 0, review_reasons })
    expect(decided).toMatchObject({ data: { state: 'pending_review', review_reasons } })
    // Otherwise, an attendant could approve what a validator reversed.
    expect(await receipt.typeAtDesk(5_000)).toMatchObject({
      data: { state: 'pending_review', review_reasons },
    })
    expect(await receipt.listed()).toMatchObject([{ amount_cents: 5_000, state: 'pending_review' }])
    expect(await receipt.messages()).toEqual(['receipt-reversed', 'receipt-corrected'])
    const reviewer = await validator()
    const queue = dataOf(await reviewer.send(receiptQueueCall))
    const row = queue.find(({ receipt_key }) => receipt_key === receipt.receipt_key)
    if (!row) throw new Error('The receipt is not in the queue')
    dataOf(
      await reviewer.send(rejectReceiptCall, { body: { purchase_id: row.purchase_id, reason: 'cancelled' } }),
    )
    expect(await receipt.typeAtDesk(5_000)).toMatchObject({
      data: { state: 'pending_review', review_reasons },
    })
    await requireProofs()
  })

  test('a reversed receipt with the same amount is refused with the reason of the reversal', async () => {
    const receipt = await createReceipt(5_000)
    dataOf(await reverse(receipt.purchase_id, 'A loja cancelou a compra.'))
    expect(await receipt.typeAtDesk(5_000)).toMatchObject({
      status: 409,
      code: 'receipts.already-reversed',
      message: 'Esta nota, com este valor, foi estornada neste cadastro. Motivo: A loja cancelou a compra.',
    })
  })

  test('a receipt that was reversed after the comparison is compared again', async () => {
    const receipt = await createReceipt(50)
    const shown = dataOf(await receipt.typeAtDesk(5_000))
    dataOf(await reverse(receipt.purchase_id))
    expect(await receipt.typeAtDesk(5_000, shown as Registered)).toMatchObject({
      data: { kind: 'differs', state: 'reversed' },
    })
  })

  test('a reversal by a validator still counts against the customer after the desk has registered the receipt again', async () => {
    const receipt = await createReceipt(50)
    dataOf(await reverse(receipt.purchase_id))
    await receipt.correct(5_000)
    const body = {
      receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[1].cnpj, number: (numbers += 1) }),
      amount_cents: 5_000,
      issued_on: receipt.issued_on,
    }
    expect(await receipt.owner.send(registerReceiptCall, { body })).toMatchObject({
      data: { state: 'pending_review' },
    })
  })
})

test('a rejected receipt that the desk approves from the paper does not count as another receipt of its shop and day', async () => {
  const receipt = await createReceipt(90_000)
  const { owner, purchase_id, issued_on, typeAtDesk, listed } = receipt
  const register = () =>
    owner.send(registerReceiptCall, {
      body: {
        receipt_key: receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) }),
        amount_cents: 5_000,
        issued_on,
      },
    })
  dataOf(await register())
  dataOf(
    await (await validator()).send(rejectReceiptCall, { body: { purchase_id, reason: 'amount_mismatch' } }),
  )
  // Three registrations of two receipts.
  expect(dataOf(await typeAtDesk(9_000))).toMatchObject({ kind: 'decided', state: 'approved' })
  expect((await listed()).map(({ state }) => state)).toEqual(['approved', 'pending_review', 'rejected'])
  dataOf(await register())
  expect(await register()).toMatchObject({
    code: 'receipts.shop-limit',
    message: `Você já cadastrou 3 notas de ${shop_name} hoje. Volte amanhã.`,
  })
})

test('a customer with three receipts from a shop today, one of them rejected, can have that one approved at the desk', async () => {
  const receipt = await createReceipt(90_000)
  const { owner, purchase_id, issued_on, typeAtDesk } = receipt
  for (const _ of [2, 3]) {
    const receipt_key = receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) })
    dataOf(await owner.send(registerReceiptCall, { body: { receipt_key, amount_cents: 5_000, issued_on } }))
  }
  dataOf(
    await (await validator()).send(rejectReceiptCall, { body: { purchase_id, reason: 'amount_mismatch' } }),
  )
  expect(await typeAtDesk(9_000)).toMatchObject({ data: { kind: 'decided', state: 'approved' } })
})

test('a receipt of another customer cannot be corrected', async () => {
  const receipt = await createReceipt(50)
  const other = await createReceipt(700)
  const { receipt_key, issued_on } = receipt
  const replaces = { amount_cents: 50, issued_on, state: 'auto_approved' } as const
  const body = { issued_on, receipt_key, customer_id: other.customer_id, replaces }
  expect(
    await other.attendant.send(registerAtDeskCall, { body: { ...body, amount_cents: 5_000 } }),
  ).toMatchObject({
    code: 'receipts.used-by-other',
  })
  expect(await receipt.listed()).toMatchObject([{ amount_cents: 50 }])
})

test('the staff member who rejected a receipt cannot correct it after another approved its new registration', async () => {
  const { validator: rejector, gate_steward: colleague } = staffPersonas
  await setRoles(rejector, ['validator', 'attendant'])
  await setRoles(colleague, ['validator'])
  const receipt = await createReceipt(90_000)
  const first = await signedInStaff(club, rejector)
  const second = await signedInStaff(club, colleague)
  const { purchase_id, receipt_key, issued_on } = receipt
  dataOf(await first.send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } }))
  const body = { receipt_key, issued_on, amount_cents: 90_000 }
  const again = dataOf(await receipt.shopper.send(registerReceiptCall, { body }))
  dataOf(await second.send(approveReceiptCall, approvalOf(again)))
  expect(await receipt.typeAtDesk(91_000, undefined, { by: first })).toMatchObject({
    code: 'receipts.own-rejection',
  })
  expect((await receipt.correct(91_000)).decided).toMatchObject({ data: { state: 'approved' } })
  // The contested rejection remains attached to the receipt.
  expect(await receipt.typeAtDesk(92_000, undefined, { by: first })).toMatchObject({
    code: 'receipts.own-rejection',
  })
  await setRoles(rejector, rejector.roles)
  await setRoles(colleague, colleague.roles)
})

test.each<[string, object]>([
  ['an amount that is not an integer', { amount_cents: 0.5 }],
  ['an amount as text', { amount_cents: '5000' }],
  ['an unknown state', { state: 'corrected' }],
  ['a missing day', { issued_on: undefined }],
  ['a number as the day', { issued_on: 20_261_120 }],
])('a comparison with %s is refused', async (_kind, change) => {
  const receipt = await createReceipt(50)
  const replaces = { amount_cents: 50, issued_on: receipt.issued_on, state: 'auto_approved', ...change }
  expect(await receipt.typeAtDesk(5_000, replaces as Registered)).toMatchObject({ status: 422 })
  expect(await receipt.listed()).toMatchObject([{ amount_cents: 50 }])
})

const setRoles = (persona: StaffPersona, roles: readonly Role[]) =>
  club.database.db
    .updateTable('staff')
    .set({ roles: [...roles] })
    .where('email', '=', staffEmail(persona))
    .execute()
