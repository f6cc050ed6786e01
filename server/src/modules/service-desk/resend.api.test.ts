import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { resendMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { createEvent, createParticipants } from '../event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../event-tickets/events-club.testing.ts'

const club = useClub()
let attendant: TestBrowser
beforeAll(async () => {
  attendant = await signedInStaff(club, staffPersonas.attendant)
})

/** A customer with a confirmed reservation. */
const holder = async ({ is_verified }: { is_verified: boolean }) => {
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
  return { browser, customer_id, transaction_id, reservation_id, campaign_id: event.campaign_id }
}
const resend = (transaction_id: string) => attendant.send(resendMessageCall, { body: { transaction_id } })
const confirmationsTo = async (customer_id: string): Promise<number> => {
  const sent = club.database.db.selectFrom('message').select('id').where('customer_id', '=', customer_id)
  return (await sent.where('template', '=', 'reservation-confirmed').execute()).length
}

test('tickets are resent to a confirmed address, at most three times a day', async () => {
  const { customer_id, transaction_id } = await holder({ is_verified: true })
  expect(await confirmationsTo(customer_id)).toBe(1)
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
  const { customer_id, transaction_id } = await holder({ is_verified: false })
  const before = await confirmationsTo(customer_id)
  expect(await resend(transaction_id)).toMatchObject({
    status: 409,
    code: 'service-desk.email-unconfirmed',
  })
  expect(await confirmationsTo(customer_id)).toBe(before)
})

test('cancelled tickets and unknown participations have no message to resend', async () => {
  const { browser, transaction_id, reservation_id, campaign_id } = await holder({ is_verified: true })
  dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
  expect(await resend(transaction_id)).toMatchObject({
    status: 409,
    code: 'service-desk.nothing-to-resend',
  })
  expect(await resend(randomUUID())).toMatchObject({ status: 404 })
})
