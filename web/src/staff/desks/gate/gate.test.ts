import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { staffSamples } from '../../../testing/staff-samples.ts'
import type { GateStore, StoredGate } from './gate-store.ts'
import { createGate } from './gate.ts'
import { openGate, pollGate } from './poll-gate.ts'
import { overrideAtGate, scanAtGate } from './scan-at-gate.ts'

const session = {
  ...staffSamples.gateSession,
  starts_at: '2026-12-12T22:00:00Z',
  ends_at: '2026-12-13T00:00:00Z',
}
const { session_id } = session
const code = 'K7QM2XPD9FHT'
const other = 'ABCDEFGH2345'
const hashOf = (text: string) => createHash('sha256').update(`${session_id}:${text}`).digest('hex')
const listed = (text: string) => ({
  code_hash: `long ${text}`,
  short_hash: hashOf(text),
  state: 'valid',
  used_at: null,
  used_gate: null,
})
const scanPath = '/api/staff/gate/scan'
const overridePath = '/api/staff/gate/override'
const listPath = '/api/staff/gate/session/:session_id/offline-list'

let now: number
let hasNetwork: boolean
let sent: { path: string; body: Record<string, unknown> }[]
let answers: Record<string, object | Failure>
let kept: { -readonly [Key in keyof StoredGate]: StoredGate[Key] }
let failures: Failure[]

const admitted = staffSamples.admission

/** An in-memory store that the next page can reuse. */
const store: GateStore = {
  read: async () => ({ ...kept }),
  saveList: async (list, uses) => void Object.assign(kept, { list, uses }),
  saveUse: async (use) => void (kept.uses = [...kept.uses, use]),
  saveScan: async (queued) => void (kept.queue = [...kept.queue, queued]),
  deleteScan: async (id) => void (kept.queue = kept.queue.filter(({ body }) => body.client_scan_id !== id)),
  saveConflict: async (conflict) => void (kept.conflicts = [...kept.conflicts, conflict]),
  deleteConflict: async () => {},
  deleteList: async () => void Object.assign(kept, { list: null, uses: [] }),
}

const send = (async (call: Call, { body }: { body?: unknown }) => {
  if (!hasNetwork) return { ok: false, failure: { kind: 'network', during: 'call' } }
  sent.push({ path: call.path, body: body as Record<string, unknown> })
  const answer = answers[call.path] ?? []
  if ('kind' in answer) return { ok: false, failure: answer }
  const { refused_as } = (body ?? {}) as { refused_as?: string }
  if (refused_as) return { ok: true, data: { ...answer, result: refused_as } }
  return { ok: true, data: answer, server_time: new Date(now).toISOString() }
}) as unknown as Send

let made = 0
const page = () =>
  createGate({
    post: { session, gate: 'Entrada B' },
    send,
    store,
    now: () => now,
    newId: () => `scan-${(made += 1)}`,
    leaving: new AbortController().signal,
    onFailure: (failure) => failures.push(failure),
  })
const outcomes = () => sent.filter(({ path }) => path === scanPath).map(({ body }) => body)
const openPage = async () => {
  const gate = page()
  await openGate(gate)
  return gate
}

/** A page that scanned the code while there was no network. */
const openAfterOfflineScan = async () => {
  const gate = await openPage()
  hasNetwork = false
  await scanAtGate(gate, code)
  hasNetwork = true
  return gate
}

beforeEach(() => {
  now = Date.parse('2026-12-12T22:30:00Z')
  hasNetwork = true
  made = 0
  sent = []
  failures = []
  kept = { list: null, uses: [], queue: [], conflicts: [] }
  answers = {
    [scanPath]: admitted,
    [overridePath]: { repeated: false },
    [listPath]: { session_id, tickets: [listed(code), listed(other)] },
  }
})

test('the server decides a scan while there is a network', async () => {
  const gate = await openPage()
  await scanAtGate(gate, `  ${code} `)
  expect(gate.current().shown?.outcome).toEqual({ at: 'answered', answer: admitted })
  expect(outcomes()).toEqual([
    {
      session_id,
      gate: 'Entrada B',
      ticket_code: code,
      scanned_at: '2026-12-12T22:30:00.000Z',
      client_scan_id: 'scan-1',
    },
  ])
  expect(kept.queue).toEqual([])
  await scanAtGate(gate, '  ')
  expect(outcomes()).toHaveLength(1)
})

