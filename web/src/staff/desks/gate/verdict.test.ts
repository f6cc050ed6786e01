import { expect, test } from 'vitest'
import type { ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import { admission } from '../../../testing/staff-samples.ts'
import { formatGatePlace } from './gate-labels.ts'
import type { GateResponse } from './offline-list.ts'
import { admissionOf } from './undo-at-gate.ts'
import { canBeOverridden, verdictOf, type DisplayedScan } from './verdict.ts'

const now = Date.parse('2026-12-12T22:50:00Z')
const respond = (result: ScanResult, more: Partial<GateResponse> = {}): GateResponse => ({
  ...admission,
  used_at: null,
  used_gate: null,
  participant_name: null,
  result,
  ...more,
})
const shown = (outcome: DisplayedScan['outcome'], ticket_code = 'K7QM2XPD9FHT'): DisplayedScan => ({
  id: '1',
  ticket_code,
  scanned_at: '2026-12-12T22:50:00Z',
  outcome,
})
const online = (result: ScanResult, more: Partial<GateResponse> = {}) =>
  verdictOf(shown({ kind: 'by_server', response: respond(result, more) }), now)

const other_session = { title: 'Domingo, 17h', starts_at: '2026-12-13T20:00:00Z' }
const used = { used_at: '2026-12-12T22:42:00Z', used_gate: 'Entrada B' }

test('the gate shows an admitted ticket with the participant’s name', () => {
  const admitted = { tone: 'good', title: 'Liberado', detail: 'Ana', next: 'Pode entrar.' }
  expect(online('admitted', { participant_name: 'Ana' })).toEqual(admitted)
})

test.each<[ScanResult, Partial<GateResponse>, object]>([
  ['already_used', used, { tone: 'bad', title: 'Já utilizado às 19:42 na Entrada B' }],
  [
    'wrong_session',
    { other_session },
    { tone: 'bad', title: 'Inválido, sessão errada', detail: 'Domingo, 17h (dom., 13 de dez., 17h)' },
  ],
  ['cancelled', {}, { tone: 'bad', title: 'Inválido, cancelado' }],
  ['session_cancelled', {}, { tone: 'bad', title: 'Sessão cancelada' }],
  ['released', {}, { tone: 'warn', title: 'Lugar liberado por atraso' }],
  ['unknown', {}, { tone: 'bad', title: 'Inválido' }],
])('the gate shows the scan result %s with the next step', (result, more, verdict) => {
  expect(online(result, more)).toMatchObject(verdict)
  expect(online(result).next).not.toBe('')
})

test('the gate shows the date of a ticket used on another day', () => {
  const earlier = { used_at: '2026-12-11T22:42:00Z', used_gate: 'Portão 3' }
  expect(online('already_used', earlier).title).toBe('Já utilizado em 11/12/2026 às 19:42 no Portão 3')
})

test.each([
  ['Entrada B', 'na Entrada B'],
  ['portaria social', 'na portaria social'],
  ['Portão 3', 'no Portão 3'],
  ['Doca', 'em Doca'],
  ['Alameda', 'em Alameda'],
])('the gate name %s gets its Portuguese preposition', (gate, text) =>
  expect(formatGatePlace(gate)).toBe(text),
)

test('an offline gate shows a ticket missing from its list as uncertain, and an invalid code as invalid', () => {
  const byList = (result: ScanResult, ticket_code?: string) =>
    verdictOf(
      shown(
        { kind: 'by_list', response: respond(result), as_of: '2026-12-12T21:40:00Z', isOnline: false },
        ticket_code,
      ),
      now,
    )
  expect(byList('unknown')).toMatchObject({ tone: 'warn', title: 'Não está na lista' })
  expect(byList('unknown').next).toContain('18:40')
  expect(byList('unknown', 'https://exemplo.com.br')).toMatchObject({ tone: 'bad', title: 'Inválido' })
  expect(byList('admitted')).toMatchObject({ tone: 'good', title: 'Liberado' })
  expect(verdictOf(shown({ kind: 'undecided', isOnline: false }), now)).toMatchObject({ tone: 'warn' })
  expect(verdictOf(shown({ kind: 'undecided', isOnline: true }), now).next).toBe(
    'O clube não respondeu e não há lista neste aparelho. Leia de novo em instantes.',
  )
})

test('only an admission can be undone, and afterwards the gate shows that the ticket is valid', () => {
  const admissionIn = (outcome: DisplayedScan['outcome']) => admissionOf(shown(outcome), 'Entrada B')
  const response = respond('admitted', { used_at: '2026-12-12T22:49:59Z', participant_name: 'Ana' })
  expect(admissionIn({ kind: 'by_server', response })).toEqual({
    client_scan_id: '1',
    participant_name: 'Ana',
    gate: 'Entrada B',
    scanned_at: '2026-12-12T22:49:59Z',
  })
  expect(admissionIn({ kind: 'by_server', response: respond('already_used', used) })).toBeNull()
  expect(admissionIn({ kind: 'overridden', queued: false })).toBeNull()
  expect(verdictOf(shown({ kind: 'undone' }), now)).toEqual({
    tone: 'warn',
    title: 'Entrada desfeita',
    detail: null,
    next: 'O ingresso voltou a valer. Para a pessoa entrar, leia de novo.',
  })
  expect(canBeOverridden(shown({ kind: 'undone' }))).toBe(false)
})

test('an admission that the server disputes is shown as such, and can be neither undone nor overridden', () => {
  const disputed = shown({ kind: 'disputed' })
  expect(verdictOf(disputed, now)).toEqual({
    tone: 'warn',
    title: 'Confira esta entrada',
    detail: null,
    next: 'A pessoa entrou, mas o registro deste ingresso precisa ser conferido. Chame a supervisão.',
  })
  expect(admissionOf(disputed, 'Entrada B')).toBeNull()
  expect(canBeOverridden(disputed)).toBe(false)
})

test('supervisors can override a refusal or an undecided scan, but not an admission or an override', () => {
  expect(canBeOverridden(shown({ kind: 'by_server', response: respond('admitted') }))).toBe(false)
  expect(canBeOverridden(shown({ kind: 'by_server', response: respond('cancelled') }))).toBe(true)
  expect(canBeOverridden(shown({ kind: 'undecided', isOnline: false }))).toBe(true)
  expect(canBeOverridden(shown({ kind: 'overridden', queued: false }))).toBe(false)
})
