import {
  changeCampaignCall,
  createCampaignCall,
  staffListCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { readResultsCall, resultsFile } from '@clube/contract/campaigns/results-calls.ts'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { createSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { expect, test } from 'vitest'
import { planOf } from '../campaigns/campaigns-club.testing.ts'
import { dataOf, useEventsClub } from './events-club.testing.ts'

const club = useEventsClub()

const results = async (campaign_id: string) =>
  dataOf(await club.desk().send(readResultsCall, { query: { campaign_id } }))

test('the results of an event promotion count participations, tickets, admissions, no-shows and waiting lists', async () => {
  const session = await club.session({ capacity: 4 })
  const { campaign_id, session_id } = session
  const admitted = await club.ticketHolder(session)
  await club.ticketHolder(session, 2)
  const cancelling = await club.ticketHolder(session)
  const { reservation_id, tickets } = cancelling.reservation
  expect(tickets).toHaveLength(1)
  const waiting = await club.join()
  const joined = await waiting.browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } })
  expect(joined.status).toBe(200)
  const cancelled = await cancelling.browser.send(cancelReservationCall, {
    body: { reservation_id, campaign_id },
  })
  expect(cancelled.status).toBe(200)
  // This participation was only started and holds no places.
  await club.start(await club.join(), campaign_id)

  const before = await results(campaign_id)
  expect(before).toMatchObject({
    participants: 4,
    steps: [
      { title: 'Participações iniciadas', count: 4 },
      { title: 'Com lugares reservados', count: 3 },
      { title: 'Participações concluídas', count: 2 },
    ],
    states: [
      { state: 'open', count: 1 },
      { state: 'completed', count: 2 },
      { state: 'cancelled', count: 1 },
    ],
    days: [{ day: '2026-12-10', opened: 4, completed: 2 }],
    given: { title: 'Lugares ocupados', given: 3, total: 4 },
  })
  const readSessionCounts = async () => (await results(campaign_id)).tables[0]?.rows[0]?.values
  // Places, taken, offered, waiting, cancelled, used, no-shows.
  expect(await readSessionCounts()).toEqual([4, 3, 1, 0, 1, 0, null])
  club.clock.set('2026-12-12T22:05:00Z')
  const [ticket] = admitted.reservation.tickets
  await club.scan(session, ticket?.qr_code ?? '')
  expect((await readSessionCounts())?.slice(-2)).toEqual([1, 2])
  club.clock.set('2026-12-10T15:00:00Z')
})

test('a held reservation counts as a completed participation only once it is confirmed, and never after its session has been cancelled', async () => {
  const session = await club.session({ capacity: 4 })
  const { campaign_id } = session
  const states = async () => (await results(campaign_id)).states
  await club.ticketHolder(session)
  await club.reserve(await club.join(), session, 1)
  expect(await states()).toEqual([
    { state: 'open', count: 1 },
    { state: 'completed', count: 1 },
  ])
  club.clock.advance(15 * 60_000 + 1)
  expect(await states()).toEqual([
    { state: 'completed', count: 1 },
    { state: 'expired', count: 1 },
  ])
  await club.database.db
    .updateTable('event_session')
    .set({ cancelled_at: club.clock.now(), cancel_reason: 'Chuva', is_closed: true })
    .where('id', '=', session.session_id)
    .execute()
  // Customers see an unconfirmed reservation of a cancelled session as cancelled, too.
  expect(await states()).toEqual([{ state: 'cancelled', count: 2 }])
})

test('only marketing staff can download the results of a promotion, which contain no names', async () => {
  const session = await club.session()
  await club.ticketHolder(session)
  const { campaign_id } = session
  const url = `${club.url()}${filePath(resultsFile, { campaign_id })}`
  const download = (role: string) => fetch(url, { headers: { cookie: `staff=bruno.${role}` } })
  const response = await download('marketing')
  expect(response.headers.get('content-disposition')).toContain('resultados.csv')
  const text = await response.text()
  expect(text).toContain('Participações concluídas;1')
  expect(text).not.toContain('Pereira')
  expect((await download('gate_steward')).status).toBe(403)
  const unknown = { query: { campaign_id: '018f2b7c-7e1a-4b3c-9d00-000000000001' } }
  expect(await club.desk().send(readResultsCall, unknown)).toMatchObject({
    status: 404,
    code: 'campaigns.unknown',
  })
})

test('the results of an event promotion state what happens to tickets and waiting lists when it is paused or ended', async () => {
  const session = await club.session({ capacity: 2 })
  const { campaign_id, session_id } = session
  expect((await results(campaign_id)).interruption).toEqual({ pause: [], end: [] })
  await club.ticketHolder(session, 2)
  const waiting = await club.join()
  await waiting.browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } })
  const tickets =
    '1 pessoa tem ingresso para sessões que ainda não começaram: os ingressos continuam valendo na portaria.'
  expect((await results(campaign_id)).interruption).toEqual({
    pause: [tickets, '1 pessoa está na lista de espera: os lugares na lista são mantidos.'],
    end: [tickets, '1 pessoa está na lista de espera: a lista termina, e cada pessoa é avisada.'],
  })
})

test('the people counted on the waiting list include those with a live offer, but not those whose offer has expired', async () => {
  const session = await club.session({ capacity: 2 })
  const { campaign_id, session_id } = session
  const { browser, reservation } = await club.ticketHolder(session, 2)
  const waiting = [await club.join(), await club.join(), await club.join()]
  for (const person of waiting)
    dataOf(await person.browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } }))
  const { reservation_id } = reservation
  dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
  const endOf = async () => (await results(campaign_id)).interruption.end
  expect(await endOf()).toEqual([
    '3 pessoas estão na lista de espera: a lista termina, e cada pessoa é avisada.',
  ])
  const pause = { body: { campaign_id, event: 'pause' as const } }
  club.clock.advance(60_000)
  dataOf(await club.desk().send(changeCampaignCall, pause))
  club.clock.advance(3_600_000)
  expect(await endOf(), 'offers do not expire while the promotion is paused').toEqual([
    '3 pessoas estão na lista de espera: a lista termina, e cada pessoa é avisada.',
  ])
  await club.database.db
    .updateTable('campaign')
    .set({ state: 'active', paused_at: null })
    .where('id', '=', campaign_id)
    .execute()
  expect(await endOf()).toEqual([
    '1 pessoa está na lista de espera: a lista termina, e cada pessoa é avisada.',
  ])
  club.clock.set('2026-12-10T15:00:00Z')
})

test('an unapproved event promotion without sessions has a warning', async () => {
  const { starts_at, ends_at, ...plan } = planOf()
  const dates = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), redeem_until: null }
  const body = { slug: 'sem-sessoes', kind: 'event_tickets' as const, ...plan, ...dates }
  const { campaign_id, warnings } = dataOf(await club.desk().send(createCampaignCall, { body }))
  expect(warnings).toEqual([expect.stringMatching(/^Nenhuma sessão ainda/)])
  const session = { body: { campaign_id, ...club.planOf() } }
  expect((await club.desk().send(createSessionCall, session)).status).toBe(200)
  const listed = dataOf(await club.desk().send(staffListCampaignsCall))
  expect(listed.find((each) => each.campaign_id === campaign_id)?.warnings).toEqual([])
})
