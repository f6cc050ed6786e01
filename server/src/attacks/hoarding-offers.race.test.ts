import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cancelReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { solvedProof } from '../modules/campaigns/campaigns-club.testing.ts'
import { dataOf, useEventsClub } from '../modules/event-tickets/events-club.testing.ts'
import { releaseExpired } from '../modules/event-tickets/release-expired.ts'
import { joinWaitingList } from '../modules/event-tickets/waiting-list/join-waiting-list.ts'

const club = useEventsClub()
let other: Database
beforeAll(() => {
  other = openDatabase(club.database.url, { poolSize: 10 })
})
afterAll(() => other.close())
afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

type Person = Awaited<ReturnType<typeof club.join>>
type EventSessionRef = Awaited<ReturnType<typeof club.session>>
type TicketHolder = Awaited<ReturnType<typeof club.ticketHolder>>

const minuteMs = 60_000
const proofOf = (proof?: string) => (proof === undefined ? {} : { altcha_challenge: proof })

const join = ({ browser }: Person, { session_id }: EventSessionRef, proof?: string, quantity = 4) =>
  browser.raw<{ entry_id: string }>('POST', joinWaitingListCall.path, {
    session_id,
    quantity,
    ...proofOf(proof),
  })
const accept = async (person: Person, session: EventSessionRef, entry_id: string, proof?: string) => {
  const transaction_id = await club.start(person, session.campaign_id)
  return person.browser.raw('POST', acceptOfferCall.path, { transaction_id, entry_id, ...proofOf(proof) })
}
const reserve = async (person: Person, session: EventSessionRef, quantity: number) => {
  const transaction_id = await club.start(person, session.campaign_id)
  const { session_id } = session
  return person.browser.raw<{ reservation_id: string }>('POST', reserveCall.path, {
    transaction_id,
    session_id,
    quantity,
  })
}
const cancel = async (
  { browser }: Pick<Person, 'browser'>,
  { reservation_id }: { reservation_id: string },
  { campaign_id }: EventSessionRef,
) => dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
const returnTickets = (ticketHolder: TicketHolder, session: EventSessionRef) =>
  cancel(ticketHolder, ticketHolder.reservation, session)

/** Has the waiting list offer all places of a session. @returns the entry */
const getOffer = async (hoarder: Person, session: EventSessionRef) => {
  const ticketHolder = await club.ticketHolder(session, 4)
  const entry = dataOf(await join(hoarder, session))
  await returnTickets(ticketHolder, session)
  return entry
}
/** Lets an offer of all places expire by advancing the clock by half an hour. */
const ignoreOffer = async (hoarder: Person, session: EventSessionRef) => {
  await getOffer(hoarder, session)
  club.clock.advance(31 * minuteMs)
  await releaseExpired(club.eventDeps, session.session_id)
}

const captchaRequired = { status: 422, code: 'captcha.required' }
const cooldown = { status: 429, code: 'event-tickets.hold-cooldown' }

test('offers that expire or are declined count like released holds, both when joining a waiting list and when reserving', async () => {
  const session = await club.session({ capacity: 4 })
  const hoarder = await club.join()
  await ignoreOffer(hoarder, session)
  const { entry_id } = await getOffer(hoarder, session)
  dataOf(await hoarder.browser.send(leaveWaitingListCall, { body: { entry_id } }))
  expect(await reserve(hoarder, session, 4)).toMatchObject(cooldown)
  await club.ticketHolder(session, 4)
  expect(await join(hoarder, session, solvedProof)).toMatchObject(cooldown)
  club.clock.advance(2 * minuteMs)
  expect(await join(hoarder, session)).toMatchObject(captchaRequired)
  expect(await join(hoarder, session, solvedProof)).toMatchObject({ status: 200 })
})

test('accepting an offer after released holds requires a captcha and is refused during the cooldown', async () => {
  const session = await club.session({ capacity: 5, limit_per_document: 4 })
  const hoarder = await club.join()
  const ticketHolder = await club.ticketHolder(session, 4)
  const { entry_id } = dataOf(await join(hoarder, session))
  for (let round = 0; round < 2; round += 1)
    await cancel(hoarder, dataOf(await reserve(hoarder, session, 1)), session)
  await returnTickets(ticketHolder, session)
  expect(await accept(hoarder, session, entry_id, solvedProof)).toMatchObject(cooldown)
  club.clock.advance(2 * minuteMs)
  expect(await accept(hoarder, session, entry_id)).toMatchObject(captchaRequired)
  expect(await accept(hoarder, session, entry_id, solvedProof)).toMatchObject({ status: 200 })
})

test('a customer who lets one offer expire can reserve again without a captcha or a cooldown', async () => {
  const session = await club.session({ capacity: 4 })
  const person = await club.join()
  await ignoreOffer(person, session)
  expect(await reserve(person, session, 4)).toMatchObject({ status: 200 })
})

test('offers to a passwordless session cause no cooldown for the customer who signs in with the password', async () => {
  const session = await club.session({ capacity: 4 })
  const owner = await club.join()
  await ignoreOffer(owner, session)
  await ignoreOffer(owner, session)
  await club.database.db
    .updateTable('event_waiting')
    .set({ identified_session_id: randomUUID() })
    .where('session_id', '=', session.session_id)
    .execute()
  expect(await reserve(owner, session, 4)).toMatchObject({ status: 200 })
})

test('concurrent requests over two connection pools count an expired offer that has not been released yet', async () => {
  const otherDeps = { ...club.eventDeps, db: other.db, audit: club.audit, vault: club.vault }
  for (let round = 0; round < 6; round += 1) {
    const session = await club.session({ capacity: 4 })
    const hoarder = await club.join()
    await ignoreOffer(hoarder, session)
    await getOffer(hoarder, session)
    // Nothing has released the second offer yet.
    club.clock.advance(33 * minuteMs)
    const { customer_id } = hoarder
    const { session_id } = session
    const joining = () =>
      joinWaitingList(otherDeps, {
        customer_id,
        identified_session_id: null,
        session_id,
        quantity: 4,
        service_channel: 'site',
        has_proof: false,
      }).catch((error: unknown) => error)
    const responses = await Promise.all([
      reserve(hoarder, session, 4),
      joining(),
      reserve(hoarder, session, 4),
      joining(),
    ])
    const codes = responses.map((response) => (response as { code?: string }).code)
    // The places are available again, so nobody joins the list.
    expect(codes).toEqual([
      'captcha.required',
      'event-tickets.still-available',
      'captcha.required',
      'event-tickets.still-available',
    ])
    club.clock.set('2026-12-10T15:00:00Z')
  }
})