test('offline the list decides, refuses the second scan, and both are sent to the server once', async () => {
  const gate = await openPage()
  hasNetwork = false
  await scanAtGate(gate, code)
  expect(gate.current()).toMatchObject({
    isConnected: false,
    shown: { outcome: { at: 'by_list', answer: { result: 'admitted' } } },
  })
  now += 60_000
  await scanAtGate(gate, code)
  expect(gate.current().shown?.outcome).toMatchObject({
    answer: { result: 'already_used', used_at: '2026-12-12T22:30:00.000Z', used_gate: 'Entrada B' },
  })
  await pollGate(gate)
  expect(gate.current().queue).toHaveLength(2)
  hasNetwork = true
  await pollGate(gate)
  await pollGate(gate)
  expect(outcomes()).toMatchObject([
    { client_scan_id: 'scan-1', scanned_at: '2026-12-12T22:30:00.000Z' },
    { client_scan_id: 'scan-2', refused_as: 'already_used' },
  ])
  expect(outcomes()[0]).not.toHaveProperty('refused_as')
  expect(gate.current()).toMatchObject({ isConnected: true, queue: [], conflicts: [] })
  expect(kept.queue).toEqual([])
})

test('an admission decided online is still known offline', async () => {
  const gate = await openPage()
  await scanAtGate(gate, code)
  hasNetwork = false
  await scanAtGate(gate, code)
  expect(gate.current().shown?.outcome).toMatchObject({ at: 'by_list', answer: { result: 'already_used' } })
})

test('the list keeps deciding while scans are queued, even back online', async () => {
  const gate = await openAfterOfflineScan()
  gate.change({ isConnected: true })
  await scanAtGate(gate, code)
  expect(gate.current().shown?.outcome).toMatchObject({ at: 'by_list', answer: { result: 'already_used' } })
})

test('a gate page reloaded offline restores its state', async () => {
  const first = await openPage()
  hasNetwork = false
  await scanAtGate(first, code)
  const second = await openPage()
  expect(second.current()).toMatchObject({ isConnected: false, queue: [{ body: { ticket_code: code } }] })
  await scanAtGate(second, code)
  expect(second.current().shown?.outcome).toMatchObject({ answer: { result: 'already_used' } })
  await scanAtGate(second, other)
  expect(second.current().shown?.outcome).toMatchObject({ answer: { result: 'admitted' } })
})

test('a conflict with the server is listed and survives a reload', async () => {
  const gate = await openAfterOfflineScan()
  answers[scanPath] = {
    ...admitted,
    result: 'already_used',
    used_at: '2026-12-12T22:20:00Z',
    used_gate: 'Entrada A',
  }
  await pollGate(gate)
  const conflict = {
    client_scan_id: 'scan-1',
    message: 'Ana entrou aqui às 19:30 e entrou também na Entrada A às 19:20.',
  }
  expect(gate.current().conflicts).toEqual([conflict])
  expect((await openPage()).current().conflicts).toEqual([conflict])
})

test('queued scans survive the end of a session, for the next staff member who signs in', async () => {
  const gate = await openAfterOfflineScan()
  const refused = { kind: 'refused', code: 'session.required', message: '', errors: [] } as const
  answers[scanPath] = { ...refused, status: 401 }
  await pollGate(gate)
  expect(kept.queue).toHaveLength(1)
  answers[scanPath] = { ...refused, status: 404, message: 'Sessão não encontrada.' }
  await pollGate(gate)
  expect(kept.queue).toEqual([])
  expect(gate.current().conflicts[0]?.message).toContain('Sessão não encontrada.')
})

test('offline without a list a scan has no result', async () => {
  hasNetwork = false
  const gate = await openPage()
  await scanAtGate(gate, code)
  expect(gate.current()).toMatchObject({ shown: { outcome: { at: 'undecided' } }, queue: [] })
})

test('a supervisor’s override is queued offline with its reason', async () => {
  const gate = await openPage()
  hasNetwork = false
  expect(await overrideAtGate(gate, 'rasgado', 'QR rasgado')).toBe(true)
  expect(gate.current().shown?.outcome).toEqual({ at: 'overridden', queued: true })
  hasNetwork = true
  await pollGate(gate)
  expect(sent.find(({ path }) => path === overridePath)?.body).toMatchObject({
    ticket_code: 'rasgado',
    reason: 'QR rasgado',
    client_scan_id: 'scan-1',
  })
})

