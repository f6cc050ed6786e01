import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import * as calls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { StaffPersona } from '../../../seeds/demonstration/staff.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffEmail, staffPersonas } from '../../testing/staff.ts'
import { readDecisionNotice } from './decision-notice.ts'
import { findPurchase } from './receipt-store.ts'

const club = useClub()
const [{ cnpj }] = shops
const cpfs = freshCpfs(20, 830_000_000)
const { validator, gate_steward: colleague } = staffPersonas
const message = 'A nota é verdadeira.'
let numbers = 8_000

/** The demonstration has one validator. */
const setRoles = (persona: StaffPersona, roles: readonly Role[]) =>
  club.database.db
    .updateTable('staff')
    .set({ roles: [...roles] })
    .where('email', '=', staffEmail(persona))
    .execute()
const changeColleague = (changes: {
  state?: 'active' | 'disabled'
  totp_sealed?: Buffer | null
  last_signed_in_at?: Date | null
}) => club.database.db.updateTable('staff').set(changes).where('email', '=', staffEmail(colleague)).execute()
beforeEach(async () => {
  await setRoles(colleague, ['validator'])
  await changeColleague({ last_signed_in_at: club.now() })
})
afterEach(() => Promise.all([setRoles(colleague, colleague.roles), setRoles(validator, validator.roles)]))

const bodyOf = (receipt_key: string) => ({
  receipt_key,
  amount_cents: 50_000,
  issued_on: clubDayOf(club.now(), defaultTimeZone),
})

/** Units of the daily limit of receipts at the desk that staff members have used. */
const sentAtDesk = async () => {
  const { db } = club.database
  const rows = await db
    .selectFrom('attempt_counter')
    .select('spent')
    .where('scope', '=', 'desk-receipts')
    .execute()
  return rows.reduce((sum, { spent }) => sum + spent, 0)
}

/** A receipt that the validator has rejected, with its customer. */
const createRejectedReceipt = async (by: TestBrowser) => {
  const browser = await registerCustomer(club.browser(), cpfs.pop() ?? '')
  const body = bodyOf(receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) }))
  const registered = await browser.send(registerReceiptCall, { body })
  if (!registered.ok) throw new Error(registered.message)
  const { purchase_id } = registered.data
  await by.send(calls.rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  return { browser, body, purchase_id }
}
const inQueue = async (staff: TestBrowser, purchase_id: string) => {
  const queue = await staff.send(calls.receiptQueueCall)
  const row = queue.ok ? queue.data.find((each) => each.purchase_id === purchase_id) : undefined
  if (!row) throw new Error('The receipt is not in the queue')
  return row
}
const countOf = async (staff: TestBrowser) => {
  const response = await staff.send(waitingCountsCall)
  if (!response.ok) throw new Error(response.message)
  return response.data.find(({ permission }) => permission === 'receipts.review')?.count ?? Number.NaN
}
const ownRejection = {
  status: 403,
  code: 'receipts.own-rejection',
  message: 'Quem recusou esta nota não decide sobre ela de novo. Outra pessoa da equipe decide.',
}

test('an appeal is decided by, and counted only for, staff members other than the one who rejected the receipt', async () => {
  const [first, second] = [await signedInStaff(club, validator), await signedInStaff(club, colleague)]
  const { browser, purchase_id } = await createRejectedReceipt(first)
  const before = [await countOf(first), await countOf(second)]
  await browser.send(appealReceiptCall, { body: { purchase_id, message } })
  expect([await countOf(first), await countOf(second)]).toEqual([before[0], (before[1] ?? 0) + 1])
  const row = await inQueue(first, purchase_id)
  expect(row).toMatchObject({
    is_own_rejection: true,
    appeal: message,
    appealed_at: expect.any(String),
    appealed: {
      reason: 'Nota não encontrada na consulta da Secretaria da Fazenda.',
      decided_at: expect.any(String),
      decided_by: validator.name,
    },
  })
  expect(await inQueue(second, purchase_id)).toMatchObject({ is_own_rejection: false })
  expect(await first.send(calls.approveReceiptCall, approvalOf(row))).toMatchObject(ownRejection)
  const rejection = { body: { purchase_id, reason: 'not_found' as const } }
  expect(await first.send(calls.rejectReceiptCall, rejection)).toMatchObject(ownRejection)
  expect(await second.send(calls.approveReceiptCall, approvalOf(row))).toMatchObject({ ok: true })
})

