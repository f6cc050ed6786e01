import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as calls from '@clube/contract/event-tickets/gate-calls.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { crashed, refusal, success } from '../testing/fake-server.ts'
import { sampleId } from '../testing/samples.ts'
import {
  choose,
  confirm,
  expectText,
  expectToast,
  fieldValue,
  heading,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import {
  admission,
  counters,
  doubleEntry,
  gateSession,
  ownAdmissions,
  scans as listed,
} from '../testing/staff-samples.ts'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { session_id } = gateSession
const session = { ...gateSession, starts_at: new Date(Date.now() + 3_600_000).toISOString() }

const openPost = async () => {
  await type('Nome desta portaria', 'Entrada B')
  await press('Abrir portaria')
}
/** Opens the gate desk, and a gate in it. */
const openGate = async (role: 'gate_steward' | 'gate_supervisor' = 'gate_steward') => {
  await openAs(role, '/portaria')
  await openPost()
}
/** Waits for the result: the browser hashes the code outside of the microtasks that `press` waits for. */
const validate = async (code: string, title: string) => {
  await type('Código do ingresso', code)
  await press('Validar')
  await waitFor(() => expect(verdict()).toContain(title))
}
const verdict = () => screen.getByRole('region', { name: 'Resultado' }).textContent
const scans = () => server.bodiesOf(calls.scanTicketCall)

setUpStaffScreens()
beforeEach(() => {
  server.now = () => new Date().toISOString()
  server.respond(calls.listGateSessionsCall, [session])
})

test('the gate desk remembers the chosen session and gate on the device', async () => {
  await openAs('gate_steward', '/portaria')
  expect(screen.getByRole('radio', { name: /Ensaio aberto/ })).toBeTruthy()
  await press('Abrir portaria')
  expectText('Este campo não pode estar vazio')
  await press('Entrada A')
  expect(fieldValue('Nome desta portaria')).toBe('Entrada A')
  await openPost()
  expect(heading()).toBe('Entrada B')
  cleanup()
  await openAs('gate_steward', '/portaria')
  expect(heading()).toBe('Entrada B')
  await press('Trocar')
  expect(fieldValue('Nome desta portaria')).toBe('Entrada B')
})

test('a typed ticket code shows its result and empties the field', async () => {
  await openGate()
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
  expect(fieldValue('Código do ingresso')).toBe('')
  server.respond(calls.scanTicketCall, { ...admission, result: 'wrong_session', participant_name: null })
  await validate('K7QM', 'Inválido, sessão errada')
})

test('the gate desk reads a USB scanner regardless of the focus', async () => {
  await openGate()
  const button = screen.getByRole('button', { name: 'Trocar' })
  for (const key of [...'K7QM2XPD9FHT', 'Enter']) fireEvent.keyDown(button, { key })
  await waitFor(() => expect(scans()[0]).toMatchObject({ ticket_code: 'K7QM2XPD9FHT' }))
  expect(heading()).toBe('Entrada B')
})

test('the gate shows its own numbers and those of other gates', async () => {
  await openGate()
  const numbers = screen.getByRole('region', { name: 'Números' })
  expect(numbers.textContent).toContain('Entradas aqui1')
  expect(numbers.textContent).toContain('Na sessão7 de 0')
  expect(screen.getByRole('list', { name: 'Outras portarias' }).textContent).toBe(
    'Entrada A6 entradas · 1 recusa',
  )
})

test('the gate desk, when offline, shows a notice, uses its offline list, and sends its queue once online', async () => {
  await openGate()
  expectText(/^Conectado · lista de/)
  server.hasNetwork = false
  await validate('K7QM-2XPD-9FHT', 'Não está na lista')
  expectText('Sem conexão')
  expectText(/1 leitura na fila/)
  server.hasNetwork = true
  server.requests = []
  server.respond(calls.scanTicketCall, { ...admission, result: 'unknown' })
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  expectText(/^Conectado · lista de/)
  expect(scans()).toHaveLength(1)
  expect(scans()[0]).toMatchObject({ refused_as: 'unknown' })
})

test('the gate desk does not show a server error as offline, and queues the scan', async () => {
  await openGate()
  server.respond(calls.scanTicketCall, crashed)
  await validate('K7QM-2XPD-9FHT', 'Não está na lista')
  expectText('O clube não respondeu; tentaremos de novo')
  expectText(/1 leitura na fila/)
  expect(screen.queryByText('Sem conexão')).toBeNull()
})

test('a steward sees no actions of supervisors', async () => {
  server.respond(calls.scanTicketCall, { ...admission, result: 'cancelled' })
  await openGate()
  await validate('K7QM', 'Inválido, cancelado')
  expect(screen.queryByRole('button', { name: 'Liberar com motivo' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Supervisão' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Últimas leituras' })).toBeNull()
})

test('a supervisor can page through the last scans of every gate', async () => {
  await openGate('gate_supervisor')
  server.hasNetwork = false
  await press('Últimas leituras')
  expect(screen.getByRole('dialog').textContent).toContain('conexão')
  server.hasNetwork = true
  server.respond(calls.listScansCall, [])
  await press('Tentar novamente')
  expectText('Nenhuma leitura nesta sessão ainda.')
  server.respond(calls.listScansCall, success(listed.slice(0, 3), { next_cursor: session_id }))
  await press('Atualizar')
  const shown = rows()
  expect(shown[1]).toContain('Código desconhecidoEntrada ALiberado pela supervisãoQR rasgadoEduardo Lima')
  expect(shown[2]).toContain('Sem ingressoEntrada A3 pessoas sem ingressoEquipe')
  expect(shown[3]).toContain('Ana, final 9FHTEntrada BJá utilizado')
  server.respond(calls.listScansCall, listed.slice(3))
  await press('Mostrar mais')
  expect(rows()[4]).toContain('Ana, final 9FHTEntrada AEntrada desfeita')
  expect(rows()[5]).toContain('Final 9FHTEntrada ALugar liberado por atraso')
  expect(rows()).toHaveLength(7)
  expect(server.requestsOf(calls.listScansCall).at(-1)).toMatchObject({ query: { cursor: session_id } })
})

test('a supervisor can admit with a reason, register door entries, and release the places of no-shows', async () => {
  server.respond(calls.scanTicketCall, { ...admission, result: 'cancelled' })
  server.respond(calls.overrideScanCall, { repeated: false })
  await openGate('gate_supervisor')
  await validate('K7QM', 'Inválido, cancelado')
  await press('Liberar com motivo')
  await press('Liberar a entrada')
  expectText('Este campo não pode estar vazio')
  await type('Motivo', 'QR rasgado')
  await press('Liberar a entrada')
  expect(server.bodiesOf(calls.overrideScanCall)[0]).toMatchObject({
    ticket_code: 'K7QM',
    reason: 'QR rasgado',
  })
  expect(verdict()).toContain('Liberado pela supervisão')

  server.respond(calls.doorEntryCall, refusal('event-tickets.door-full', { k: 1 }), {
    free: 0,
    repeated: false,
  })
  await type('Pessoas sem ingresso', '2')
  await press('Deixar entrar')
  expect(server.bodiesOf(calls.doorEntryCall)).toEqual([])
  expectText('Deixar entrar 2 pessoas?')
  await confirm('Confirmar: deixar entrar')
  expect(currentToast().message).toBe('Resta 1 lugar para entrada na porta.')
  await type('Pessoas sem ingresso', '1')
  await press('Deixar entrar')
  await confirm('Confirmar: deixar entrar')
  expect(currentToast().message).toBe('1 pessoa pode entrar. Lugares livres: 0.')

  server.respond(calls.releaseNoShowsCall, { released: 3, free: 3 })
  await press('Liberar lugares de quem não chegou')
  await confirm('Confirmar: liberar')
  expect(currentToast().message).toBe('Lugares liberados: 3. Livres agora: 3.')
})

const openUndoDialog = async () => {
  await press('Desfazer esta entrada')
  expectText(/^A entrada de Ana, às \d\d:\d\d, deixa de contar e o ingresso volta a valer\./)
}
const focused = () => document.activeElement
const result = () => screen.getByRole('region', { name: 'Resultado' })

test('a steward can undo an admission after a confirmation, and the focus moves to the result', async () => {
  await openGate()
  await validate('K7QM-2XPD-9FHT', 'Liberado')
  await openUndoDialog()
  await press('Voltar')
  expect(server.requestsOf(calls.undoAdmissionCall)).toEqual([])
  await openUndoDialog()
  await confirm('Desfazer a entrada')
  await waitFor(() => expect(verdict()).toContain('Entrada desfeita'))
  const { client_scan_id } = z.parse(calls.scanTicketCall.body, scans()[0])
  expect(server.bodiesOf(calls.undoAdmissionCall)).toEqual([{ session_id, client_scan_id }])
  expect(focused()).toBe(result())
  expect(screen.queryByRole('button', { name: 'Desfazer esta entrada' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refused undo shows its reason and keeps the admission', async () => {
  server.respond(calls.undoAdmissionCall, refusal('event-tickets.undo-too-late', { minutes: 10 }))
  await openGate()
  await validate('K7QM-2XPD-9FHT', 'Liberado')
  await openUndoDialog()
  await confirm('Desfazer a entrada')
  expectToast('Uma entrada só pode ser desfeita nos primeiros 10 minutos. Chame a supervisão.')
  expect(verdict()).toContain('Liberado')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a steward can undo an earlier admission in the list of their own admissions', async () => {
  await openGate()
  await press('Minhas últimas entradas')
  expectText(/^Ana, final 9FHT, na Entrada B às \d\d:\d\d$/)
  await press('Desfazer')
  await confirm('Desfazer a entrada')
  await waitFor(() => expect(verdict()).toContain('Entrada desfeita'))
  const [{ client_scan_id } = { client_scan_id: '' }] = ownAdmissions
  expect(server.bodiesOf(calls.undoAdmissionCall)).toEqual([{ session_id, client_scan_id }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(focused()).toBe(result())
  server.respond(calls.listOwnAdmissionsCall, [])
  await press('Minhas últimas entradas')
  expectText('Nenhuma entrada sua nos últimos 10 minutos.')
})

test('when offline, the gate shows that admissions cannot be undone or listed', async () => {
  await openGate()
  await validate('K7QM-2XPD-9FHT', 'Liberado')
  server.hasNetwork = false
  await act(async () => void window.dispatchEvent(new Event('offline')))
  expectText('Uma entrada só pode ser desfeita com conexão.')
  expectText('Suas últimas entradas aparecem aqui quando a conexão voltar.')
  expect(screen.queryByRole('button', { name: /Desfazer|Minhas últimas entradas/ })).toBeNull()
  server.hasNetwork = true
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  await openUndoDialog()
  await press('Voltar')
  await press('Minhas últimas entradas')
  expectText(/^Ana, final 9FHT/)
})

test('after reconnecting, the result of an offline scan is no longer marked as offline', async () => {
  await openGate()
  server.hasNetwork = false
  await validate('K7QM-2XPD-9FHT', 'Não está na lista')
  expect(verdict()).toContain('Sem conexão')
  server.hasNetwork = true
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  expect(verdict()).toContain('Pela lista deste aparelho')
  expect(document.body.textContent).not.toContain('Sem conexão')
})

test('when offline, a steward who opened the gate selection can return to the open gate', async () => {
  const other = { ...session, session_id: sampleId(900), title: 'Concerto' }
  server.respond(calls.listGateSessionsCall, [session, other])
  await openGate()
  server.hasNetwork = false
  await press('Trocar')
  expect(focused()).toBe(screen.getByRole('heading', { level: 1, name: 'Portaria' }))
  expectText(`Entrada B continua aberta neste aparelho, em ${session.title}, até você abrir outra.`)
  choose(/Concerto/)
  await press('Abrir portaria')
  expect(heading()).toBe('Portaria')
  expect(currentToast().message).toContain('conexão')
  await press('Voltar para Entrada B')
  expect(heading()).toBe('Entrada B')
  expect(focused()).toBe(screen.getByRole('heading', { level: 1 }))
  server.hasNetwork = true
  await press('Trocar')
  choose(/Concerto/)
  await press('Abrir portaria')
  expectText(/^Concerto,/)
  expect(focused()).toBe(screen.getByRole('heading', { level: 1 }))
})

test('supervisors see a notice of double entries, and can list them with time and gate', async () => {
  server.respond(
    calls.gateCountersCall,
    counters.map((each) => ({ ...each, double_entries: 1 })),
  )
  server.respond(calls.listScansCall, [doubleEntry])
  await openGate('gate_supervisor')
  expect(screen.getByRole('region', { name: 'Números' }).textContent).toContain('Na sessão9 de 0')
  expectText(/^Houve 2 entradas em dobro: /)
  await press('Ver entradas em dobro')
  expect(rows()[1]).toMatch(/Ana, final 9FHTEntrada BEntrada em dobroEntrou também na Entrada A .*às 11:55/)
  expect(server.requestsOf(calls.listScansCall)[0]).toMatchObject({ query: { only: 'double_entries' } })
  cleanup()
  await openAs('gate_steward', '/portaria')
  expect(screen.queryByText(/em dobro/)).toBeNull()
})

test('the focus stays at the gate after a scan, an override and an acknowledged conflict', async () => {
  server.respond(calls.scanTicketCall, { ...admission, result: 'cancelled' })
  server.respond(calls.overrideScanCall, { repeated: false })
  await openGate('gate_supervisor')
  screen.getByLabelText('Código do ingresso').focus()
  await validate('K7QM', 'Inválido, cancelado')
  expect(focused()).toBe(screen.getByLabelText('Código do ingresso'))
  await press('Liberar com motivo')
  await type('Motivo', 'QR rasgado')
  await press('Liberar a entrada')
  expect(verdict()).toContain('Liberado pela supervisão')
  expect(focused()).toBe(result())
  server.hasNetwork = false
  await validate('K7QM-2XPD-9FHT', 'Não está na lista')
  server.hasNetwork = true
  server.requests = []
  server.respond(calls.scanTicketCall, admission)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  screen.getByRole('button', { name: 'Ciente' }).focus()
  await press('Ciente')
  expect(focused()).toBe(result())
})
