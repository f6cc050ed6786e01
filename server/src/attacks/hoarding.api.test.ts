import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cancelReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { solvedProof } from '../modules/campaigns/campaigns-club.testing.ts'
import { dataOf, useEventsClub } from '../modules/event-tickets/events-club.testing.ts'

const club = useEventsClub()
type Person = Awaited<ReturnType<typeof club.join>>
type EventSessionRef = Awaited<ReturnType<typeof club.session>>

const minuteMs = 60_000

/** Requests places in a new participation, with or without a captcha proof. */
const reserve = async (person: Person, session: EventSessionRef, proof?: string) => {
  const transaction_id = await club.start(person, session.campaign_id)
  const { session_id } = session
  return person.browser.raw<{ reservation_id: string }>('POST', reserveCall.path, {
    transaction_id,
    session_id,
    quantity: 4,
    ...(proof === undefined ? {} : { altcha_challenge: proof }),
  })
}
const cancel = async (person: Person, session: EventSessionRef, reservation_id: string) => {
  const { campaign_id } = session
  dataOf(await person.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
}

test('repeatedly holding and cancelling places requires a captcha, then cooldowns, and is then refused for the day', async () => {
  const session = await club.session({ capacity: 10 })
  const hoarder = await club.join()
  for (let round = 0; round < 2; round += 1)
    await cancel(hoarder, session, dataOf(await reserve(hoarder, session)).reservation_id)

  club.clock.advance(2 * minuteMs)
  expect(await reserve(hoarder, session)).toMatchObject({ status: 422, code: 'captcha.required' })
  expect(await reserve(hoarder, session, 'forged')).toMatchObject({ status: 422, code: 'captcha.required' })
  await cancel(hoarder, session, dataOf(await reserve(hoarder, session, solvedProof)).reservation_id)

  for (const cooldownMinutes of [10, 60]) {
    club.clock.advance((cooldownMinutes - 1) * minuteMs)
    expect(await reserve(hoarder, session, solvedProof)).toMatchObject({
      status: 429,
      code: 'event-tickets.hold-cooldown',
      message: expect.stringContaining('Aguarde 1 minuto '),
    })
    club.clock.advance(minuteMs)
    await cancel(hoarder, session, dataOf(await reserve(hoarder, session, solvedProof)).reservation_id)
  }
  club.clock.advance(20 * 60 * minuteMs)
  expect(await reserve(hoarder, session, solvedProof)).toMatchObject({ status: 429 })
  club.clock.advance(4 * 60 * minuteMs)
  expect(await reserve(hoarder, session, solvedProof)).toMatchObject({ status: 200 })
})

test('expired holds count like cancelled ones, and their places become available to others', async () => {
  const session = await club.session({ capacity: 4 })
  const [hoarder, other] = [await club.join(), await club.join()]
  for (let round = 0; round < 2; round += 1) {
    dataOf(await reserve(hoarder, session))
    club.clock.advance(901_000 + 2 * minuteMs)
  }
  dataOf(await reserve(other, session))
  await cancel(other, session, dataOf(await reserve(other, session)).reservation_id)
  expect(await reserve(hoarder, session)).toMatchObject({ status: 422, code: 'captcha.required' })
})

test('after cancelling one hold a customer can reserve again without a captcha or a cooldown', async () => {
  const session = await club.session()
  const person = await club.join()
  await cancel(person, session, dataOf(await reserve(person, session)).reservation_id)
  expect(await reserve(person, session)).toMatchObject({ status: 200 })
})

test('holds of a passwordless session cause no cooldown for the customer who signs in with the password', async () => {
  const session = await club.session()
  const owner = await club.join()
  for (let round = 0; round < 3; round += 1) {
    dataOf(await reserve(owner, session, solvedProof))
    club.clock.advance(901_000 + 10 * minuteMs)
  }
  await club.database.db
    .updateTable('event_reservation')
    .set({ identified_session_id: randomUUID() })
    .where('session_id', '=', session.session_id)
    .execute()
  expect(await reserve(owner, session)).toMatchObject({ status: 200 })
})
