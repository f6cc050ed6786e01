import { expect, test } from 'vitest'
import type { ScanResponse, ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import { admission } from '../../../testing/staff-samples.ts'
import { conflictOf, queuedScan, rejectedConflict } from './scan-queue.ts'

const now = Date.parse('2026-12-12T23:00:00Z')
const body = {
  session_id: '01a1fdbb-01d2-7c5b-af13-491f5d989bb5',
  gate: 'Entrada B',
  scanned_at: '2026-12-12T22:52:00Z',
  client_scan_id: '01a1fdbb-01d2-4c5b-af13-491f5d989bb6',
  ticket_code: 'K7QM2XPD9FHT',
}
const respond = (result: ScanResult, more: Partial<ScanResponse> = {}): ScanResponse => ({
  ...admission,
  result,
  ...more,
})
const admitted = queuedScan(body, 'admitted')
const messageFor = (result: ScanResult, more: Partial<ScanResponse> = {}) =>
  conflictOf(admitted, respond(result, more), now)?.message

test('an offline admission is sent to the server as a scan, an offline refusal as a refusal', () => {
  expect(admitted).toEqual({ kind: 'scan', body: { ...body, admitted_offline: true } })
  expect(queuedScan(body, 'cancelled')).toEqual({ kind: 'scan', body: { ...body, refused_as: 'cancelled' } })
})

test('an offline admission conflicts with every server result except an admission', () => {
  expect(conflictOf(admitted, respond('admitted'), now)).toBeNull()
  const used = { used_at: '2026-12-12T22:40:00Z', used_gate: 'Entrada A' }
  expect(messageFor('already_used', used)).toBe(
    'Ana entrou aqui às 19:52 e entrou também na Entrada A às 19:40.',
  )
  expect(messageFor('already_used', { ...used, code_end: '9FHT' })).toBe(
    'Ana, final 9FHT, entrou aqui às 19:52 e entrou também na Entrada A às 19:40.',
  )
  expect(messageFor('cancelled', { participant_name: null })).toBe(
    'A pessoa com o ingresso K7QM… entrou aqui às 19:52, mas o ingresso estava cancelado.',
  )
  for (const result of ['released', 'wrong_session', 'unknown'] as const)
    expect(messageFor(result)).toContain('Ana entrou aqui às 19:52')
})

test('an offline refusal conflicts only with an admission by the server', () => {
  const refused = queuedScan(body, 'unknown')
  expect(conflictOf(refused, respond('unknown'), now)).toBeNull()
  expect(conflictOf(refused, respond('admitted', { repeated: true }), now)?.message).toBe(
    'Ana não entrou aqui às 19:52, mas a entrada ficou registrada.',
  )
})

test('a scan that the server rejects permanently is listed with the reason', () => {
  expect(rejectedConflict(admitted, 'Sessão não encontrada.', now)).toEqual({
    client_scan_id: body.client_scan_id,
    message: 'A leitura K7QM… às 19:52 não foi registrada: Sessão não encontrada.',
  })
})
