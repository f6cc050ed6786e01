// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import {
  bodiesTo,
  heading,
  open,
  press,
  refused,
  rows,
  server,
  settle,
  signIn,
  success,
  type,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

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
const answer = {
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
const base = '/api/staff/gate'
const counted = `${base}/session/${session_id}/counters`
const listed = `${base}/session/${session_id}/offline-list`

const show = (role: Role) => {
  signIn({ roles: [role] })
  return open('/portaria')
}
const openPost = async () => {
  type('Nome desta portaria', 'Entrada B')
  await press('Abrir portaria')
}
const validate = async (code: string) => {
  type('Código do ingresso', code)
  await press('Validar')
}
const verdict = () => screen.getByRole('region', { name: 'Resultado' }).textContent
const scans = () => bodiesTo(`${base}/scan`)

setUpStaffScreens()
beforeEach(() => {
  localStorage.clear()
  server.clock = () => new Date().toISOString()
  server.answers = {
    [`${base}/sessions`]: [session],
    [`${base}/scan`]: answer,
    [`${base}/override`]: { repeated: false },
    [counted]: counters,
    [listed]: { session_id, tickets: [] },
  }
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

test('a typed code is answered in words, and the field waits for the next', async () => {
  await show('gate_steward')
  await openPost()
  await validate('k7qm-2xpd-9fht')
  expect(verdict()).toContain('Liberado')
  expect(verdict()).toContain('Ana')
  expect(scans()[0]).toMatchObject({ session_id, gate: 'Entrada B', ticket_code: 'K7QM-2XPD-9FHT' })
  expect(scans()[0]?.['client_scan_id']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Código do ingresso').value).toBe('')
  server.answers[`${base}/scan`] = { ...answer, result: 'wrong_session', participant_name: null }
  await validate('K7QM')
  expect(verdict()).toContain('Inválido, sessão errada')
})

test('a USB reader is heard wherever the focus is', async () => {
  await show('gate_steward')
  await openPost()
  const button = screen.getByRole('button', { name: 'Trocar' })
  for (const key of [...'K7QM2XPD9FHT', 'Enter']) fireEvent.keyDown(button, { key })
  await settle()
  expect(scans()[0]).toMatchObject({ ticket_code: 'K7QM2XPD9FHT' })
  expect(heading()).toBe('Entrada B')
})

test('numbers of this gate and of the others', async () => {
  await show('gate_steward')
  await openPost()
  const numbers = screen.getByRole('region', { name: 'Números' })
  expect(numbers.textContent).toContain('Entradas aqui1')
  expect(numbers.textContent).toContain('Na sessão4 de 0')
  expect(screen.getByRole('list', { name: 'Outras portarias' }).textContent).toBe(
    'Entrada A6 entradas · 1 recusa',
  )
})

test('without a network the page says so, decides by its list and tells what waits', async () => {
  await show('gate_steward')
  await openPost()
  expect(screen.getByText(/^Conectado · lista de/)).toBeTruthy()
  server.hasNetwork = false
  await validate('K7QM-2XPD-9FHT')
  expect(screen.getByText('Sem conexão')).toBeTruthy()
  expect(screen.getByText(/1 leitura na fila/)).toBeTruthy()
  expect(verdict()).toContain('Não está na lista')
  server.hasNetwork = true
  server.answers[`${base}/scan`] = { ...answer, result: 'unknown' }
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  expect(screen.getByText(/^Conectado · lista de/)).toBeTruthy()
  expect(scans()).toHaveLength(1)
  expect(scans()[0]).toMatchObject({ refused_as: 'unknown' })
})

test('a server that fails is told from a lost network, and the scan waits', async () => {
  await show('gate_steward')
  await openPost()
  server.answers[`${base}/scan`] = refused(500, 'internal', 'x')
  await validate('K7QM-2XPD-9FHT')
  expect(screen.getByText('O servidor não respondeu; tentaremos de novo')).toBeTruthy()
  expect(screen.getByText(/1 leitura na fila/)).toBeTruthy()
  expect(screen.queryByText('Sem conexão')).toBeNull()
})

test('stewards see nothing of what supervisors may do', async () => {
  server.answers[`${base}/scan`] = { ...answer, result: 'cancelled' }
  await show('gate_steward')
  await openPost()
  await validate('K7QM')
  expect(verdict()).toContain('Inválido, cancelado')
  expect(screen.queryByRole('button', { name: 'Liberar com motivo' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Supervisão' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Últimas leituras' })).toBeNull()
})

test('supervisors read the last scans of every gate, page by page', async () => {
  const scans = `${base}/session/${session_id}/scans`
  const scan = (change: object) => ({
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
  server.answers[scans] = []
  await press('Tentar novamente')
  expect(screen.getByText('Nenhuma leitura nesta sessão ainda.')).toBeTruthy()
  const newest = [
    scan({ result: 'override', reason: 'QR rasgado' }),
    scan({ result: 'door', quantity: 3, staff_name: null }),
    scan({ result: 'already_used', gate: 'Entrada B' }),
  ]
  server.answers[scans] = success(newest, { next_cursor: 'x' })
  await press('Atualizar')
  const shown = rows()
  expect(shown[1]).toContain('Liberado pela supervisãoQR rasgadoEduardo Lima')
  expect(shown[2]).toContain('Entrada A3 pessoas sem ingresso–')
  expect(shown[3]).toContain('Entrada BJá utilizado')
  server.answers[scans] = [scan({})]
  await press('Carregar mais')
  expect(rows()).toHaveLength(5)
  expect(server.asked.at(-1)).toMatchObject({ path: scans, query: 'cursor=x' })
})

test('supervisors let somebody in with a reason, sell free places and release late ones', async () => {
  server.answers[`${base}/scan`] = { ...answer, result: 'cancelled' }
  await show('gate_supervisor')
  await openPost()
  await validate('K7QM')
  await press('Liberar com motivo')
  await press('Liberar a entrada')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  type('Motivo', 'QR rasgado')
  await press('Liberar a entrada')
  expect(bodiesTo(`${base}/override`)[0]).toMatchObject({
    ticket_code: 'K7QM',
    reason: 'QR rasgado',
  })
  expect(verdict()).toContain('Liberado pela supervisão')

  server.answers[`${base}/door-entry`] = refused(409, 'x', 'Restam 1 lugares para entrada na porta.')
  type('Pessoas sem ingresso', '2')
  await press('Deixar entrar')
  expect(currentToast().message).toBe('Restam 1 lugares para entrada na porta.')
  server.answers[`${base}/door-entry`] = { free: 0, repeated: false }
  type('Pessoas sem ingresso', '1')
  await press('Deixar entrar')
  expect(currentToast().message).toBe('1 pessoa pode entrar. Lugares livres: 0.')

  server.answers[`${base}/release-no-shows`] = { released: 3, free: 3 }
  await press('Liberar lugares de quem não chegou')
  await press('Confirmar: liberar')
  expect(currentToast().message).toBe('Lugares liberados: 3. Livres agora: 3.')
})