test('a rejected receipt that its customer sends again is decided like an appeal, by another staff member', async () => {
  const [first, second] = [await signedInStaff(club, validator), await signedInStaff(club, colleague)]
  const { browser, body } = await createRejectedReceipt(first)
  const again = await browser.send(registerReceiptCall, { body })
  if (!again.ok) throw new Error(again.message)
  const row = await inQueue(first, again.data.purchase_id)
  expect(row).toMatchObject({
    is_own_rejection: true,
    appeal: null,
    appealed_at: null,
    appealed: { decided_by: validator.name },
  })
  expect(await first.send(calls.approveReceiptCall, approvalOf(row))).toMatchObject(ownRejection)
  expect(await second.send(calls.approveReceiptCall, approvalOf(row))).toMatchObject({ ok: true })
})

test('a rejected receipt that was registered again cannot be appealed and names its current registration', async () => {
  const [first, second] = [await signedInStaff(club, validator), await signedInStaff(club, colleague)]
  const { browser, body, purchase_id } = await createRejectedReceipt(first)
  const listed = async () => {
    const response = await browser.send(listReceiptsCall)
    return response.ok ? response.data.map(({ can_appeal, current }) => ({ can_appeal, current })) : []
  }
  expect(await listed()).toEqual([{ can_appeal: true, current: null }])
  const again = await browser.send(registerReceiptCall, { body })
  if (!again.ok) throw new Error(again.message)
  const current = { purchase_id: again.data.purchase_id, state: 'pending_review' }
  const approved = { can_appeal: false, current: null }
  expect(await listed()).toEqual([approved, { can_appeal: false, current }])
  await second.send(calls.approveReceiptCall, approvalOf(again.data))
  expect(await listed()).toEqual([
    approved,
    { can_appeal: false, current: { ...current, state: 'approved' } },
  ])
  expect(await browser.send(appealReceiptCall, { body: { purchase_id, message } })).toMatchObject({
    code: 'receipts.not-appealable',
  })
})

