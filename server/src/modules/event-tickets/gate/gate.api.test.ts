import { createHash, pbkdf2Sync, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import {
  doorEntryCall,
  gateCountersCall,
  listGateSessionsCall,
  listOwnAdmissionsCall,
  listScansCall,
  offlineListCall,
  overrideScanCall,
  releaseNoShowsCall,
  scanTicketCall,
  undoAdmissionCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import {
  cancelSessionCall,
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
    const { reservation } = await club.ticketHolder(session, 2)
    const [one, other] = reservation.tickets
    club.clock.set(evening)
    expect(await club.scan(session, one?.qr_code ?? '', 'Entrada B')).toEqual({
      result: 'admitted',
      used_at: evening,
      used_gate: 'Entrada B',
      participant_name: 'Ana',
      code_end: one?.short_code.slice(-4),
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
      { gate: 'Entrada A', admitted: 1, refused: 2, overridden: 0, at_the_door: 0, double_entries: 0 },
      { gate: 'Entrada B', admitted: 1, refused: 0, overridden: 0, at_the_door: 0, double_entries: 0 },
    ])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('tickets of other sessions, cancelled tickets and unknown codes are refused, and every scan is recorded', async () => {
    const [session, other] = [await club.session(), await club.session({ title: 'Coral infantil' })]
    const otherHolder = await club.ticketHolder(other)
    const { browser, reservation } = await club.ticketHolder(session)
    const { reservation_id, campaign_id } = reservation
    dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    expect(await club.scan(session, otherHolder.reservation.tickets[0]?.qr_code ?? '')).toMatchObject({
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
    const { reservation } = await club.ticketHolder(session)
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
    const { reservation } = await club.ticketHolder(session)
    const ahead = new Date('2026-12-24T00:00:00Z')
    expect(await club.scan(session, reservation.tickets[0]?.qr_code ?? '', 'Entrada B', ahead)).toMatchObject(
      { used_at: '2026-12-10T15:00:00.000Z' },
    )
  })
})

describe('an offline gate', () => {
  test('the offline list of a gate contains hashes of session and codes, and no names', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
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

  test('missing hashes of an offline list are computed again and stored', async () => {
    const session = await club.session()
    await club.ticketHolder(session, 2)
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
    const { reservation } = await club.ticketHolder(session)
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

describe('undoing an admission', () => {
  const admit = async (session: { session_id: string }, ticket_code: string) => {
    const body = { ...attempt(session), ticket_code }
    const send = () => club.gate().send(scanTicketCall, { body })
    expect(dataOf(await send())).toMatchObject({ result: 'admitted' })
    return { ...body, send }
  }
  const undo = (
    { session_id, client_scan_id }: { session_id: string; client_scan_id: string },
    staff = club.gate(),
  ) => staff.send(undoAdmissionCall, { body: { session_id, client_scan_id } })
  const countersOf = async ({ session_id }: { session_id: string }) =>
    dataOf(await club.gate().send(gateCountersCall, { params: { session_id } }))

  test('a ticket can be admitted again after an undo, and counters, lists and the audit trail are correct', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const code = reservation.tickets[0]?.qr_code ?? ''
    club.clock.set(evening)
    const admission = await admit(session, code)
    club.clock.advance(10 * 60_000)
    expect(dataOf(await undo(admission))).toEqual({ repeated: false })
    expect(dataOf(await undo(admission))).toEqual({ repeated: true })
    expect(await countersOf(session)).toMatchObject([{ gate: 'Entrada B', admitted: 0, refused: 0 }])
    const { session_id } = session
    const list = async () => dataOf(await club.gate().send(offlineListCall, { params: { session_id } }))
    expect((await list()).tickets).toMatchObject([{ state: 'valid', used_at: null, used_gate: null }])
    expect(dataOf(await club.gate().send(listGateSessionsCall))).toContainEqual(
      expect.objectContaining({ session_id, sold: 1, admitted: 0 }),
    )
    expect(await club.scan(session, code, 'Entrada A')).toMatchObject({ result: 'admitted' })
    expect(await countersOf(session)).toMatchObject([{ admitted: 1 }, { admitted: 0, refused: 0 }])
    expect(dataOf(await club.supervisor().send(listScansCall, { params: { session_id } }))).toMatchObject([
      { gate: 'Entrada A', result: 'admitted', is_undone: false, participant_name: 'Ana' },
      { gate: 'Entrada B', result: 'admitted', is_undone: true, participant_name: 'Ana' },
    ])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
    const lines = await club.database.db
      .selectFrom('audit_line')
      .select('sentence')
      .where('action', '=', 'event-tickets.undo-admission')
      .execute()
    expect(lines).toEqual([{ sentence: 'Desfez na portaria uma entrada registrada por engano.' }])
  })

  test('a scan whose admission was undone is refused when it is sent again', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const admission = await admit(session, reservation.tickets[0]?.qr_code ?? '')
    dataOf(await undo(admission))
    const refused = {
      status: 409,
      code: 'event-tickets.scan-undone',
      message: 'A entrada desta leitura foi desfeita. Leia o ingresso de novo.',
    }
    expect(await admission.send()).toMatchObject(refused)
    expect(await club.scan(session, admission.ticket_code)).toMatchObject({ result: 'admitted' })
    expect(await admission.send()).toMatchObject(refused)
    // A process of the previous version returns this.
    const { response } = await club.database.db
      .selectFrom('event_scan')
      .select('response')
      .where('client_scan_id', '=', admission.client_scan_id)
      .executeTakeFirstOrThrow()
    expect(response).toMatchObject({ result: 'unknown', used_at: null, used_gate: null })
  })

  test('staff can undo only their own admissions of the last ten minutes, once per ticket', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session, 2)
    const [late, reused] = reservation.tickets
    const old = await admit(session, late?.qr_code ?? '')
    expect(await undo(old, club.supervisor())).toMatchObject({
      status: 409,
      message: 'Só quem registrou a entrada pode desfazê-la, e esta não é uma entrada sua.',
    })
    expect(await undo({ ...old, client_scan_id: randomUUID() })).toMatchObject({ status: 409 })
    expect(await undo({ ...old, session_id: (await club.session()).session_id })).toMatchObject({
      status: 409,
    })
    club.clock.advance(10 * 60_000 + 1)
    expect(await undo(old)).toMatchObject({
      status: 409,
      message: 'Uma entrada só pode ser desfeita nos primeiros 10 minutos. Chame a supervisão.',
    })
    const first = await admit(session, reused?.qr_code ?? '')
    dataOf(await undo(first))
    expect(await undo(await admit(session, reused?.qr_code ?? ''))).toMatchObject({
      status: 409,
      message: 'Uma entrada deste ingresso já foi desfeita antes. Chame a supervisão.',
    })
    const refusedBody = { ...attempt(session), ticket_code: late?.qr_code ?? '' }
    dataOf(await club.gate().send(scanTicketCall, { body: refusedBody }))
    expect(await undo(refusedBody)).toMatchObject({ status: 409 })
    expect(await countersOf(session)).toMatchObject([{ admitted: 2, refused: 1 }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('staff see only their own admissions that can be undone', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session, 3)
    const [old, undone, recent] = reservation.tickets
    const params = { session_id: session.session_id }
    await admit(session, old?.qr_code ?? '')
    club.clock.advance(10 * 60_000 + 1)
    dataOf(await undo(await admit(session, undone?.qr_code ?? '')))
    await admit(session, undone?.qr_code ?? '')
    const { client_scan_id, scanned_at } = await admit(session, recent?.qr_code ?? '')
    const code_end = recent?.short_code.slice(-4)
    expect(dataOf(await club.gate().send(listOwnAdmissionsCall, { params }))).toEqual([
      { client_scan_id, scanned_at, code_end, participant_name: 'Ana', gate: 'Entrada B' },
    ])
    expect(dataOf(await club.supervisor().send(listOwnAdmissionsCall, { params }))).toEqual([])
    const unknown = { session_id: randomUUID() }
    expect((await club.gate().send(listOwnAdmissionsCall, { params: unknown })).status).toBe(404)
  })

  const override = async (session: { session_id: string }, ticket_code: string, overrides = {}) => {
    const reason = 'A pessoa mostrou a reserva.'
    const body = { ...attempt(session, 'Entrada C'), ticket_code, reason, ...overrides }
    expect(dataOf(await club.supervisor().send(overrideScanCall, { body }))).toEqual({ repeated: false })
    return body
  }
  const refusedUndo = {
    status: 409,
    code: 'event-tickets.overridden',
    message:
      'A supervisão liberou uma entrada com este ingresso, por isso nenhuma entrada dele pode ser desfeita.',
  }

  test('after a supervisor overrides a refused scan, no admission of its ticket can be undone', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const code = reservation.tickets[0]?.qr_code ?? ''
    club.clock.set(evening)
    const admission = await admit(session, code)
    expect(await club.scan(session, code, 'Entrada C')).toMatchObject({ result: 'already_used' })
    const entry = await override(session, code)
    expect(await undo(admission)).toMatchObject(refusedUndo)
    expect(await undo(entry, club.supervisor())).toMatchObject(refusedUndo)
    const params = { session_id: session.session_id }
    expect(dataOf(await club.gate().send(listOwnAdmissionsCall, { params }))).toEqual([])
    expect(await club.scan(session, code, 'Entrada A')).toMatchObject({
      result: 'already_used',
      used_at: evening,
      used_gate: 'Entrada B',
    })
    expect(await countersOf(session)).toMatchObject([
      { gate: 'Entrada A', refused: 1 },
      { gate: 'Entrada B', admitted: 1, overridden: 0 },
      { gate: 'Entrada C', refused: 1, overridden: 1 },
    ])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('an override uses the ticket if its admission was undone before', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const code = reservation.tickets[0]?.qr_code ?? ''
    club.clock.set(evening)
    const admission = await admit(session, code)
    expect(await club.scan(session, code, 'Entrada C')).toMatchObject({ result: 'already_used' })
    dataOf(await undo(admission))
    club.clock.advance(60_000)
    const entry = await override(session, code)
    club.clock.advance(60_000)
    for (const gate of ['Entrada A', 'Entrada B'])
      expect(await club.scan(session, code, gate)).toMatchObject({
        result: 'already_used',
        used_at: entry.scanned_at,
        used_gate: 'Entrada C',
      })
    expect(await undo(entry, club.supervisor())).toMatchObject(refusedUndo)
    expect(await countersOf(session)).toMatchObject([
      { gate: 'Entrada A', admitted: 0, refused: 1 },
      { gate: 'Entrada B', admitted: 0, refused: 1 },
      { gate: 'Entrada C', admitted: 0, refused: 1, overridden: 1 },
    ])
    const { session_id } = session
    expect(dataOf(await club.gate().send(listGateSessionsCall))).toContainEqual(
      expect.objectContaining({ session_id, sold: 1, admitted: 1 }),
    )
    const list = dataOf(await club.gate().send(offlineListCall, { params: { session_id } }))
    expect(list.tickets).toMatchObject([{ state: 'used', used_gate: 'Entrada C' }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('an override uses a valid ticket that an offline gate had refused', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const ticket_code = reservation.tickets[0]?.qr_code ?? ''
    const body = { ...attempt(session, 'Entrada C'), ticket_code, refused_as: 'unknown' as const }
    dataOf(await club.gate().send(scanTicketCall, { body }))
    // A device whose clock is ahead cannot use a ticket in the future.
    await override(session, ticket_code, { scanned_at: '2026-12-24T00:00:00.000Z' })
    expect(await club.scan(session, ticket_code)).toMatchObject({
      result: 'already_used',
      used_at: '2026-12-10T15:00:00.000Z',
      used_gate: 'Entrada C',
    })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('an override with a ticket of another session leaves that ticket valid', async () => {
    const [session, other] = [await club.session(), await club.session({ title: 'Coral infantil' })]
    const { reservation } = await club.ticketHolder(other)
    const code = reservation.tickets[0]?.qr_code ?? ''
    await override(session, code)
    const admission = await admit(other, code)
    expect(dataOf(await undo(admission))).toEqual({ repeated: false })
    expect(await club.scan(other, code)).toMatchObject({ result: 'admitted' })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('an admission to a session that was cancelled cannot be undone', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const admission = await admit(session, reservation.tickets[0]?.qr_code ?? '')
    const { revision } = dataOf(
      await club.desk().send(staffReadSessionCall, { params: { session_id: session.session_id } }),
    )
    const { session_id } = session
    const body = { session_id, reason: 'Chuva forte.', revision, people: 1 }
    dataOf(await club.desk().send(cancelSessionCall, { body }))
    expect(await undo(admission)).toMatchObject({ status: 409, code: 'event-tickets.session-cancelled' })
  })
})

describe('the lists of scans', () => {
  test('a ticket that two gates admitted offline is listed to supervisors as a double entry', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session, 2)
    const [ticket] = reservation.tickets
    const { session_id } = session
    const first = {
      ...attempt(session, 'Entrada A'),
      ticket_code: ticket?.qr_code ?? '',
      admitted_offline: true,
    }
    club.clock.advance(60_000)
    const second = { ...attempt(session), ticket_code: ticket?.short_code ?? '', admitted_offline: true }
    expect(dataOf(await club.gate().send(scanTicketCall, { body: first }))).toMatchObject({
      result: 'admitted',
    })
    for (const repeated of [false, true])
      expect(dataOf(await club.gate().send(scanTicketCall, { body: second }))).toMatchObject({
        result: 'already_used',
        code_end: ticket?.short_code.slice(-4),
        repeated,
      })
    for (const { client_scan_id } of [first, second])
      expect(
        await club.gate().send(undoAdmissionCall, { body: { session_id, client_scan_id } }),
      ).toMatchObject({
        status: 409,
        message:
          'Este ingresso entrou também por outra portaria, por isso a entrada não pode ser desfeita. Chame a supervisão.',
      })
    // Not a double entry: the person was refused.
    await club.scan(session, ticket?.qr_code ?? '')
    const counters = dataOf(await club.gate().send(gateCountersCall, { params: { session_id } }))
    expect(counters).toMatchObject([
      { gate: 'Entrada A', admitted: 1, refused: 0, double_entries: 0 },
      { gate: 'Entrada B', admitted: 0, refused: 1, double_entries: 1 },
    ])
    const query = { only: 'double_entries' as const }
    const params = { session_id }
    expect(dataOf(await club.supervisor().send(listScansCall, { params, query }))).toEqual([
      expect.objectContaining({
        gate: 'Entrada B',
        scanned_at: second.scanned_at,
        double_of: { used_at: first.scanned_at, used_gate: 'Entrada A' },
        participant_name: 'Ana',
        code_end: ticket?.short_code.slice(-4),
      }),
    ])
    expect(dataOf(await club.supervisor().send(listScansCall, { params }))).toMatchObject([
      { double_of: null },
      { double_of: { used_gate: 'Entrada A' } },
      { double_of: null },
    ])
  })

  test('scans are listed by scan time, even if an offline gate sent them later', async () => {
    const session = await club.session()
    const { session_id } = session
    const send = async (scanned_at: string) => {
      const body = { ...attempt(session), ticket_code: 'unknown', scanned_at }
      dataOf(await club.gate().send(scanTicketCall, { body }))
    }
    const times = ['14:53', '14:51', '14:55', '14:52'].map((time) => `2026-12-10T${time}:00.000Z`)
    for (const scanned_at of times) await send(scanned_at)
    const page = (query: { cursor?: string }) =>
      club.supervisor().send(listScansCall, { params: { session_id }, query })
    const all = dataOf(await page({}))
    const inOrder = times.toSorted().toReversed()
    expect(all.map(({ scanned_at }) => scanned_at)).toEqual(inOrder)
    const rest = dataOf(await page({ cursor: all[1]?.scan_id ?? '' }))
    expect(rest.map(({ scanned_at }) => scanned_at)).toEqual(inOrder.slice(2))
  })

  test('a code that matches no ticket is listed without a name and is not counted as a refusal', async () => {
    const session = await club.session()
    const params = { session_id: session.session_id }
    await club.scan(session, 'K7QM-2XPD-9FHT')
    expect(dataOf(await club.gate().send(gateCountersCall, { params }))).toMatchObject([{ refused: 0 }])
    expect(dataOf(await club.supervisor().send(listScansCall, { params }))).toMatchObject([
      { result: 'unknown', participant_name: null, code_end: null },
    ])
  })

  test('reading the scans of a session, which contain names, is audited', async () => {
    const session = await club.session()
    const params = { session_id: session.session_id }
    dataOf(await club.supervisor().send(listScansCall, { params }))
    const lines = await club.database.db
      .selectFrom('audit_line')
      .select('sentence')
      .where('action', '=', 'event-tickets.list-scans')
      .where('subject_id', '=', session.session_id)
      .execute()
    expect(lines).toEqual([{ sentence: 'Consultou as leituras da portaria de uma sessão.' }])
  })
})

describe('supervisors', () => {
  test('only supervisors can override a scan, with a reason, and a repeated request counts once', async () => {
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
    const { reservation } = await club.ticketHolder(session, 3)
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
    const late_entry = { ...attempt(session), ticket_code: late, reason: 'Trem atrasado.' }
    dataOf(await club.supervisor().send(overrideScanCall, { body: late_entry }))
    expect(await club.scan(session, late)).toMatchObject({ result: 'released' })
    const body = { ...attempt(session), quantity: 2 }
    const enter = (overrides = {}) =>
      club.supervisor().send(doorEntryCall, { body: { ...body, ...overrides } })
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
    await club.ticketHolder(session, 2)
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
    await club.ticketHolder(session, 2)
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
