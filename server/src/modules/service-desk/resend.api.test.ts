import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { listTransactionsCall, reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  readReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { cancelSessionCall, staffReadSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { noticeTopics } from '@clube/contract/identity/notice-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { approveReceiptCall, reverseReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { resendMessageCall, resendReceiptMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { makeJobsDue } from '../../testing/jobs.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { createEvent, createParticipants } from '../event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../event-tickets/events-club.testing.ts'

const club = useClub()
let attendant: TestBrowser
beforeAll(async () => {
  attendant = await signedInStaff(club, staffPersonas.attendant)
})

/** A customer with a confirmed reservation. */
const createHolder = async ({ is_verified }: { is_verified: boolean }) => {
  const { db } = club.database
  const now = club.now()
  const event = await createEvent(db, { capacity: 10, now })
  const [person] = await createParticipants(db, { campaign_id: event.campaign_id, people: 1, now })
  if (!person) throw new Error('The customer was not created')
  const { customer_id, transaction_id } = person
  const contact = {
    email: `ana.${randomUUID()}@exemplo.com.br`,
    email_verified_at: is_verified ? now : null,
  }
  await db.updateTable('customer').set(contact).where('id', '=', customer_id).execute()
  const browser = club.browser()
  browser.cookies.set('sid', person.token)
  const reserved = { transaction_id, session_id: event.session_id, quantity: 1 }
  const { reservation_id } = dataOf(await browser.send(reserveCall, { body: reserved }))
  const terms = await browser.send(readConsentDocumentCall, { params: { kind: 'event_terms' } })
  const confirmation = {
    reservation_id,
    participants: [{ name: 'Ana Lúcia' }],
    accepted_terms: 'yes' as const,
    ...(terms.ok ? { terms_version: terms.data.version } : {}),
  }
  dataOf(await browser.send(confirmReservationCall, { body: confirmation }))
  await vi.waitFor(
    async () => {
      await makeJobsDue(club.database)
      expect(await confirmationsTo(customer_id)).toBe(1)
    },
    { timeout: 20_000 },
  )
  return { browser, customer_id, transaction_id, reservation_id, ...event }
}
const resend = (transaction_id: string) => attendant.send(resendMessageCall, { body: { transaction_id } })
const resendReceipt = (purchase_id: string) =>
  attendant.send(resendReceiptMessageCall, { body: { purchase_id } })
const messagesTo = async (customer_id: string, template: string): Promise<number> => {
  const sent = club.database.db.selectFrom('message').select('id').where('customer_id', '=', customer_id)
  return (await sent.where('template', '=', template).execute()).length
}
/** Confirms a cellphone and chooses text messages about every topic. */
const chooseTextMessages = async (customer_id: string): Promise<void> => {
  const { db } = club.database
  const chosen_at = club.now()
  const cellphone = `119${String(randomInt(10_000_000, 99_999_999))}`
  const contact = { cellphone, cellphone_verified_at: chosen_at }
  await db.updateTable('customer').set(contact).where('id', '=', customer_id).execute()
  const choices = noticeTopics.map((topic) => ({ customer_id, topic, channel: 'sms' as const, chosen_at }))
  await db
    .insertInto('notice_choice')
    .values(choices.map((choice) => ({ ...choice, is_wanted: true })))
    .execute()
}
const confirmationsTo = (customer_id: string) => messagesTo(customer_id, 'reservation-confirmed')
const nothingToResend = { status: 409, code: 'service-desk.nothing-to-resend' }

test('tickets are resent at most three times a day, to a confirmed address and not as a text message', async () => {
  const { customer_id, transaction_id } = await createHolder({ is_verified: true })
  await chooseTextMessages(customer_id)
  for (let count = 2; count <= 4; count += 1) {
    expect(await resend(transaction_id)).toMatchObject({ status: 200 })
    expect(await confirmationsTo(customer_id)).toBe(count)
  }
  expect(await resend(transaction_id)).toMatchObject({ status: 429, code: 'service-desk.resend-limit' })
  expect(await confirmationsTo(customer_id)).toBe(4)
  const line = club.database.db.selectFrom('audit_line').select(['action', 'subject_id'])
  expect(await line.orderBy('position', 'desc').limit(1).execute()).toEqual([
    { action: 'customers.resend', subject_id: customer_id },
  ])
})

test('tickets are not resent to an address that the customer has not confirmed', async () => {
  const { customer_id, transaction_id } = await createHolder({ is_verified: false })
  const before = await confirmationsTo(customer_id)
  expect(await resend(transaction_id)).toMatchObject({
    status: 409,
    code: 'service-desk.email-unconfirmed',
  })
  expect(await confirmationsTo(customer_id)).toBe(before)
})

test('cancelled tickets and unknown participations have no message to resend', async () => {
  const { browser, transaction_id, reservation_id, campaign_id } = await createHolder({ is_verified: true })
  dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
  expect(await resend(transaction_id)).toMatchObject(nothingToResend)
  expect(await resend(randomUUID())).toMatchObject({ status: 404 })
})

test('the message about a cancelled session can be resent to a customer whose reservation was cancelled with it', async () => {
  const { customer_id, transaction_id, session_id } = await createHolder({ is_verified: true })
  const marketing = await signedInStaff(club, staffPersonas.marketing)
  const { revision } = dataOf(await marketing.send(staffReadSessionCall, { params: { session_id } }))
  const cancellation = { session_id, reason: 'Chuva forte.', revision, people: 1 }
  dataOf(await marketing.send(cancelSessionCall, { body: cancellation }))
  await vi.waitFor(async () => expect(await messagesTo(customer_id, 'session-cancelled')).toBe(1), {
    timeout: 20_000,
  })
  await chooseTextMessages(customer_id)
  expect(await resend(transaction_id)).toMatchObject({ status: 200 })
  expect(await messagesTo(customer_id, 'session-cancelled')).toBe(2)
})

test('the message about a participation that staff reversed can be resent', async () => {
  const { browser, customer_id, transaction_id } = await createHolder({ is_verified: true })
  const [participation] = dataOf(await browser.send(listTransactionsCall))
  const approver = await signedInStaff(club, staffPersonas.approver)
  const body = { protocol: participation?.protocol ?? '', reason: 'Pedido feito no balcão.' }
  dataOf(await approver.send(reverseTransactionCall, { body }))
  await chooseTextMessages(customer_id)
  expect(await resend(transaction_id)).toMatchObject({ status: 200 })
  expect(await messagesTo(customer_id, 'participation-reversed')).toBe(2)
})

test('the message about an approved receipt can be resent within the same limit as tickets; the one about its reversal cannot', async () => {
  const { browser, customer_id, transaction_id } = await createHolder({ is_verified: true })
  const receipt = {
    receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[0].cnpj, number: 1, series: 78 }),
    amount_cents: 12_350,
    issued_on: clubDayOf(club.now(), defaultTimeZone),
  }
  const { purchase_id } = dataOf(await browser.send(registerReceiptCall, { body: receipt }))
  expect(await resendReceipt(purchase_id)).toMatchObject(nothingToResend)
  const validator = await signedInStaff(club, staffPersonas.validator)
  dataOf(await validator.send(approveReceiptCall, approvalOf({ purchase_id, ...receipt })))
  await chooseTextMessages(customer_id)
  for (let count = 2; count <= 3; count += 1) {
    expect(await resendReceipt(purchase_id)).toMatchObject({ status: 200 })
    expect(await messagesTo(customer_id, 'receipt-approved')).toBe(count)
  }
  const reversal = { purchase_id, reason: 'A loja cancelou a nota.' }
  dataOf(await validator.send(reverseReceiptCall, { body: reversal }))
  const sent = await messagesTo(customer_id, 'receipt-reversed')
  expect(await resendReceipt(purchase_id)).toMatchObject(nothingToResend)
  expect(await messagesTo(customer_id, 'receipt-reversed')).toBe(sent)
  expect(await resend(transaction_id)).toMatchObject({ status: 200 })
  expect(await resend(transaction_id)).toMatchObject({ status: 429, code: 'service-desk.resend-limit' })
  expect(await resendReceipt(randomUUID())).toMatchObject({ status: 404 })
})

test('the customer’s page shows only the end of each ticket’s code', async () => {
  const { browser, customer_id, reservation_id, campaign_id } = await createHolder({ is_verified: true })
  const vouchers = async () =>
    dataOf(await attendant.send(readHistoryCall, { body: { customer_id } })).vouchers
  const { tickets } = dataOf(await browser.send(readReservationCall, { params: { reservation_id } }))
  const code = tickets[0]?.short_code ?? ''
  expect(await vouchers()).toEqual([
    expect.objectContaining({
      campaign_title: 'Natal no Ipê',
      holder_name: 'Ana Lúcia',
      code_end: code.slice(-4),
      state: 'Válido',
      used_at: null,
    }),
  ])
  expect(JSON.stringify(await vouchers())).not.toContain(code.slice(0, 4))
  dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
  expect(await vouchers()).toMatchObject([{ state: 'Cancelado' }])
})
