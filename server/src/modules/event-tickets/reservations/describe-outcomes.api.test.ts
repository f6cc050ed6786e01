import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listTransactionsCall, reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { afterEach, expect, test } from 'vitest'
import { dataOf, useEventsClub } from '../events-club.testing.ts'

const club = useEventsClub()
afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

type Person = Awaited<ReturnType<typeof club.join>>

const participationsOf = async ({ browser }: Person) => dataOf(await browser.send(listTransactionsCall))
const subject = { title: 'Concerto de Natal, 2 ingressos', starts_at: '2026-12-12T22:00:00.000Z' }

test('the participation of a hold can be continued until the hold expires', async () => {
  const [person, session] = [await club.join(), await club.session()]
  await club.reserve(person, session, 2)
  const unconfirmed = {
    state: 'completed',
    status: 'unconfirmed',
    subject,
    receipts: [],
    can_continue: true,
    note: 'Confirme até 12:15.',
  }
  expect(await participationsOf(person)).toMatchObject([unconfirmed])
  // A second participation gets the same hold.
  await club.reserve(person, session, 1)
  expect(await participationsOf(person)).toMatchObject([unconfirmed, unconfirmed])
  club.clock.advance(900_001)
  const expired = { status: 'expired', can_continue: false }
  expect(await participationsOf(person)).toMatchObject([expired, expired])
})

test('a participation is shown as completed, cancelled by its customer, or reversed by staff', async () => {
  const session = await club.session()
  const ticketHolder = await club.ticketHolder(session, 2)
  const [completed] = await participationsOf(ticketHolder)
  expect(completed).toMatchObject({ status: 'completed', subject, can_continue: false, note: null })

  const reversed = await club.ticketHolder(session, 2)
  const [{ protocol } = { protocol: '' }] = await participationsOf(reversed)
  const reversal = { body: { protocol, reason: 'Pedido no balcão.' } }
  dataOf(await club.staff('bia', 'approver').send(reverseTransactionCall, reversal))
  expect(await participationsOf(reversed)).toMatchObject([{ status: 'reversed', subject, note: null }])

  const { reservation_id, campaign_id } = ticketHolder.reservation
  dataOf(await ticketHolder.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
  expect(await participationsOf(ticketHolder)).toMatchObject([
    { status: 'cancelled', subject, can_continue: false },
  ])
})

test('an open participation cannot be continued while its campaign is paused', async () => {
  const [person, { campaign_id }] = [await club.join(), await club.session()]
  await club.start(person, campaign_id)
  expect(await participationsOf(person)).toMatchObject([
    { status: 'open', subject: null, can_continue: true },
  ])
  const pause = { body: { campaign_id, event: 'pause' as const } }
  dataOf(await club.staff('ana', 'marketing').send(changeCampaignCall, pause))
  expect(await participationsOf(person)).toMatchObject([{ status: 'open', can_continue: false }])
})
