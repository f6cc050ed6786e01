// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import {
  bodiesTo,
  heading,
  key,
  open,
  press,
  refused,
  rows,
  server,
  settle,
  signIn,
  type,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const campaign_id = id.replace('01a1', '02b2')
const campaign = {
  campaign_id,
  slug: 'natal',
  title: 'Natal no Ipê',
  starts_at: '2026-11-01T12:00:00Z',
  ends_at: '2026-12-31T12:00:00Z',
  sessions: 1,
}
const session = {
  session_id: id,
  campaign_id,
  title: 'Concerto, 19h',
  place: 'Praça central',
  starts_at: '2026-12-12T22:00:00.000Z',
  ends_at: null,
  sales_from: '2026-11-20T15:00:00.000Z',
  sales_until: '2026-12-12T21:00:00.000Z',
  cancel_until: '2026-12-12T19:00:00.000Z',
  no_show_from: '2026-12-12T22:15:00.000Z',
  capacity: 10,
  limit_per_document: 4,
  minimum_age: null,
  is_closed: false,
  status: 'available',
  numbers: {
    held: 3,
    offered: 1,
    sold: 2,
    free: 5,
    waiting_people: 2,
    waiting_places: 4,
    admitted: 1,
    at_the_door: 0,
    released: 0,
  },
  gates: [{ gate: 'Entrada B', admitted: 1, refused: 2, overridden: 0, at_the_door: 0 }],
}
const ticket = {
  ticket_id: id,
  reservation_id: id,
  participant_name: 'Ana Lúcia Pereira',
  document: '***.982.247-**',
  short_code: 'K7QM-2XPD-9FHT',
  state: 'used',
  used_at: '2026-12-12T22:42:00Z',
  used_gate: 'Entrada B',
}
const reservation = {
  reservation_id: id,
  document: '***.111.222-**',
  state: 'held',
  quantity: 3,
  service_channel: 'totem',
  created_at: '2026-11-21T12:00:00Z',
  expires_at: '2026-11-21T12:15:00Z',
  confirmed_at: null,
}
const entry = {
  entry_id: id,
  customer_name: 'Dirce',
  document: '***.333.444-**',
  quantity: 2,
  state: 'offered',
  joined_at: '2026-11-21T11:00:00Z',
  offer_expires_at: '2026-11-21T12:20:00Z',
}

const base = '/api/staff/event-tickets'
const one = `${base}/session/${id}`
const answersOf = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  [`${base}/campaigns`]: [campaign],
  [`${base}/sessions`]: [session],
  [one]: session,
  [`${one}/tickets`]: [ticket],
  [`${one}/reservations`]: [reservation],
  [`${one}/waiting-list`]: [entry],
  ...more,
})

/** The desk before the server's answers. */
const show = (path: string, roles: Role[] = ['marketing']) => {
  signIn({ roles })
  return open(path)
}
const bodyOf = (path: string) => bodiesTo(path)[0]
const figure = (title: string) => screen.getByText(title, { selector: 'dt' }).nextElementSibling?.textContent

setUpStaffScreens()
beforeEach(() => {
  server.answers = answersOf()
  server.clock = () => '2026-11-21T12:10:00Z'
})

test('the sessions of a promotion stand with their numbers, and open', async () => {
  await show('/eventos')
  expect(rows()).toEqual([
    'SessãoInícioSituaçãoLugaresNa espera',
    'Concerto, 19h12/12/2026, 19:00Disponível2 vendidos, 3 reservados, 5 livres de 102 pessoas',
  ])
  await press('Concerto, 19h')
  expect(heading()).toBe('Concerto, 19h')
  expect(figure('Reservados')).toBe('31 em oferta')
  expect(figure('Na espera')).toBe('2por 4 lugares')
  expect(screen.getByText('Portarias: 1 pessoa dentro')).toBeTruthy()
})

test.each([
  [{ is_closed: true }, 'Encerrada pela equipe'],
  [{ sales_from: '2026-12-01T13:00:00Z' }, 'Abre 01/12/2026, 10:00'],
  [{ sales_until: '2026-11-21T12:10:00Z' }, 'Reservas encerradas'],
  [{}, 'Promoção fora do ar'],
])('why nobody can reserve: %j', async (change, words) => {
  server.answers = answersOf({ [`${base}/sessions`]: [{ ...session, status: 'closed', ...change }] })
  await show('/eventos')
  expect(screen.getByText(words)).toBeTruthy()
})

test('numbers follow by themselves while the page is in front', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await show(`/eventos/${id}`)
  expect(figure('Livres')).toBe('5')
  server.answers[one] = { ...session, numbers: { ...session.numbers, held: 4, free: 4 } }
  await act(async () => vi.advanceTimersByTime(4_000))
  await settle()
  expect(figure('Livres')).toBe('4')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const before = server.asked.length
  await act(async () => vi.advanceTimersByTime(20_000))
  await settle()
  expect(server.asked.length).toBe(before)
})

test('numbers that stop following say so and stay', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await show(`/eventos/${id}`)
  server.answers[one] = refused(404, 'x', 'Sessão não encontrada.')
  await act(async () => vi.advanceTimersByTime(4_000))
  await settle()
  expect(screen.getByText(/^Os números pararam de ser atualizados\. Sessão não encontrada\.$/)).toBeTruthy()
  expect(figure('Livres')).toBe('5')
})

