import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { listReceiptsCall, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  receiptQueueCall,
  rejectReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { sendPhoto } from '../../testing/receipt-photos.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { searchAudit } from '../audit/index.ts'

const club = useClub()
const [{ cnpj }] = shops
const cpfs = freshCpfs(20, 800_000_000)
let numbers = 0
const dayMs = 24 * 3_600_000

/** A customer with a receipt; above R$ 300,00 it is pending. */
const registerPending = async (amount_cents = 50_000) => {
  const browser = await registerCustomer(club.browser(), cpfs.pop() ?? '')
  const receipt_key = receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) })
  const response = await browser.send(registerReceiptCall, {
    body: { receipt_key, amount_cents, issued_on: clubDayOf(club.now(), defaultTimeZone) },
  })
  if (!response.ok) throw new Error(response.message)
  return { browser, receipt_key, purchase_id: response.data.purchase_id, receipt: response.data }
}
const findInQueue = async (staff: TestBrowser, purchase_id: string) => {
  const queue = await staff.send(receiptQueueCall)
  return queue.ok ? queue.data.find((row) => row.purchase_id === purchase_id) : undefined
}
const viewUrl = async (staff: TestBrowser, body: { purchase_id: string; photo_id: string }) => {
  const response = await staff.send(openReceiptPhotoCall, { body })
  return response.ok ? response.data.url : ''
}
const fetchAs = (browser: TestBrowser, path: string) =>
  fetch(club.url + path, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })

