// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  doorEntryCall,
  gateCountersCall,
  listGateSessionsCall,
  listScansCall,
  offlineListCall,
  overrideScanCall,
  releaseNoShowsCall,
  scanTicketCall,
  type ScanAnswer,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { answer, crashed, refusal, success } from '../testing/pretend-server.ts'
import { heading, press, server, settle, type } from '../testing/screen-test.tsx'
import { open, rows, setUpStaffScreens, signIn } from '../testing/staff-screen.tsx'

const session_id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const session = {
  session_id,
  campaign_title: 'Natal no Ipê',
  title: 'Ensaio aberto, 19h',
  place: 'Praça central',
  starts_at: new Date(Date.now() + 3_600_000).toISOString(),
  ends_at: null,
  no_show_from: '2026-12-12T22:15:00Z',
  sold: 18,
  admitted: 4,
}
const admission: ScanAnswer = {
  result: 'admitted',
  used_at: new Date().toISOString(),
  used_gate: 'Entrada B',
  participant_name: 'Ana',
  other_session: null,
  repeated: false,
}
const counters = [
  { gate: 'Entrada A', admitted: 3, refused: 1, overridden: 1, at_the_door: 2 },
  { gate: 'Entrada B', admitted: 1, refused: 0, overridden: 0, at_the_door: 0 },
]
const show = (role: Role) => {
  signIn({ roles: [role] })
  return open('/portaria')
}
const openPost = async () => {
  await type('Nome desta portaria', 'Entrada B')
  await press('Abrir portaria')
}
/** Waits for the result: the browser hashes the code outside of the microtasks that `press` waits for. */
const validate = async (code: string, title: string) => {
  await type('Código do ingresso', code)
  await press('Validar')
  await waitFor(() => expect(verdict()).toContain(title))
}
const verdict = () => screen.getByRole('region', { name: 'Resultado' }).textContent
const scans = () => server.bodiesOf(scanTicketCall)

setUpStaffScreens()
beforeEach(() => {
  server.now = () => new Date().toISOString()
  server.declare(
    answer(listGateSessionsCall, [session]),
    answer(scanTicketCall, admission),
    answer(overrideScanCall, { repeated: false }),
    answer(gateCountersCall, counters),
    answer(offlineListCall, { session_id, tickets: [] }),
  )
})

test('session and gate are chosen once and remembered on the device', async () => {
  await show('gate_steward')
  expect(screen.getByRole('radio', { name: /Ensaio aberto, 19h/ })).toBeTruthy()
  await press('Abrir portaria')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  await press('Entrada A')
  expect(screen.getByLabelText<HTMLInputElement>('Nome desta portaria').value).toBe('Entrada A')
  await openPost()
  expect(heading()).toBe('Entrada B')
  cleanup()
  await show('gate_steward')
  expect(heading()).toBe('Entrada B')
  await press('Trocar')
  expect(screen.getByLabelText<HTMLInputElement>('Nome desta portaria').value).toBe('Entrada B')
})

test('a typed ticket code shows its result and empties the field', async () => {
  await show('gate_steward')
  await openPost()
  await validate('k7qm-2xpd-9fht', 'Liberado')
  expect(verdict()).toContain('Ana')
  expect(scans()[0]).toMatchObject({
    session_id,
    gate: 'Entrada B',
    ticket_code: 'K7QM-2XPD-9FHT',
    client_scan_id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
  })
  expect(screen.getByLabelText<HTMLInputElement>('Código do ingresso').value).toBe('')
  server.answer(scanTicketCall, { ...admission, result: 'wrong_session', participant_name: null })
  await validate('K7QM', 'Inválido, sessão errada')
})

test('a USB scanner works regardless of the focus', async () => {
  await show('gate_steward')
  await openPost()
  const button = screen.getByRole('button', { name: 'Trocar' })
  for (const key of [...'K7QM2XPD9FHT', 'Enter']) fireEvent.keyDown(button, { key })
  await waitFor(() => expect(scans()[0]).toMatchObject({ ticket_code: 'K7QM2XPD9FHT' }))
  expect(heading()).toBe('Entrada B')
})

test('the gate shows its own numbers and those of other gates', async () => {
  await show('gate_steward')
  await openPost()
  const numbers = screen.getByRole('region', { name: 'Números' })
  expect(numbers.textContent).toContain('Entradas aqui1')
  expect(numbers.textContent).toContain('Na sessão4 de 0')
  expect(screen.getByRole('list', { name: 'Outras portarias' }).textContent).toBe(
    'Entrada A6 entradas · 1 recusa',
  )
})

