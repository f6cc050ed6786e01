import { pbkdf2Sync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '@clube/contract/event-tickets/gate-calls.ts'
import * as z from 'zod/mini'
import type { Failure } from '../../../platform/api/failure.ts'
import { crashed, failing, FakeServer, refusal } from '../../../testing/fake-server.ts'
import { sampleId } from '../../../testing/samples.ts'
import { admission as admitted, deskResponses, gateSession } from '../../../testing/staff-samples.ts'
import type { GateStore, StoredGate } from './gate-store.ts'
import { createGate } from './gate.ts'
import { openGate, pollGate } from './poll-gate.ts'
import { overrideAtGate, scanAtGate } from './scan-at-gate.ts'
import { admissionOf, showUndone, undoError } from './undo-at-gate.ts'

const session = {
  ...gateSession,
  starts_at: '2026-12-12T22:00:00Z',
  ends_at: '2026-12-13T00:00:00Z',
}
const { session_id } = session
const code = 'K7QM2XPD9FHT'
const other = 'ABCDEFGH2345'
const short_salt = '0a'.repeat(32)
const hashOf = (text: string) =>
  pbkdf2Sync(text, Buffer.from(short_salt, 'hex'), 20_000, 32, 'sha256').toString('hex')
const listed = (text: string) => ({
  code_hash: `long ${text}`,
  short_hash: hashOf(text),
  state: 'valid' as const,
  used_at: null,
  used_gate: null,
})

let now: number
let server: FakeServer
let persisted: { -readonly [Key in keyof StoredGate]: StoredGate[Key] }
let failures: Failure[]

/** An in-memory store that the next page can reuse. */
const store: GateStore = {
  read: async () => ({ ...persisted }),
  saveList: async (list, admissions) => void Object.assign(persisted, { list, admissions }),
  saveAdmission: async (admission) => void (persisted.admissions = [...persisted.admissions, admission]),
  saveScan: async (queued) => void (persisted.queue = [...persisted.queue, queued]),
  deleteScan: async (id) =>
    void (persisted.queue = persisted.queue.filter(({ body }) => body.client_scan_id !== id)),
  saveConflict: async (conflict) => void (persisted.conflicts = [...persisted.conflicts, conflict]),
  deleteConflict: async () => {},
  deleteList: async () => void Object.assign(persisted, { list: null, admissions: [] }),
}

let lastId = 0
let gate: ReturnType<typeof createGate>
const openPage = async () => {
  gate = createGate({
    post: { session, gate: 'Entrada B' },
    send: server.send,
    store,
    now: () => now,
    newId: () => sampleId((lastId += 1)),
    signal: new AbortController().signal,
    onFailure: (failure) => failures.push(failure),
  })
  await openGate(gate)
}
const scanBodyOf = (body: unknown) => z.parse(calls.scanTicketCall.body, body)
const sentScans = () => server.bodiesOf(calls.scanTicketCall).map(scanBodyOf)
const shownAdmission = () => {
  const { shown } = gate.current()
  const admission = shown && admissionOf(shown, 'Entrada B')
  if (!admission) throw new Error('The gate shows no admission')
  return admission
}
const shownOutcome = () => gate.current().shown?.outcome

const scanOffline = async (text: string) => {
  server.hasNetwork = false
  await scanAtGate(gate, text)
}
/** Restores the network and discards the recorded requests that failed without it. */
const reconnect = () => {
  server.hasNetwork = true
  server.requests = []
}

beforeEach(async () => {
  now = Date.parse('2026-12-12T22:30:00Z')
  lastId = 0
  failures = []
  persisted = { list: null, admissions: [], queue: [], conflicts: [] }
  server = new FakeServer((error) => {
    throw new Error(error)
  }, deskResponses)
  server.now = () => new Date(now).toISOString()
  server.respond(calls.scanTicketCall, ({ body }) => ({
    ...admitted,
    result: scanBodyOf(body).refused_as ?? admitted.result,
  }))
  server.respond(calls.overrideScanCall, { repeated: false })
  server.respond(calls.offlineListCall, {
    session_id,
    short_salt,
    tickets: [listed(code), listed(other)],
  })
  await openPage()
})

test('an online gate lets the server decide a scan', async () => {
  await scanAtGate(gate, `  ${code} `)
  expect(shownOutcome()).toEqual({ kind: 'by_server', response: admitted })
  expect(sentScans()).toEqual([
    {
      session_id,
      gate: 'Entrada B',
      ticket_code: code,
      scanned_at: '2026-12-12T22:30:00.000Z',
      client_scan_id: sampleId(1),
    },
  ])
  expect(persisted.queue).toEqual([])
  await scanAtGate(gate, '  ')
  expect(sentScans()).toHaveLength(1)
})

test('an offline gate decides from its list, refuses the second scan of a ticket, and sends both scans once', async () => {
  await scanOffline(code)
  expect(gate.current()).toMatchObject({
    isConnected: false,
    shown: { outcome: { kind: 'by_list', response: { result: 'admitted' } } },
  })
  now += 60_000
  await scanAtGate(gate, code)
  expect(shownOutcome()).toMatchObject({
    response: { result: 'already_used', used_at: '2026-12-12T22:30:00.000Z', used_gate: 'Entrada B' },
  })
  await pollGate(gate)
  expect(gate.current().queue).toHaveLength(2)
  reconnect()
  await pollGate(gate)
  await pollGate(gate)
  expect(sentScans()).toMatchObject([
    { client_scan_id: sampleId(1), scanned_at: '2026-12-12T22:30:00.000Z' },
    { client_scan_id: sampleId(2), refused_as: 'already_used' },
  ])
  expect(sentScans()[0]).not.toHaveProperty('refused_as')
  expect(gate.current()).toMatchObject({ isConnected: true, queue: [], conflicts: [] })
  expect(persisted.queue).toEqual([])
})

test('a ticket admitted online is refused as used when the gate is offline', async () => {
  await scanAtGate(gate, code)
  await scanOffline(code)
  expect(shownOutcome()).toMatchObject({ kind: 'by_list', response: { result: 'already_used' } })
})

test('a ticket sold after the list was loaded and admitted online is refused as used when the gate is offline', async () => {
  const sold = 'MNPQRSTUVW23'
  server.respond(calls.scanTicketCall, { ...admitted, used_at: '2026-12-12T22:03:00Z' })
  await scanAtGate(gate, sold)
  await scanOffline(sold)
  expect(shownOutcome()).toMatchObject({
    kind: 'by_list',
    response: { result: 'already_used', used_at: '2026-12-12T22:03:00Z' },
  })
  await openPage()
  await scanAtGate(gate, sold)
  expect(shownOutcome()).toMatchObject({ response: { result: 'already_used' } })
})

test('after reconnecting, a gate decides from its list until the queued scans are sent', async () => {
  await scanOffline(code)
  reconnect()
  gate.change({ isConnected: true })
  await scanAtGate(gate, code)
  expect(shownOutcome()).toMatchObject({ kind: 'by_list', response: { result: 'already_used' } })
})

test('a gate page reloaded offline restores its queue and the used tickets', async () => {
  await scanOffline(code)
  await openPage()
  expect(gate.current()).toMatchObject({ isConnected: false, queue: [{ body: { ticket_code: code } }] })
  await scanAtGate(gate, code)
  expect(shownOutcome()).toMatchObject({ response: { result: 'already_used' } })
  await scanAtGate(gate, other)
  expect(shownOutcome()).toMatchObject({ response: { result: 'admitted' } })
})

test('a conflict between an offline decision and the server is listed and survives a reload', async () => {
  await scanOffline(code)
  reconnect()
  const used = { used_at: '2026-12-12T22:20:00Z', used_gate: 'Entrada A' }
  server.respond(calls.scanTicketCall, { ...admitted, result: 'already_used', ...used })
  await pollGate(gate)
  const conflict = {
    client_scan_id: sampleId(1),
    message: 'Ana entrou aqui às 19:30 e entrou também na Entrada A às 19:20.',
  }
  expect(gate.current().conflicts).toEqual([conflict])
  expect(gate.current().shown).toMatchObject({ id: sampleId(1), outcome: { kind: 'disputed' } })
  await openPage()
  expect(gate.current().conflicts).toEqual([conflict])
})

test('a conflict of an earlier scan or of an offline refusal leaves the displayed result unchanged', async () => {
  await scanOffline(code)
  await scanAtGate(gate, code)
  reconnect()
  server.respond(
    calls.scanTicketCall,
    { ...admitted, result: 'already_used', used_at: '2026-12-12T22:20:00Z', used_gate: 'Entrada A' },
    admitted,
  )
  await pollGate(gate)
  expect(gate.current().conflicts).toHaveLength(2)
  expect(shownOutcome()).toMatchObject({ kind: 'by_list', response: { result: 'already_used' } })
})

test('a queued scan is kept when the staff session has ended, and listed with the reason when the server rejects it', async () => {
  await scanOffline(code)
  reconnect()
  server.respond(calls.scanTicketCall, refusal('session.required'))
  await pollGate(gate)
  expect(persisted.queue).toHaveLength(1)
  server.respond(calls.scanTicketCall, refusal('event-tickets.unknown-session'))
  await pollGate(gate)
  expect(persisted.queue).toEqual([])
  expect(gate.current().conflicts[0]?.message).toContain('Sessão não encontrada.')
})

test('an offline gate without a list leaves a scan undecided', async () => {
  server.hasNetwork = false
  persisted.list = null
  await openPage()
  await scanAtGate(gate, code)
  expect(gate.current()).toMatchObject({ shown: { outcome: { kind: 'undecided' } }, queue: [] })
})

test('a supervisor’s override is queued offline with its reason', async () => {
  server.hasNetwork = false
  expect(await overrideAtGate(gate, 'rasgado', 'QR rasgado')).toBe(true)
  expect(shownOutcome()).toEqual({ kind: 'overridden', queued: true })
  reconnect()
  await pollGate(gate)
  expect(server.bodiesOf(calls.overrideScanCall)[0]).toMatchObject({
    ticket_code: 'rasgado',
    reason: 'QR rasgado',
    client_scan_id: sampleId(1),
  })
})

test('a scan request that the server refuses shows the refusal and is not queued', async () => {
  server.respond(calls.scanTicketCall, refusal('event-tickets.unknown-session'))
  await scanAtGate(gate, code)
  expect(failures).toHaveLength(1)
  expect(gate.current()).toMatchObject({ shown: null, queue: [], isScanning: false, isConnected: true })
})

test('a gate refreshes its offline list after five minutes and deletes it when the event session ends', async () => {
  const downloads = () => server.requestsOf(calls.offlineListCall).length
  now += 5 * 60_000 - 1
  await pollGate(gate)
  expect(downloads()).toBe(1)
  now += 1
  await pollGate(gate)
  expect(downloads()).toBe(2)
  now = Date.parse(session.ends_at)
  await pollGate(gate)
  expect(gate.current()).toMatchObject({ hasEnded: true, list: null })
  expect(persisted).toMatchObject({ list: null, admissions: [] })
  expect(downloads()).toBe(2)
})

test('a gate shows when its offline list will be available, and loads it once the server offers it', async () => {
  persisted.list = null
  const values = { date: '12/12/2026', time: '07:00' }
  server.respond(calls.offlineListCall, refusal('event-tickets.list-too-early', values))
  await openPage()
  const message = 'A lista fica disponível a partir de 12/12/2026 às 07:00.'
  expect(gate.current()).toMatchObject({ list: null, listRefusal: message })
  server.respond(calls.offlineListCall, { session_id, short_salt, tickets: [listed(code)] })
  await pollGate(gate)
  expect(gate.current()).toMatchObject({ list: { session_id }, listRefusal: null })
})

test('a scan that causes a server error stays queued and does not block others', async () => {
  server.respond(calls.scanTicketCall, crashed)
  await scanAtGate(gate, code)
  expect(gate.current()).toMatchObject({
    isConnected: true,
    isFailing: true,
    shown: { outcome: { kind: 'by_list', response: { result: 'admitted' }, isOnline: true } },
    queue: [{ body: { client_scan_id: sampleId(1) } }],
  })
  expect(persisted.queue).toHaveLength(1)
  expect(failures).toEqual([])

  server.respond(calls.scanTicketCall, { ...admitted, participant_name: 'Rui' })
  await scanAtGate(gate, other)
  expect(shownOutcome()).toMatchObject({ kind: 'by_server', response: { participant_name: 'Rui' } })
  // A scan of the same ticket is not sent: the server has not recorded the admission yet.
  await scanAtGate(gate, code)
  expect(shownOutcome()).toMatchObject({ kind: 'by_list', response: { result: 'already_used' } })
})

test('a gate sends failed scans again with exponential backoff, and new scans immediately', async () => {
  server.respond(calls.scanTicketCall, failing({ kind: 'server', status: 503, request_id: null }))
  await scanAtGate(gate, code)
  const attemptsAfter = async (pauseMs: number) => {
    now += pauseMs
    await pollGate(gate)
    return sentScans().filter(({ client_scan_id }) => client_scan_id === sampleId(1)).length
  }
  expect(await attemptsAfter(4999)).toBe(1)
  expect(await attemptsAfter(1)).toBe(2)
  expect(await attemptsAfter(9999)).toBe(2)
  expect(await attemptsAfter(1)).toBe(3)

  await scanOffline(other)
  server.hasNetwork = true
  server.respond(calls.scanTicketCall, admitted)
  await pollGate(gate)
  expect(sentScans().at(-1)).toMatchObject({ client_scan_id: sampleId(2), ticket_code: other })
  expect(persisted.queue).toMatchObject([{ body: { client_scan_id: sampleId(1) } }])
  expect(await attemptsAfter(20_000)).toBe(4)
  expect(gate.current()).toMatchObject({ queue: [], isFailing: false, conflicts: [] })
  expect(gate.current().retries.size).toBe(0)
})

test('an HTML page from a proxy is not accepted as a response to a queued scan', async () => {
  await scanOffline(code)
  reconnect()
  server.respond(calls.scanTicketCall, failing({ kind: 'unrecognized', status: 200, message: null }))
  await pollGate(gate)
  expect(persisted.queue).toHaveLength(1)
  expect(gate.current().conflicts).toEqual([])
})

test('a gate stops sending queued scans after three consecutive server errors', async () => {
  for (let count = 0; count < 8; count += 1) await scanOffline(code)
  reconnect()
  server.respond(calls.scanTicketCall, crashed)
  await pollGate(gate)
  expect(sentScans()).toHaveLength(3)
  expect(gate.current()).toMatchObject({ isConnected: true, queue: { length: 8 } })
})

test('an offline gate admits a ticket again after its admission was undone', async () => {
  await scanAtGate(gate, code)
  const admission = shownAdmission()
  expect(undoError(gate.current(), admission)).toBeNull()
  await showUndone(gate, admission)
  expect(shownOutcome()).toEqual({ kind: 'undone' })
  await openPage()
  await scanOffline(code)
  expect(shownOutcome()).toMatchObject({ kind: 'by_list', response: { result: 'admitted' } })
})

test('a refreshed list that contains an undone admission admits its ticket again', async () => {
  await scanAtGate(gate, code)
  const { used_at, used_gate } = admitted
  const used = { state: 'used' as const, used_at, used_gate }
  const tickets = [{ ...listed(code), ...used }, listed(other)]
  server.respond(calls.offlineListCall, { session_id, short_salt, tickets })
  now += 5 * 60_000
  await pollGate(gate)
  const admission = shownAdmission()
  await showUndone(gate, admission)
  await scanOffline(code)
  expect(shownOutcome()).toMatchObject({ kind: 'by_list', response: { result: 'admitted' } })
})

test('an admission cannot be undone while the gate is offline or the scan is queued', async () => {
  await scanOffline(code)
  const admission = shownAdmission()
  expect(undoError(gate.current(), admission)).toBe('Uma entrada só pode ser desfeita com conexão.')
  reconnect()
  gate.change({ isConnected: true })
  expect(undoError(gate.current(), admission)).toBe(
    'Esta entrada ainda está na fila deste aparelho. Desfaça depois que ela for enviada.',
  )
  await pollGate(gate)
  expect(undoError(gate.current(), admission)).toBeNull()
})

test('a queued admission that was undone in the meantime is listed for the steward', async () => {
  await scanOffline(code)
  reconnect()
  server.respond(calls.scanTicketCall, refusal('event-tickets.scan-undone'))
  await pollGate(gate)
  expect(persisted.queue).toEqual([])
  expect(gate.current().conflicts).toEqual([
    {
      client_scan_id: sampleId(1),
      message:
        'A entrada com o ingresso K7QM… às 19:30 foi desfeita. Se a pessoa entrou, leia o ingresso de novo.',
    },
  ])
})

test('a queued admission is sent as an entry that has already happened', async () => {
  await scanOffline(code)
  await scanOffline(code)
  reconnect()
  await pollGate(gate)
  expect(sentScans()).toMatchObject([{ admitted_offline: true }, { refused_as: 'already_used' }])
  expect(sentScans()[1]).not.toHaveProperty('admitted_offline')
})