describe('sending a photo', () => {
  test('a pending receipt accepts up to four photos and shows how many were sent', async () => {
    const { browser, purchase_id, receipt } = await registerPending()
    expect(receipt).toMatchObject({ state: 'pending_review', photos: 0, can_add_photo: true })
    const photo = await jpeg()
    expect(await sendPhoto(browser, { purchase_id, photo })).toMatchObject({
      status: 200,
      message: 'Foto recebida.',
      data: { photos: 1, can_add_photo: true },
    })
    for (let more = 2; more <= 4; more += 1) await sendPhoto(browser, { purchase_id, photo })
    const list = await browser.send(listReceiptsCall)
    expect(list.ok && list.data[0]).toMatchObject({ photos: 4, can_add_photo: false })
    expect(await sendPhoto(browser, { purchase_id, photo })).toMatchObject({
      status: 409,
      message: 'Você já enviou 4 fotos desta nota.',
    })
  })

  test('an automatically approved receipt accepts no photo', async () => {
    const { browser, purchase_id, receipt } = await registerPending(1000)
    expect(receipt).toMatchObject({ state: 'auto_approved', can_add_photo: false })
    expect(await sendPhoto(browser, { purchase_id, photo: await jpeg() })).toMatchObject({
      status: 409,
      message: 'Esta nota já foi analisada e não precisa mais de foto.',
    })
  })

  test('a photo for another customer’s or an unknown receipt is refused as not found', async () => {
    const { purchase_id } = await registerPending()
    const { browser } = await registerPending()
    const photo = await jpeg()
    expect(await sendPhoto(browser, { purchase_id, photo })).toMatchObject({
      status: 404,
      message: 'Nota não encontrada.',
    })
    const unknownId = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
    expect(await sendPhoto(browser, { purchase_id: unknownId, photo })).toMatchObject({ status: 404 })
    expect(await sendPhoto(club.browser(), { purchase_id, photo })).toMatchObject({ status: 401 })
  })

  test.each([
    ['an HTML page', Buffer.from('<html>nota</html>'), 'Envie uma foto em formato JPEG.'],
    ['a truncated photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), /^Não conseguimos abrir a foto/],
    ['an empty file', Buffer.alloc(0), 'Este campo não pode estar vazio'],
  ])('a receipt photo is rejected when it is %s', async (_what, photo, message) => {
    const { browser, purchase_id } = await registerPending()
    const response = await sendPhoto(browser, { purchase_id, photo })
    expect(response).toMatchObject({ status: 422, errors: [{ path: 'photo' }] })
    expect(response.ok ? '' : response.errors?.[0]?.message).toMatch(message)
    const list = await browser.send(listReceiptsCall)
    expect(list.ok && list.data[0]?.photos).toBe(0)
  })

  test('a PNG, an invalid receipt id, a form without a photo and a body that is not a form are rejected without a 500', async () => {
    const { browser, purchase_id } = await registerPending()
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect((await sendPhoto(browser, { purchase_id, photo: png })).status).toBe(422)
    expect((await sendPhoto(browser, { purchase_id: 'x', photo: await jpeg() })).status).toBe(422)
    const empty = new FormData()
    empty.append('purchase_id', purchase_id)
    expect((await browser.raw('POST', '/api/marketing/purchase/photo', empty)).status).toBe(422)
    expect((await browser.raw('POST', '/api/marketing/purchase/photo', {})).status).toBe(400)
  })

  test('uploads of receipt photos are limited to forty attempts a day', async () => {
    const { browser, purchase_id } = await registerPending()
    const photo = Buffer.from('not a photo')
    for (let i = 0; i < 40; i += 1)
      expect((await sendPhoto(browser, { purchase_id, photo })).status).toBe(422)
    expect((await sendPhoto(browser, { purchase_id, photo })).status).toBe(429)
  })
})

describe('viewing a photo', () => {
  test('a granted view shows the watermarked receipt photo once, and is audited', async () => {
    const { browser, purchase_id } = await registerPending()
    const sent = await jpeg()
    await sendPhoto(browser, { purchase_id, photo: sent })
    const staff = await signedInStaff(club, staffPersonas.validator)
    const [photo] = (await findInQueue(staff, purchase_id))?.photos ?? []
    expect(photo).toMatchObject({ is_purged: false })
    const body = { purchase_id, photo_id: photo?.id ?? '' }
    const url = await viewUrl(staff, body)
    const picture = await fetchAs(staff, url)
    expect([
      picture.status,
      picture.headers.get('content-type'),
      picture.headers.get('cache-control'),
    ]).toEqual([200, 'image/jpeg', 'no-store'])
    const bytes = Buffer.from(await picture.arrayBuffer())
    // The photo was a single color; anything else is the watermark.
    const { channels } = await sharp(bytes).stats()
    expect(channels[0]?.stdev).toBeGreaterThan(1)
    expect((await fetchAs(staff, url)).status).toBe(404)

    const { lines } = await searchAudit(club.database.db, {
      action: 'receipts.view-photo',
      cursor: null,
      limit: 5,
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      sentence: 'Viu a foto de uma nota fiscal.',
      subject: { kind: 'purchase', id: purchase_id },
    })
  })

  test('a receipt photo cannot be opened with an expired view, by a customer, from another desk or through another receipt', async () => {
    const { browser, purchase_id } = await registerPending()
    await sendPhoto(browser, { purchase_id, photo: await jpeg() })
    const other = await registerPending()
    const staff = await signedInStaff(club, staffPersonas.validator)
    const photo_id = (await findInQueue(staff, purchase_id))?.photos[0]?.id ?? ''
    expect(
      await staff.send(openReceiptPhotoCall, { body: { purchase_id: other.purchase_id, photo_id } }),
    ).toMatchObject({ status: 404, message: 'Esta foto já foi apagada.' })
    const url = await viewUrl(staff, { purchase_id, photo_id })
    expect((await fetchAs(browser, url)).status).toBe(401)
    expect((await fetchAs(await signedInStaff(club, staffPersonas.marketing), url)).status).toBe(403)
    club.advanceSeconds(61)
    expect((await fetchAs(staff, url)).status).toBe(404)
  })

  test('a receipt is approved only by a staff member who has opened all of its photos', async () => {
    const { browser, purchase_id, receipt } = await registerPending()
    const staff = await signedInStaff(club, staffPersonas.validator)
    await sendPhoto(browser, { purchase_id, photo: await jpeg() })
    const approve = () => staff.send(approveReceiptCall, approvalOf(receipt))
    const refused = { status: 409, code: 'receipts.photos-not-viewed' }
    expect(await approve()).toMatchObject(refused)
    const openPhotos = async () => {
      for (const { id } of (await findInQueue(staff, purchase_id))?.photos ?? [])
        await fetchAs(staff, await viewUrl(staff, { purchase_id, photo_id: id }))
    }
    await openPhotos()
    await sendPhoto(browser, { purchase_id, photo: await jpeg() })
    expect(await approve()).toMatchObject(refused)
    await openPhotos()
    expect(await approve()).toMatchObject({ data: { state: 'approved' } })
  })

  test('the decision on a receipt starts the thirty-day retention of its photos', async () => {
    const { browser, purchase_id } = await registerPending()
    await sendPhoto(browser, { purchase_id, photo: await jpeg() })
    const staff = await signedInStaff(club, staffPersonas.validator)
    await staff.send(rejectReceiptCall, { body: { purchase_id, reason: 'unreadable' } })
    const row = await club.database.db
      .selectFrom('photo')
      .select(['purge_after'])
      .where('subject_id', '=', purchase_id)
      .executeTakeFirstOrThrow()
    const days = (row.purge_after.getTime() - club.now().getTime()) / dayMs
    expect(Math.round(days)).toBe(30)
  })
})

describe('finding a receipt by its key', () => {
  test('a decided receipt is found by its key, even if typed with spaces', async () => {
    const { purchase_id, receipt_key, receipt } = await registerPending()
    const staff = await signedInStaff(club, staffPersonas.validator)
    await staff.send(approveReceiptCall, approvalOf(receipt))
    const spaced = receipt_key.replace(/(.{4})/g, '$1 ')
    expect(await staff.send(findReceiptCall, { body: { receipt_key: spaced } })).toMatchObject({
      data: { receipt: { purchase_id, state: 'approved' } },
    })
    const unknownKey = receiptKeyOf({ now: club.now(), cnpj, number: 999_999 })
    expect(await staff.send(findReceiptCall, { body: { receipt_key: unknownKey } })).toMatchObject({
      data: { receipt: null },
    })
    expect(await staff.send(findReceiptCall, { body: { receipt_key: '123' } })).toMatchObject({
      status: 422,
      errors: [{ path: 'receipt_key' }],
    })
  })
})