test('offline the gate shows a notice, decides by its list, and sends the queue once online', async () => {
  await show('gate_steward')
  await openPost()
  expect(screen.getByText(/^Conectado · lista de/)).toBeTruthy()
  server.hasNetwork = false
  await validate('K7QM-2XPD-9FHT', 'Não está na lista')
  expect(screen.getByText('Sem conexão')).toBeTruthy()
  expect(screen.getByText(/1 leitura na fila/)).toBeTruthy()
  server.hasNetwork = true
  server.requests = []
  server.answer(scanTicketCall, { ...admission, result: 'unknown' })
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  expect(screen.getByText(/^Conectado · lista de/)).toBeTruthy()
  expect(scans()).toHaveLength(1)
  expect(scans()[0]).toMatchObject({ refused_as: 'unknown' })
})

test('a server error is not shown as offline, and the scan is queued', async () => {
  await show('gate_steward')
  await openPost()
  server.answer(scanTicketCall, crashed)
  await validate('K7QM-2XPD-9FHT', 'Não está na lista')
  expect(screen.getByText('O servidor não respondeu; tentaremos de novo')).toBeTruthy()
  expect(screen.getByText(/1 leitura na fila/)).toBeTruthy()
  expect(screen.queryByText('Sem conexão')).toBeNull()
})

test('a steward sees no actions of supervisors', async () => {
  server.answer(scanTicketCall, { ...admission, result: 'cancelled' })
  await show('gate_steward')
  await openPost()
  await validate('K7QM', 'Inválido, cancelado')
  expect(screen.queryByRole('button', { name: 'Liberar com motivo' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Supervisão' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Últimas leituras' })).toBeNull()
})

test('a supervisor can page through the last scans of every gate', async () => {
  type Scan = DataOf<typeof listScansCall>[number]
  const scan = (change: Partial<Scan>): Scan => ({
    scan_id: JSON.stringify(change),
    gate: 'Entrada A',
    result: 'admitted',
    scanned_at: '2026-12-12T22:42:00Z',
    staff_name: 'Eduardo Lima',
    reason: null,
    quantity: 1,
    ...change,
  })
  await show('gate_supervisor')
  await openPost()
  server.hasNetwork = false
  await press('Últimas leituras')
  expect(screen.getByRole('dialog').textContent).toContain('conexão')
  server.hasNetwork = true
  server.answer(listScansCall, [])
  await press('Tentar novamente')
  expect(screen.getByText('Nenhuma leitura nesta sessão ainda.')).toBeTruthy()
  const newest = [
    scan({ result: 'override', reason: 'QR rasgado' }),
    scan({ result: 'door', quantity: 3, staff_name: null }),
    scan({ result: 'already_used', gate: 'Entrada B' }),
  ]
  server.answer(listScansCall, success(newest, { next_cursor: session_id }))
  await press('Atualizar')
  const shown = rows()
  expect(shown[1]).toContain('Liberado pela supervisãoQR rasgadoEduardo Lima')
  expect(shown[2]).toContain('Entrada A3 pessoas sem ingresso–')
  expect(shown[3]).toContain('Entrada BJá utilizado')
  server.answer(listScansCall, [scan({})])
  await press('Mostrar mais')
  expect(rows()).toHaveLength(5)
  expect(server.requestsOf(listScansCall).at(-1)).toMatchObject({ query: { cursor: session_id } })
})

test('a supervisor can admit with a reason, register door entries, and release late places', async () => {
  server.answer(scanTicketCall, { ...admission, result: 'cancelled' })
  await show('gate_supervisor')
  await openPost()
  await validate('K7QM', 'Inválido, cancelado')
  await press('Liberar com motivo')
  await press('Liberar a entrada')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  await type('Motivo', 'QR rasgado')
  await press('Liberar a entrada')
  expect(server.bodiesOf(overrideScanCall)[0]).toMatchObject({
    ticket_code: 'K7QM',
    reason: 'QR rasgado',
  })
  expect(verdict()).toContain('Liberado pela supervisão')

  server.answer(doorEntryCall, refusal('event-tickets.door-full', { k: 1 }), { free: 0, repeated: false })
  await type('Pessoas sem ingresso', '2')
  await press('Deixar entrar')
  expect(currentToast().message).toBe('Restam 1 lugares para entrada na porta.')
  await type('Pessoas sem ingresso', '1')
  await press('Deixar entrar')
  expect(currentToast().message).toBe('1 pessoa pode entrar. Lugares livres: 0.')

  server.answer(releaseNoShowsCall, { released: 3, free: 3 })
  await press('Liberar lugares de quem não chegou')
  await press('Confirmar: liberar')
  expect(currentToast().message).toBe('Lugares liberados: 3. Livres agora: 3.')
})
