import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  approveReceiptCall,
  listEarlierReceiptsCall,
  receiptQueueCall,
  rejectReceiptCall,
  requestReceiptPhotoCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { describe, expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { findAuditSubjectCall, searchAuditCall } from '@clube/contract/staff/audit-calls.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { sendPhoto } from '../../testing/receipt-photos.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { searchAudit } from '../audit/index.ts'

const club = useClub()
const [{ cnpj, name: shop_name }] = shops
const cpfs = freshCpfs(20, 820_000_000)
let numbers = 500

const newCustomer = () => registerCustomer(club.browser(), cpfs.pop() ?? '')
const newKey = () => receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) })

/** Registers a receipt that waits for staff. */
const register = async (browser: TestBrowser, change: { receipt_key?: string; qr_code?: string } = {}) => {
  const issued_on = clubDayOf(club.now(), defaultTimeZone)
  const response = await browser.send(registerReceiptCall, {
    body: { receipt_key: newKey(), amount_cents: 50_000, issued_on, ...change },
  })
  if (!response.ok) throw new Error(response.message)
  return response.data
}
const inQueue = async (staff: TestBrowser, purchase_id: string) => {
  const queue = await staff.send(receiptQueueCall)
  return queue.ok ? queue.data.find((row) => row.purchase_id === purchase_id) : undefined
}

test('the lookup URL of a QR code is stored only if it is a tax authority’s URL for the same receipt', async () => {
  const staff = await signedInStaff(club, staffPersonas.validator)
  const browser = await newCustomer()
  const [scanned, typed, other] = [newKey(), newKey(), newKey()]
  const qrOf = (key: string, host = 'www.nfce.fazenda.sp.gov.br') =>
    `https://${host}/qrcode?p=${key}|2|1|1|ABC123`
  const cases = [
    [await register(browser, { receipt_key: scanned, qr_code: qrOf(scanned) }), qrOf(scanned)],
    [await register(browser, { receipt_key: typed }), null],
    [await register(browser, { receipt_key: other, qr_code: qrOf(other, 'exemplo.com') }), null],
    [await register(await newCustomer(), { qr_code: qrOf(scanned) }), null],
  ] as const
  for (const [{ purchase_id }, consultation_url] of cases)
    expect(await inQueue(staff, purchase_id)).toMatchObject({ consultation_url })
})

test('when staff request a photo twice concurrently, one request succeeds, the customer sees it, and uploading a photo completes it', async () => {
  const staff = await signedInStaff(club, staffPersonas.validator)
  const browser = await newCustomer()
  const { purchase_id } = await register(browser)
  const request = () => staff.send(requestReceiptPhotoCall, { body: { purchase_id } })
  const responses = await Promise.all([request(), request()])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(responses.find(({ ok }) => !ok)).toMatchObject({ code: 'receipts.photo-already-requested' })
  const own = async () => {
    const list = await browser.send(listReceiptsCall)
    return list.ok ? list.data[0] : undefined
  }
  expect(await own()).toMatchObject({ purchase_id, is_photo_requested: true })
  expect(await inQueue(staff, purchase_id)).toMatchObject({ photo_requested_at: expect.any(String) })
  const { lines } = await searchAudit(club.database.db, {
    action: 'receipts.request-photo',
    cursor: null,
    limit: 5,
  })
  expect(lines.map(({ subject }) => subject)).toEqual([{ kind: 'purchase', id: purchase_id }])

  await sendPhoto(browser, { purchase_id, photo: await jpeg() })
  expect(await own()).toMatchObject({ is_photo_requested: false })
  for (let count = 2; count <= 4; count += 1) await sendPhoto(browser, { purchase_id, photo: await jpeg() })
  expect(await request()).toMatchObject({ status: 409, code: 'receipts.photo-limit-reached' })
})

test('staff cannot request a photo of a decided or unknown receipt', async () => {
  const staff = await signedInStaff(club, staffPersonas.validator)
  const browser = await newCustomer()
  const { purchase_id } = await register(browser)
  await staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  expect(await staff.send(requestReceiptPhotoCall, { body: { purchase_id } })).toMatchObject({
    code: 'receipts.already-decided',
  })
  const list = await browser.send(listReceiptsCall)
  expect(list.ok && list.data[0]?.reason).toBe('Nota não encontrada na consulta da Secretaria da Fazenda.')
  const unknown = { body: { purchase_id: '01a1fdbb-01d2-7c5b-af13-491f5d989bb5' } }
  expect(await staff.send(requestReceiptPhotoCall, unknown)).toMatchObject({ status: 404 })
  expect(await staff.send(listEarlierReceiptsCall, unknown)).toMatchObject({ status: 404 })
})

test('staff can list the earlier receipts of a receipt’s customer, newest first, and reading them is audited', async () => {
  const staff = await signedInStaff(club, staffPersonas.validator)
  const [browser, other] = [await newCustomer(), await newCustomer()]
  await register(other)
  const first = await register(browser)
  await staff.send(rejectReceiptCall, { body: { purchase_id: first.purchase_id, reason: 'cancelled' } })
  const second = await register(browser)
  const third = await register(browser)
  const earlierOf = async (purchase_id: string) => {
    const response = await staff.send(listEarlierReceiptsCall, { body: { purchase_id } })
    return response.ok ? response.data : []
  }
  expect(await earlierOf(first.purchase_id)).toEqual([])
  expect(await earlierOf(third.purchase_id)).toMatchObject([
    { purchase_id: second.purchase_id, state: 'pending_review', reason: null },
    {
      purchase_id: first.purchase_id,
      shop_name,
      amount_cents: 50_000,
      state: 'rejected',
      reason: 'Esta nota foi cancelada pela loja.',
    },
  ])
  const { lines } = await searchAudit(club.database.db, {
    action: 'receipts.list-earlier',
    cursor: null,
    limit: 5,
  })
  expect(new Set(lines.map(({ subject }) => subject?.id))).toEqual(
    new Set([first.purchase_id, third.purchase_id]),
  )
})

