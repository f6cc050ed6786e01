import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { listReceiptsCall, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import {
  listEarlierReceiptsCall,
  receiptQueueCall,
  rejectReceiptCall,
  requestReceiptPhotoCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { sendPhoto } from '../../testing/receipt-photos.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { searchAudit } from '../audit/index.ts'

const club = useClub()
const [{ cnpj, name: shop_name }] = shops
const cpfs = freshCpfs(20, 820_000_000)
let numbers = 500

const person = () => registerCustomer(club, cpfs.pop() ?? '')
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

test('the consultation URL of a QR code is stored only if it is one of a tax authority about the same receipt', async () => {
  const staff = await signedInStaff(club, staffPersonas.validator)
  const browser = await person()
  const [scanned, typed, other] = [newKey(), newKey(), newKey()]
  const qrOf = (key: string, host = 'www.nfce.fazenda.sp.gov.br') =>
    `https://${host}/qrcode?p=${key}|2|1|1|ABC123`
  const cases = [
    [await register(browser, { receipt_key: scanned, qr_code: qrOf(scanned) }), qrOf(scanned)],
    [await register(browser, { receipt_key: typed }), null],
    [await register(browser, { receipt_key: other, qr_code: qrOf(other, 'exemplo.com') }), null],
  ] as const
  for (const [{ purchase_id }, consultation_url] of cases)
    expect(await inQueue(staff, purchase_id)).toMatchObject({ consultation_url })
})

test('when staff request a photo twice concurrently, one request succeeds, the customer sees it, and uploading a photo completes it', async () => {
  const staff = await signedInStaff(club, staffPersonas.validator)
  const browser = await person()
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
  const browser = await person()
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
  const [browser, other] = [await person(), await person()]
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
