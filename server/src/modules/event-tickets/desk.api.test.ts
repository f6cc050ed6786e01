import { filePath } from '@clube/contract/kernel/served-file.ts'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingEntriesCall,
  sessionTicketsFile,
  staffReadSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { dataOf, useEventsClub } from './events-club.testing.ts'

const club = useEventsClub()
afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

type EventSessionRef = { session_id: string }

const masked = /^\*\*\*\.\d{3}\.\d{3}-\*\*$/
const ticketsOf = async ({ session_id }: EventSessionRef, text?: string) =>
  dataOf(
    await club.desk().send(listSessionTicketsCall, {
      params: { session_id },
      query: text === undefined ? {} : { text },
    }),
  )
const auditActionsOf = async ({ session_id }: EventSessionRef) => {
  const rows = await club.database.db
    .selectFrom('audit_line')
    .select('action')
    .where('subject_id', '=', session_id)
    .orderBy('position')
    .execute()
  return rows.map(({ action }) => action)
}

describe('the list of tickets', () => {
  test('tickets are found by part of a name, ignoring accents, or by a complete code; wildcards are not supported', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session, 2)
    expect(await ticketsOf(session, 'LUCIA')).toHaveLength(2)
    expect(await ticketsOf(session, 'lúcia p')).toHaveLength(2)
    expect(await ticketsOf(session, 'bia')).toEqual([])
    expect(await ticketsOf(session, '%')).toEqual([])
    const code = reservation.tickets[1]?.short_code ?? ''
    expect((await ticketsOf(session, code.toLowerCase())).map(({ short_code }) => short_code)).toEqual([code])
    expect(await ticketsOf(await club.session(), code)).toEqual([])
  })

  test('the ticket list shows masked documents, and every access is audited', async () => {
    const session = await club.session()
    await club.ticketHolder(session)
    const [ticket] = await ticketsOf(session)
    expect(ticket?.document).toMatch(masked)
    await ticketsOf(session, 'ana')
    expect(await auditActionsOf(session)).toEqual([
      'event-tickets.create-session',
      'event-tickets.list-tickets',
      'event-tickets.list-tickets',
    ])
  })
})

test('the desk’s reservation list is filtered by effective state', async () => {
  const session = await club.session()
  await club.ticketHolder(session)
  await club.reserve(await club.join(), session, 3)
  const read = async (state?: string) =>
    dataOf(
      await club.desk().send(listSessionReservationsCall, {
        params: { session_id: session.session_id },
        query: state === undefined ? {} : { state },
      }),
    ).map(({ state, quantity, document }) => ({ state, quantity, isMasked: masked.test(document) }))
  expect(await read()).toEqual([
    { state: 'held', quantity: 3, isMasked: true },
    { state: 'confirmed', quantity: 1, isMasked: true },
  ])
  expect(await read('expired')).toEqual([])
  expect(await read('held')).toMatchObject([{ state: 'held' }])
  expect(await read('confirmed')).toMatchObject([{ state: 'confirmed' }])
  expect(await read('cancelled')).toEqual([])
  club.clock.set('2026-12-10T15:15:01Z')
  expect(await read('held')).toEqual([])
  expect(await read('expired')).toEqual([{ state: 'expired', quantity: 3, isMasked: true }])
  expect(await auditActionsOf(session)).toContain('event-tickets.list-reservations')
})

test('the desk’s waiting list shows first names and masked documents', async () => {
  const session = await club.session({ capacity: 1 })
  await club.ticketHolder(session)
  const { session_id } = session
  const { browser, customer_id } = await club.join()
  dataOf(await browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } }))
  expect(dataOf(await club.desk().send(listSessionWaitingEntriesCall, { params: { session_id } }))).toEqual([
    expect.objectContaining({
      customer_id,
      customer_name: 'Ana',
      document: expect.stringMatching(masked) as string,
      state: 'waiting',
    }),
  ])
})

test('an event session shows the counters of its gates', async () => {
  const session = await club.session()
  const { reservation } = await club.ticketHolder(session, 2)
  const code = reservation.tickets[0]?.qr_code ?? ''
  club.clock.set('2026-12-12T22:00:00Z')
  await club.scan(session, code)
  await club.scan(session, code)
  const params = { session_id: session.session_id }
  expect(dataOf(await club.desk().send(staffReadSessionCall, { params })).gates).toEqual([
    { gate: 'Entrada B', admitted: 1, refused: 1, overridden: 0, at_the_door: 0, double_entries: 0 },
  ])
})

test('staff share the counts of an event session for a second, unless a staff action changes them', async () => {
  const session = await club.session()
  const read = async () =>
    dataOf(await club.desk().send(staffReadSessionCall, { params: { session_id: session.session_id } }))
  const { reservation } = await club.ticketHolder(session, 2)
  expect((await read()).people.holding).toBe(1)
  await club.ticketHolder(session)
  expect(await read()).toMatchObject({ people: { holding: 1 }, numbers: { sold: 3 } })
  club.clock.advance(1_000)
  expect((await read()).people.holding).toBe(2)
  club.clock.set('2026-12-12T22:00:00Z')
  for (const [scanned, { qr_code }] of reservation.tickets.entries()) {
    const before = await read()
    expect([before.numbers.admitted, before.gates[0]?.admitted ?? 0]).toEqual([scanned, scanned])
    await club.scan(session, qr_code)
  }
  expect(await read()).toMatchObject({ numbers: { admitted: 2 }, gates: [{ admitted: 2 }] })
})

describe('the ticket file', () => {
  const download = async (session_id: string, cookie: string) => {
    const response = await fetch(club.url() + filePath(sessionTicketsFile, { session_id }), {
      headers: { cookie },
    })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const marketing = 'staff=bruno.marketing'

  test('the ticket file lists every ticket without codes, and its download is audited', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session, 2)
    const { status, type, text } = await download(session.session_id, marketing)
    expect({ status, type }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
    expect(text.split('\r\n')).toEqual([
      expect.stringContaining('Participante;Reservado por;Situação;Entrada;Portaria'),
      expect.stringMatching(/^Ana Lúcia Pereira;\*\*\*\.\d{3}\.\d{3}-\*\*;Válido;;$/),
      expect.stringMatching(/^Ana Lúcia Pereira;/),
      '',
    ])
    for (const { short_code, qr_code } of reservation.tickets) {
      expect(text).not.toContain(short_code)
      expect(text).not.toContain(qr_code)
    }
    expect(await auditActionsOf(session)).toContain('event-tickets.download-tickets')
  })

  test('the ticket file requires the permission and an existing event session', async () => {
    const { session_id } = await club.session()
    expect((await download(session_id, '')).status).toBe(401)
    expect((await download(session_id, 'staff=edu.gate_steward')).status).toBe(403)
    expect((await download('x', marketing)).status).toBe(404)
    expect((await download(session_id.replace(/^.{8}/, '00000000'), marketing)).status).toBe(404)
    expect((await download(session_id, marketing)).status).toBe(200)
  })
})

test('campaigns with a session open for reservations are listed before those without one', async () => {
  const { id: empty } = await club.campaign()
  const { campaign_id: upcoming } = await club.session({ sales_from: '2026-12-11T15:00:00Z' })
  const { campaign_id: open } = await club.session()
  const listed = async () =>
    dataOf(await club.visitor().send(listCampaignsCall))
      .map(({ campaign_id }) => campaign_id)
      .filter((id) => [empty, upcoming, open].includes(id))
  expect(await listed()).toEqual([open, empty, upcoming])
  club.clock.set('2026-12-11T15:00:00Z')
  expect(await listed()).toEqual([upcoming, open, empty])
})