test('a receipt rejected because its number is used by an approved one offers no appeal, on the page and in the message', async () => {
  const staff = await signedInStaff(club, colleague)
  const [genuine, forged] = [
    await registerCustomer(club.browser(), cpfs.pop() ?? ''),
    await registerCustomer(club.browser(), cpfs.pop() ?? ''),
  ]
  const number = (numbers += 1)
  const register = async (browser: TestBrowser, code: number) => {
    const body = bodyOf(receiptKeyOf({ now: club.now(), cnpj, number, code }))
    const response = await browser.send(registerReceiptCall, { body })
    if (!response.ok) throw new Error(response.message)
    return response.data
  }
  const pending = [await register(genuine, 1), await register(forged, 2)] as const
  await staff.send(calls.approveReceiptCall, approvalOf(pending[0]))
  const { purchase_id } = pending[1]
  await staff.send(calls.rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  expect(await forged.send(listReceiptsCall)).toMatchObject({
    data: [{ state: 'rejected', can_appeal: false, current: null }],
  })
  const purchase = await findPurchase(club.database.db, purchase_id)
  if (!purchase) throw new Error('The receipt was not found')
  expect(await readDecisionNotice(club.database.db, purchase)).toMatchObject({
    template: 'receipt-rejected',
    can_appeal: false,
  })
})

test.each([
  ['is not active', { state: 'disabled' as const }],
  ['has never signed in', { last_signed_in_at: null }],
  ['has no second factor', { totp_sealed: null }],
])(
  'when the only other reviewer %s, the one who rejected a receipt decides the appeal',
  async (_name, changes) => {
    const first = await signedInStaff(club, validator)
    const { browser, purchase_id } = await createRejectedReceipt(first)
    await browser.send(appealReceiptCall, { body: { purchase_id, message } })
    const before = await club.database.db
      .selectFrom('staff')
      .select(['state', 'totp_sealed', 'last_signed_in_at'])
      .where('email', '=', staffEmail(colleague))
      .executeTakeFirstOrThrow()
    await changeColleague(changes)
    try {
      const row = await inQueue(first, purchase_id)
      expect(row).toMatchObject({ is_own_rejection: false })
      expect(await first.send(calls.approveReceiptCall, approvalOf(row))).toMatchObject({ ok: true })
    } finally {
      await changeColleague({ ...before, state: 'active' })
    }
  },
)

test('the staff member who rejected a receipt cannot approve it at the service desk, before or after an appeal', async () => {
  await setRoles(validator, ['validator', 'attendant'])
  const first = await signedInStaff(club, validator)
  const { browser, body, purchase_id } = await createRejectedReceipt(first)
  const [row] = await club.database.db
    .selectFrom('purchase')
    .select('customer_id')
    .where('id', '=', purchase_id)
    .execute()
  const atDesk = { body: { ...body, customer_id: row?.customer_id ?? '' } }
  const spent = await sentAtDesk()
  expect(await first.send(registerAtDeskCall, atDesk)).toMatchObject(ownRejection)
  expect(await sentAtDesk()).toEqual(spent)
  await browser.send(appealReceiptCall, { body: { purchase_id, message } })
  expect(await first.send(registerAtDeskCall, atDesk)).toMatchObject(ownRejection)
  const attendant = await signedInStaff(club, staffPersonas.attendant)
  expect(await attendant.send(registerAtDeskCall, atDesk)).toMatchObject({ data: { state: 'approved' } })
})

test('a staff member who opens a receipt is told who has it open, for ten minutes, and whether it has since been decided', async () => {
  const [first, second] = [await signedInStaff(club, validator), await signedInStaff(club, colleague)]
  const browser = await registerCustomer(club.browser(), cpfs.pop() ?? '')
  const ids = []
  for (const number of [(numbers += 1), (numbers += 1)]) {
    const receipt = await browser.send(registerReceiptCall, {
      body: bodyOf(receiptKeyOf({ now: club.now(), cnpj, number })),
    })
    ids.push(receipt.ok ? receipt.data.purchase_id : '')
  }
  const [purchase_id = '', other = ''] = ids
  const open = (staff: TestBrowser, id = purchase_id) =>
    staff.send(calls.openReceiptCall, { body: { purchase_id: id } })
  expect(await open(first)).toMatchObject({ data: { state: 'pending_review', opened_by: null } })
  const byFirst = { name: validator.name, opened_at: expect.any(String) }
  expect(await open(second)).toMatchObject({ data: { opened_by: byFirst } })
  expect(await inQueue(second, purchase_id)).toMatchObject({ opened_by: byFirst })
  expect(await inQueue(first, purchase_id)).toMatchObject({ opened_by: { name: colleague.name } })

  await open(first, other)
  expect(await inQueue(second, purchase_id), 'the first member opened another receipt').toMatchObject({
    opened_by: null,
  })
  const close = (id: string) =>
    first.send(calls.openReceiptCall, { body: { purchase_id: id, is_closing: true } })
  await close(purchase_id)
  expect(await inQueue(second, other), 'the first member closed the earlier receipt').toMatchObject({
    opened_by: byFirst,
  })
  await close(other)
  expect(await inQueue(second, other), 'the first member closed the receipt').toMatchObject({
    opened_by: null,
  })
  await open(first, other)
  expect(await inQueue(second, other)).toMatchObject({ opened_by: byFirst })
  club.advanceSeconds(600)
  expect(await inQueue(second, other)).toMatchObject({ opened_by: null })

  await first.send(calls.rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  expect(await open(second)).toMatchObject({ data: { state: 'rejected' } })
  expect(await open(second, '01a1fdbb-01d2-7c5b-af13-491f5d989bb5')).toMatchObject({ status: 404 })
})