test('a refusal that is not a scan result is shown, and nothing is queued', async () => {
  const gate = await openPage()
  answers[scanPath] = {
    kind: 'refused',
    status: 404,
    code: null,
    message: 'Sessão não encontrada.',
    errors: [],
  }
  await scanAtGate(gate, code)
  expect(failures).toHaveLength(1)
  expect(gate.current()).toMatchObject({ shown: null, queue: [], isScanning: false, isConnected: true })
})

test('the list is refreshed after five minutes and deleted after the session’s end', async () => {
  const gate = await openPage()
  const downloads = () => sent.filter(({ path }) => path === listPath).length
  now += 5 * 60_000 - 1
  await pollGate(gate)
  expect(downloads()).toBe(1)
  now += 1
  await pollGate(gate)
  expect(downloads()).toBe(2)
  now = Date.parse(session.ends_at)
  await pollGate(gate)
  expect(gate.current()).toMatchObject({ isOver: true, list: null })
  expect(kept).toMatchObject({ list: null, uses: [] })
  expect(downloads()).toBe(2)
})

test('a scan that the server fails at stays queued and does not block others', async () => {
  const gate = await openPage()
  answers[scanPath] = { kind: 'server', status: 500, request_id: null }
  await scanAtGate(gate, code)
  expect(gate.current()).toMatchObject({
    isConnected: true,
    isFailing: true,
    shown: { outcome: { at: 'by_list', answer: { result: 'admitted' }, isOnline: true } },
    queue: [{ body: { client_scan_id: 'scan-1' } }],
  })
  expect(kept.queue).toHaveLength(1)
  expect(failures).toEqual([])

  answers[scanPath] = { ...admitted, participant_name: 'Rui' }
  await scanAtGate(gate, other)
  expect(gate.current().shown?.outcome).toMatchObject({ at: 'answered', answer: { participant_name: 'Rui' } })
  // The server is not asked about the same ticket: it does not know of the admission yet.
  await scanAtGate(gate, code)
  expect(gate.current().shown?.outcome).toMatchObject({ at: 'by_list', answer: { result: 'already_used' } })
})

test('failed scans are sent again with exponential backoff, new ones immediately', async () => {
  const gate = await openPage()
  answers[scanPath] = { kind: 'server', status: 503, request_id: null }
  await scanAtGate(gate, code)
  const tries = () => outcomes().filter(({ client_scan_id }) => client_scan_id === 'scan-1').length
  const triesAfter = async (pauseMs: number) => {
    now += pauseMs
    await pollGate(gate)
    return tries()
  }
  expect(await triesAfter(4999)).toBe(1)
  expect(await triesAfter(1)).toBe(2)
  expect(await triesAfter(9999)).toBe(2)
  expect(await triesAfter(1)).toBe(3)

  hasNetwork = false
  await scanAtGate(gate, other)
  hasNetwork = true
  answers[scanPath] = { ...admitted }
  await pollGate(gate)
  expect(outcomes().at(-1)).toMatchObject({ client_scan_id: 'scan-2', ticket_code: other })
  expect(kept.queue).toMatchObject([{ body: { client_scan_id: 'scan-1' } }])
  expect(await triesAfter(20_000)).toBe(4)
  expect(gate.current()).toMatchObject({ queue: [], isFailing: false, conflicts: [] })
  expect(gate.current().retries.size).toBe(0)
})

test('an HTML page from a proxy is not an answer and loses no scan', async () => {
  const gate = await openAfterOfflineScan()
  answers[scanPath] = { kind: 'unrecognised', status: 200, message: null }
  await pollGate(gate)
  expect(kept.queue).toHaveLength(1)
  expect(gate.current().conflicts).toEqual([])
})

test('sending stops after consecutive server errors', async () => {
  const gate = await openPage()
  hasNetwork = false
  for (let time = 0; time < 8; time += 1) await scanAtGate(gate, code)
  hasNetwork = true
  answers[scanPath] = { kind: 'server', status: 500, request_id: null }
  await pollGate(gate)
  expect(outcomes()).toHaveLength(3)
  expect(gate.current()).toMatchObject({ isConnected: true, queue: { length: 8 } })
})