describe('a receipt that its customer sent, at the service desk', () => {
  const atDesk = async () => {
    const browser = await newCustomer()
    const { purchase_id, receipt_key, issued_on } = await register(browser)
    const validator = await signedInStaff(club, staffPersonas.validator)
    const attendant = await signedInStaff(club, staffPersonas.attendant)
    const customer_id = (await inQueue(validator, purchase_id))?.customer_id ?? ''
    const typeAtDesk = (amount_cents: number, stated_cents?: number) =>
      attendant.send(registerAtDeskCall, {
        body: {
          customer_id,
          receipt_key,
          issued_on,
          amount_cents,
          replaces: stated_cents === undefined ? undefined : { amount_cents: stated_cents, issued_on },
        },
      })
    return { purchase_id, customer_id, issued_on, validator, typeAtDesk }
  }
  const lastLine = async () => (await searchAudit(club.database.db, { cursor: null, limit: 1 })).lines[0]

  test('at the service desk, a different amount is saved only after the attendant confirms the amount that the customer stated', async () => {
    const { purchase_id, issued_on, validator, typeAtDesk } = await atDesk()
    const differs = { kind: 'differs', amount_cents: 50_000, issued_on, shop_name }
    expect(await typeAtDesk(999_999)).toMatchObject({ data: differs })
    expect(await typeAtDesk(999_999, 49_999)).toMatchObject({ data: differs })
    expect(await inQueue(validator, purchase_id)).toMatchObject({ amount_cents: 50_000, stated: null })
    expect(await typeAtDesk(999_999, 50_000)).toMatchObject({ data: { kind: 'decided' } })
    const stated = { amount_cents: 50_000, issued_on, changed_by: staffPersonas.attendant.name }
    expect(await inQueue(validator, purchase_id)).toMatchObject({ amount_cents: 999_999, stated })
    // A second change does not hide what the customer stated.
    await typeAtDesk(888_888, 999_999)
    expect(await inQueue(validator, purchase_id)).toMatchObject({ amount_cents: 888_888, stated })
  })

  test('the audit line about a receipt at the desk has the customer as its subject and names both amounts, even for a comparison without a change', async () => {
    const { purchase_id, customer_id, typeAtDesk } = await atDesk()
    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: defaultTimeZone }).format(club.now())
    const texts = (verb: string) =>
      `${verb} no balcão a nota fiscal ${purchase_id}, com a nota em mãos: R$ 290,00 em ${day}. O cliente informou R$ 500,00 em ${day}.`
    for (const [verb, replaces] of [
      ['Conferiu', undefined],
      ['Cadastrou', 50_000],
    ] as const) {
      await typeAtDesk(29_000, replaces)
      const line = await lastLine()
      expect(line).toMatchObject({
        action: 'receipts.register',
        subject: { kind: 'customer', id: customer_id },
      })
      expect(line?.sentence.replaceAll('\u00a0', ' ')).toBe(texts(verb))
    }
  })
})

test('a second decision on a receipt is refused with a message that states the first one and who made it', async () => {
  const validator = await signedInStaff(club, staffPersonas.validator)
  const { purchase_id } = await register(await newCustomer())
  const row = await inQueue(validator, purchase_id)
  if (!row) throw new Error('The receipt is not in the queue')
  await validator.send(rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  expect(await validator.send(approveReceiptCall, approvalOf(row))).toMatchObject({
    code: 'receipts.already-decided',
    message: `Esta nota já foi recusada por ${staffPersonas.validator.name}.`,
  })
})

test('the audit lines about a customer include the decisions on their receipts', async () => {
  const validator = await signedInStaff(club, staffPersonas.validator)
  const auditor = await signedInStaff(club, staffPersonas.auditor)
  const document_id = cpfs.pop() ?? ''
  const { purchase_id } = await register(await registerCustomer(club.browser(), document_id))
  await register(await newCustomer())
  await validator.send(rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  const found = await auditor.send(findAuditSubjectCall, { body: { document_id } })
  const subject_id = (found.ok && found.data.customer_id) || ''
  const lines = await auditor.send(searchAuditCall, { query: { subject_id } })
  const about = lines.ok ? lines.data.map(({ action, subject }) => [action, subject?.id]) : []
  expect(about).toContainEqual(['receipts.reject', purchase_id])
  expect(new Set(about.map(([, id]) => id))).toEqual(new Set([purchase_id, subject_id]))
})

test('an appealed receipt shows its rejection, when it was decided and by which staff member', async () => {
  const validator = await signedInStaff(club, staffPersonas.validator)
  const browser = await newCustomer()
  const { purchase_id } = await register(browser)
  await validator.send(rejectReceiptCall, { body: { purchase_id, reason: 'not_found' } })
  expect(await inQueue(validator, purchase_id)).toBeUndefined()
  await browser.send(appealReceiptCall, { body: { purchase_id, message: 'A nota é verdadeira.' } })
  expect(await inQueue(validator, purchase_id)).toMatchObject({
    appeal: 'A nota é verdadeira.',
    appealed: {
      reason: 'Nota não encontrada na consulta da Secretaria da Fazenda.',
      decided_at: expect.any(String),
      decided_by: staffPersonas.validator.name,
    },
  })
})