test('a new session: the beginning suggests the other times', async () => {
  server.answers = answersOf({ [`${base}/session/create`]: session })
  await show('/eventos')
  await key('n')
  await press('Salvar')
  expect(screen.getAllByText('Este campo não pode estar vazio').length).toBeGreaterThan(3)
  type('Título', 'Concerto, 19h')
  type('Local', 'Praça central')
  type('Início', '2026-12-12T19:00')
  fireEvent.blur(screen.getByLabelText('Início'))
  type('Reservas a partir de', '2026-11-20T12:00')
  type('Término (opcional)', '')
  type('Capacidade', '10 lugares')
  await press('Salvar')
  expect(bodyOf(`${base}/session/create`)).toEqual({
    campaign_id,
    title: 'Concerto, 19h',
    place: 'Praça central',
    starts_at: '2026-12-12T19:00:00-03:00',
    ends_at: null,
    sales_from: '2026-11-20T12:00:00-03:00',
    sales_until: '2026-12-12T18:00:00-03:00',
    cancel_until: '2026-12-12T16:00:00-03:00',
    no_show_from: '2026-12-12T19:15:00-03:00',
    capacity: 10,
    limit_per_document: 4,
    minimum_age: null,
    is_closed: false,
  })
  expect(heading()).toBe('Concerto, 19h')
})

test('fewer places than are taken are refused under their field', async () => {
  const sentence = 'Já há 5 lugares reservados ou vendidos. A capacidade não pode ser menor.'
  server.answers = answersOf({ [`${base}/session/update`]: refused(422, 'x', sentence, 'capacity') })
  await show(`/eventos/${id}`)
  await key('e')
  type('Capacidade', '4')
  await press('Salvar')
  expect(bodyOf(`${base}/session/update`)).toMatchObject({ session_id: id, capacity: 4 })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Capacidade'))
})

test('reservations are stopped with a second press, and nothing else changes', async () => {
  server.answers = answersOf({ [`${base}/session/update`]: { ...session, is_closed: true } })
  await show(`/eventos/${id}`)
  await press('Encerrar reservas')
  expect(bodyOf(`${base}/session/update`)).toBeUndefined()
  await press('Confirmar: encerrar')
  expect(bodyOf(`${base}/session/update`)).toMatchObject({
    session_id: id,
    is_closed: true,
    capacity: 10,
    sales_until: '2026-12-12T18:00:00-03:00',
  })
  expect(currentToast().message).toBe('Reservas encerradas.')
})

test('only a supervisor of gates gives the places of absent people away', async () => {
  const release = '/api/staff/gate/release-no-shows'
  server.answers = answersOf({ [release]: { released: 2, free: 7 } })
  await show(`/eventos/${id}`)
  expect(screen.queryByRole('button', { name: 'Liberar quem não veio' })).toBeNull()
  cleanup()
  await show(`/eventos/${id}`, ['marketing', 'gate_supervisor'])
  await press('Liberar quem não veio')
  await press('Confirmar: liberar')
  expect(bodyOf(release)).toEqual({ session_id: id })
  expect(currentToast().message).toBe('Lugares de quem não veio: 2 liberados. Livres agora: 7.')
})

test('a session that nobody uses can be taken back', async () => {
  const none = { ...session.numbers, held: 0, offered: 0, sold: 0, free: 10, waiting_people: 0 }
  await show(`/eventos/${id}`)
  expect(screen.queryByRole('button', { name: 'Apagar sessão' })).toBeNull()
  cleanup()
  server.answers = answersOf({
    [one]: { ...session, numbers: none },
    [`${base}/session/remove`]: { session_id: id },
  })
  await show(`/eventos/${id}`)
  await press('Apagar sessão')
  await press('Confirmar: apagar')
  expect(bodyOf(`${base}/session/remove`)).toEqual({ session_id: id })
  expect(heading()).toBe('Eventos')
})

test('who comes: documents are masked, a search waits for its button, the file is a link', async () => {
  await show(`/eventos/${id}`)
  expect(rows()).toContain(
    'Ana Lúcia Pereira***.982.247-**K7QM-2XPD-9FHTUtilizado12/12/2026, 19:42, Entrada B',
  )
  const searches = () =>
    server.asked.filter(({ path }) => path === `${one}/tickets`).map(({ query }) => query)
  type('Buscar por nome ou código', 'lucia')
  await settle()
  expect(searches()).toEqual([''])
  server.answers[`${one}/tickets`] = []
  await press('Buscar')
  expect(searches()).toEqual(['', 'text=lucia'])
  expect(screen.getByText('Nenhum ingresso corresponde à busca.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Baixar CSV' }).getAttribute('href')).toBe(`${one}/ingressos.csv`)
})

test('reservations are filtered by where they stand, the waiting list by name', async () => {
  await show(`/eventos/${id}`)
  await key('f')
  expect(rows()).toContain(
    '21/11/2026, 09:00***.111.222-**3TotemAguardando confirmação até 21/11/2026, 09:15–',
  )
  fireEvent.change(screen.getByLabelText('Situação'), { target: { value: 'expired' } })
  await settle()
  expect(server.asked.at(-1)).toMatchObject({ path: `${one}/reservations`, query: 'state=expired' })
  await key('f')
  expect(rows()).toContain('Dirce***.333.444-**221/11/2026, 08:00Com oferta até 21/11/2026, 09:20')
  type('Buscar por nome ou documento', 'maria')
  await settle()
  expect(screen.getByText('Ninguém da lista corresponde à busca.')).toBeTruthy()
})
