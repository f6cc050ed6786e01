import { createHash, pbkdf2Sync, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import {
  doorEntryCall,
  gateCountersCall,
  listGateSessionsCall,
  listScansCall,
  offlineListCall,
  overrideScanCall,
  releaseNoShowsCall,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import {
  createSessionCall,
  listSessionReservationsCall,
  listSessionTicketsCall,
  removeSessionCall,
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { dataOf, findCounterMismatches, useEventsClub } from '../events-club.testing.ts'

const club = useEventsClub()
const evening = '2026-12-12T22:42:00.000Z'
afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

const attempt = (session: { session_id: string }, gate = 'Entrada B') => ({
  session_id: session.session_id,
  gate,
  scanned_at: club.clock.now().toISOString(),
  client_scan_id: randomUUID(),
})

describe('a scan', () => {
  test('a ticket is admitted once by either of its codes, and later scans return the time and gate of the admission', async () => {
    const session = await club.session()
    const { reservation } = await club.buyer(session, 2)
    const [one, other] = reservation.tickets
    club.clock.set(evening)
    expect(await club.scan(session, one?.qr_code ?? '', 'Entrada B')).toEqual({
      result: 'admitted',
      used_at: evening,
      used_gate: 'Entrada B',
      participant_name: 'Ana',
      other_session: null,
      repeated: false,
    })
    club.clock.advance(60_000)
    for (const code of [one?.qr_code, one?.short_code.toLowerCase()])
      expect(await club.scan(session, code ?? '', 'Entrada A')).toMatchObject({
        result: 'already_used',
        used_at: evening,
        used_gate: 'Entrada B',
      })
    expect(await club.scan(session, other?.short_code ?? '', 'Entrada A')).toMatchObject({
      result: 'admitted',
    })
    const params = { session_id: session.session_id }
    expect(dataOf(await club.gate().send(gateCountersCall, { params }))).toEqual([
      { gate: 'Entrada A', admitted: 1, refused: 2, overridden: 0, at_the_door: 0 },
      { gate: 'Entrada B', admitted: 1, refused: 0, overridden: 0, at_the_door: 0 },
    ])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('tickets of other sessions, cancelled tickets and unknown codes are refused, and every scan is recorded', async () => {
    const [session, other] = [await club.session(), await club.session({ title: 'Coral infantil' })]
    const elsewhere = await club.buyer(other)
    const { browser, reservation } = await club.buyer(session)
    const { reservation_id, campaign_id } = reservation
    dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    expect(await club.scan(session, elsewhere.reservation.tickets[0]?.qr_code ?? '')).toMatchObject({
      result: 'wrong_session',
      other_session: { title: 'Coral infantil' },
    })
    expect(await club.scan(session, reservation.tickets[0]?.qr_code ?? '')).toMatchObject({
      result: 'cancelled',
    })
    expect(await club.scan(session, 'https://exemplo.com.br')).toMatchObject({ result: 'unknown' })
    expect(await club.scan(session, 'K7QM-2XPD-9FHT')).toMatchObject({ result: 'unknown' })
    const params = { session_id: session.session_id }
    expect(
      dataOf(await club.supervisor().send(listScansCall, { params })).map(({ result }) => result),
    ).toEqual(['unknown', 'unknown', 'cancelled', 'wrong_session'])
  })

  test('a queued scan that is sent again admits the ticket once and returns the first response', async () => {
    const session = await club.session()
    const { reservation } = await club.buyer(session)
    const ticket_code = reservation.tickets[0]?.qr_code ?? ''
    const body = { ...attempt(session), ticket_code, scanned_at: '2026-12-10T14:30:00.000Z' }
    const send = async () => dataOf(await club.gate().send(scanTicketCall, { body }))
    const first = await send()
    expect(first).toMatchObject({ result: 'admitted', used_at: '2026-12-10T14:30:00.000Z', repeated: false })
    expect(await send()).toEqual({ ...first, repeated: true })
    const params = { session_id: session.session_id }
    expect(dataOf(await club.supervisor().send(listScansCall, { params }))).toHaveLength(1)
  })

  test('a scan with a future time is recorded at the current time', async () => {
    const session = await club.session()
    const { reservation } = await club.buyer(session)
    const ahead = new Date('2026-12-24T00:00:00Z')
    expect(await club.scan(session, reservation.tickets[0]?.qr_code ?? '', 'Entrada B', ahead)).toMatchObject(
      { used_at: '2026-12-10T15:00:00.000Z' },
    )
  })
})

describe('a gate without a network', () => {
  test('the offline list of a gate contains hashes of session and codes, and no names', async () => {
    const session = await club.session()
    const { reservation } = await club.buyer(session)
    club.clock.set(evening)
    const [ticket] = reservation.tickets
    const { session_id } = session
    const list = dataOf(await club.gate().send(offlineListCall, { params: { session_id } }))
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const short_code = ticket?.short_code.replaceAll('-', '') ?? ''
    const salt = Buffer.from(list.short_salt, 'hex')
    expect(list.tickets).toEqual([
      {
        code_hash: sha(`${session_id}:${ticket?.qr_code}`),
        short_hash: pbkdf2Sync(short_code, salt, 20_000, 32, 'sha256').toString('hex'),
        state: 'valid',
        used_at: null,
        used_gate: null,
      },
    ])
  })

  test('missing hashes of an offline list are computed and stored once', async () => {
    const session = await club.session()
    await club.buyer(session, 2)
    club.clock.set(evening)
    const { session_id } = session
    const read = async () => dataOf(await club.gate().send(offlineListCall, { params: { session_id } }))
    const stored = () =>
      club.database.db
        .selectFrom('event_ticket')
        .select('short_offline_hash')
        .where('session_id', '=', session_id)
        .orderBy('id')
        .execute()
    const [list, hashes] = [await read(), await stored()]
    expect(hashes.map(({ short_offline_hash: hash }) => hash?.toString('hex'))).toEqual(
      list.tickets.map(({ short_hash }) => short_hash),
    )
    await club.database.db
      .updateTable('event_ticket')
      .set({ short_offline_hash: null })
      .where('session_id', '=', session_id)
      .execute()
    expect(await read()).toEqual(list)
    expect(await stored()).toEqual(hashes)
  })

  test('the gate lists event sessions near the current time', async () => {
    const { session_id } = await club.session()
    const sessions = async () => dataOf(await club.gate().send(listGateSessionsCall))
    expect((await sessions()).map((session) => session.session_id)).not.toContain(session_id)
    club.clock.set(evening)
    expect(await sessions()).toContainEqual(
      expect.objectContaining({
        session_id,
        starts_at: '2026-12-12T22:00:00.000Z',
        ends_at: '2026-12-13T00:00:00.000Z',
        no_show_from: '2026-12-12T22:15:00.000Z',
      }),
    )
  })

  test('an offline refusal is recorded without using the ticket', async () => {
    const session = await club.session()
    const { reservation } = await club.buyer(session)
    const ticket_code = reservation.tickets[0]?.qr_code ?? ''
    const body = { ...attempt(session), ticket_code, refused_as: 'unknown' as const }
    const refused = dataOf(await club.gate().send(scanTicketCall, { body }))
    expect(refused).toMatchObject({ result: 'unknown', used_at: null, repeated: false })
    expect(await club.scan(session, ticket_code)).toMatchObject({ result: 'admitted' })
    const params = { session_id: session.session_id }
    expect(dataOf(await club.gate().send(gateCountersCall, { params }))).toMatchObject([
      { admitted: 1, refused: 1 },
    ])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })
})

describe('supervisors', () => {
  test('a supervisor can override a refused scan once, with a reason and without using the ticket', async () => {
    const session = await club.session()
    const body = { ...attempt(session), ticket_code: 'rasgado', reason: 'QR rasgado, nome na lista.' }
    const send = () => club.supervisor().send(overrideScanCall, { body })
    expect(dataOf(await send())).toEqual({ repeated: false })
    expect(dataOf(await send())).toEqual({ repeated: true })
    expect(await club.gate().send(overrideScanCall, { body })).toMatchObject({ status: 403 })
    expect(
      await club
        .supervisor()
        .send(overrideScanCall, { body: { ...attempt(session), ticket_code: '', reason: ' ' } }),
    ).toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
    const params = { session_id: session.session_id }
    expect(dataOf(await club.gate().send(gateCountersCall, { params }))).toMatchObject([{ overridden: 1 }])
  })

  test('a supervisor can release the places of no-shows, which allows admissions at the door', async () => {
    const session = await club.session({ capacity: 4 })
    const { reservation } = await club.buyer(session, 3)
    const late = reservation.tickets[2]?.qr_code ?? ''
    const { session_id } = session
    const release = () => club.supervisor().send(releaseNoShowsCall, { body: { session_id } })
    expect(await release()).toMatchObject({
      status: 409,
      message: 'Os lugares só podem ser liberados a partir de 12/12/2026 às 19h15.',
    })
    club.clock.set(evening)
    await club.scan(session, reservation.tickets[0]?.qr_code ?? '')
    expect(dataOf(await release())).toEqual({ released: 2, free: 3 })
    expect(dataOf(await release())).toEqual({ released: 0, free: 3 })
    expect(await club.scan(session, late)).toMatchObject({ result: 'released' })
    const body = { ...attempt(session), quantity: 2 }
    const enter = (more = {}) => club.supervisor().send(doorEntryCall, { body: { ...body, ...more } })
    expect(dataOf(await enter())).toEqual({ free: 1, repeated: false })
    expect(dataOf(await enter())).toEqual({ free: 1, repeated: true })
    expect(await enter({ client_scan_id: randomUUID() })).toMatchObject({
      status: 409,
      message: 'Resta 1 lugar para entrada na porta.',
    })
    const params = { session_id }
    expect(dataOf(await club.desk().send(staffReadSessionCall, { params })).numbers).toMatchObject({
      sold: 3,
      free: 1,
      admitted: 1,
      at_the_door: 2,
      released: 2,
    })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })
})

describe('the desk', () => {
  test('an invalid event session plan is rejected with an error per field, and capacity cannot fall below the places taken', async () => {
    const session = await club.session()
    await club.buyer(session, 2)
    await club.reserve(await club.join(), session, 3)
    const { session_id, campaign_id } = session
    const update = (change: Parameters<typeof club.change>[1], people: number | null = null) =>
      club.change(session, change, people)
    expect(await update({ capacity: 4 })).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'capacity',
          message: 'Já há 5 lugares reservados ou vendidos. A capacidade não pode ser menor.',
        },
      ],
    })
    expect(dataOf(await update({ capacity: 5, title: 'Concerto de gala' }, 2))).toMatchObject({
      title: 'Concerto de gala',
      numbers: { held: 3, sold: 2, free: 0 },
    })
    expect(await update({ ends_at: '2026-12-12T22:00:00Z', no_show_from: null })).toMatchObject({
      status: 422,
      errors: [{ path: 'ends_at', message: 'O término deve ser depois do início.' }],
    })
    expect(await club.desk().send(removeSessionCall, { body: { session_id } })).toMatchObject({
      status: 409,
    })
    const empty = dataOf(
      await club.desk().send(createSessionCall, { body: { campaign_id, ...club.planOf() } }),
    )
    const query = { campaign_id }
    expect(dataOf(await club.desk().send(staffListSessionsCall, { query }))).toHaveLength(2)
    const body = { session_id: empty.session_id }
    expect((await club.desk().send(removeSessionCall, { body })).status).toBe(200)
    expect(dataOf(await club.desk().send(staffListSessionsCall, { query }))).toHaveLength(1)
    expect(dataOf(await club.desk().send(staffListEventCampaignsCall))).toContainEqual(
      expect.objectContaining({ campaign_id, sessions: 1 }),
    )
  })

  test('listing the participants of an event session is audited', async () => {
    const session = await club.session()
    await club.buyer(session, 2)
    const params = { session_id: session.session_id }
    expect(dataOf(await club.desk().send(listSessionTicketsCall, { params }))).toMatchObject([
      { participant_name: 'Ana Lúcia Pereira', state: 'valid' },
      { participant_name: 'Ana Lúcia Pereira', state: 'valid' },
    ])
    expect(dataOf(await club.desk().send(listSessionReservationsCall, { params }))).toMatchObject([
      { state: 'confirmed', quantity: 2, service_channel: 'site' },
    ])
    const lines = await club.database.db
      .selectFrom('audit_line')
      .select(['action', 'sentence'])
      .where('action', '=', 'event-tickets.list-tickets')
      .execute()
    expect(lines).toContainEqual({
      action: 'event-tickets.list-tickets',
      sentence: 'Consultou a lista de ingressos de uma sessão.',
    })
  })

  test('the calls of the desk and the gate require their permissions', async () => {
    const session = await club.session()
    const params = { session_id: session.session_id }
    expect((await club.gate().send(listSessionTicketsCall, { params })).status).toBe(403)
    expect((await club.desk().send(offlineListCall, { params })).status).toBe(403)
    expect((await club.gate().send(listScansCall, { params })).status).toBe(403)
    expect((await club.visitor().send(offlineListCall, { params })).status).toBe(401)
    const unknown = { session_id: randomUUID() }
    expect((await club.gate().send(offlineListCall, { params: unknown })).status).toBe(404)
  })
})
