// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { noteServerTime } from '../../../platform/clock/server-clock.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { ReservePage } from './reserve-page.tsx'

const now = Date.parse('2026-11-21T15:00:00Z')
const campaign = { campaign_id: 'c1', slug: 'mostra', title: 'Mostra de cinema' }
const session = {
  session_id: 's1',
  campaign_id: 'c1',
  title: 'Sessão da tarde',
  place: 'Praça central',
  starts_at: '2026-12-12T18:00:00Z',
  ends_at: null,
  sales_from: '2026-11-01T13:00:00Z',
  sales_until: '2026-12-12T17:00:00Z',
  cancel_until: '2026-12-12T12:00:00Z',
  limit_per_document: 4,
  minimum_age: null as number | null,
  status: 'available',
  remaining: null as number | null,
  mine: { quantity: 0, hold: null as object | null, waiting: null as object | null },
}
const hold = {
  reservation_id: 'r1',
  campaign_id: 'c1',
  session_id: 's1',
  quantity: 2,
  created_at: '2026-11-21T15:00:00.000Z',
  expires_at: '2026-11-21T15:15:00.000Z',
}
const confirmed = {
  ...hold,
  state: 'confirmed',
  campaign_slug: 'mostra',
  campaign_title: 'Mostra de cinema',
  session_title: 'Sessão da tarde',
  place: 'Praça central',
  starts_at: '2026-12-12T18:00:00Z',
  cancel_until: '2026-12-12T12:00:00Z',
  can_cancel: true,
  minimum_age: null,
  confirmed_at: '2026-11-21T15:01:00Z',
  cancelled_at: null,
  tickets: [
    {
      ticket_id: 't1',
      participant_name: 'Ana Souza',
      state: 'valid',
      qr_code: 'K7QM2XPD9FHTK7QM2XPD9FHTK7Q',
      short_code: 'K7QM-2XPD-9FHT',
      used_at: null,
      used_gate: null,
    },
  ],
}

type Answer = { data: unknown; message?: string } | { failure: Failure }
let sent: { path: string; body: unknown; endpoint?: string }[]
let answers: Record<string, Answer>
const refused = (code: string, message: string, status = 409): Answer => ({
  failure: { kind: 'refused', status, code, message, errors: [] },
})
const paths = {
  sessions: '/api/marketing/event-tickets/sessions',
  start: '/api/marketing/transaction/start',
  reserve: '/api/marketing/event-tickets/reserve',
  confirm: '/api/marketing/event-tickets/confirm',
  cancel: '/api/marketing/event-tickets/cancel',
  join: '/api/marketing/event-tickets/waiting-list/join',
  accept: '/api/marketing/event-tickets/waiting-list/accept',
}
const app = {
  club: { name: 'Clube Ipê', logo_url: null, endpoints: {} },
  send: async (call: Call, { body, endpoint }: { body?: unknown; endpoint?: string }) => {
    sent.push({ path: call.path, body, ...(endpoint === undefined ? {} : { endpoint }) })
    const answer = answers[call.path]
    if (!answer) throw new Error(`Nobody expected ${call.path}`)
    return 'failure' in answer ? { ok: false, ...answer } : { ok: true, message: null, ...answer }
  },
} as unknown as App

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  noteServerTime('2026-11-21T15:00:00Z')
  notifyManager.setScheduler(queueMicrotask)
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  closeToast()
  localStorage.clear()
  sent = []
  answers = {
    '/api/marketing/campaign/:slug': { data: campaign },
    '/api/marketing/profile': { data: { name: 'Ana Souza', birth_date: '1990-03-12' } },
    [paths.sessions]: { data: [session] },
    [paths.start]: { data: { transaction_id: 'p1', protocol: '2026-000001-0', expires_at: '' } },
    [paths.reserve]: { data: hold },
    [paths.confirm]: { data: confirmed },
    [paths.cancel]: { data: hold, message: 'Reserva cancelada.' },
  }
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const settle = async () => {
  for (let turn = 0; turn < 6; turn += 1) await act(async () => {})
}
async function open() {
  render(
    <AppProvider app={app}>
      <Router hook={memoryLocation({ path: '/ingressos/mostra' }).hook}>
        <Route path="/ingressos/:slug">
          <ReservePage />
        </Route>
      </Router>
    </AppProvider>,
  )
  await settle()
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const bodyOf = (path: string) => sent.find((one) => one.path === path)?.body
const savedText = () => localStorage.getItem('eventTicketsReservation')

test.each([
  ['available', 'Disponível'],
  ['last_places', 'Últimos lugares'],
  ['held_by_others', 'Reservado por outras pessoas, tente em alguns minutos'],
  ['sold_out', 'Esgotado, entrar na lista de espera'],
  ['closed', 'Reservas encerradas'],
])('a session with status %s shows: %s', async (status, words) => {
  answers[paths.sessions] = { data: [{ ...session, status }] }
  await open()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('sáb., 12 de dez., 15h')).toBeTruthy()
})

test('the last places of a session are counted on screen', async () => {
  answers[paths.sessions] = { data: [{ ...session, status: 'last_places', remaining: 3 }] }
  await open()
  expect(screen.getByText('Restam 3')).toBeTruthy()
})

async function reserveTwo() {
  await open()
  await press('Um ingresso a mais')
  await press('Reservar')
}

test('reserving opens a participation, holds places, saves eventTicketsReservation and counts down', async () => {
  await reserveTwo()
  expect(bodyOf(paths.start)).toMatchObject({ campaign_id: 'c1', kind: 'event_tickets' })
  expect(bodyOf(paths.reserve)).toMatchObject({ transaction_id: 'p1', session_id: 's1', quantity: 2 })
  expect(JSON.parse(savedText() ?? '')).toEqual(hold)
  expect(screen.getByRole('timer').textContent).toBe('15:00')
  await pass(1_000)
  expect(screen.getByRole('timer').textContent).toBe('14:59')
})

test('the countdown announces five minutes and one minute', async () => {
  await reserveTwo()
  const heard = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('')
  await pass(599_000)
  expect(heard()).toBe('')
  await pass(1_000)
  expect(heard()).toBe('Faltam 5 minutos para a sua reserva terminar.')
  await pass(240_000)
  expect(heard()).toBe('Falta 1 minuto para a sua reserva terminar.')
})

test('places are held at 899 and 900 seconds, and not at 901', async () => {
  await reserveTwo()
  await pass(899_000)
  expect(screen.getByRole('timer').textContent).toBe('0:01')
  await pass(1_000)
  expect(screen.getByRole('timer').textContent).toBe('0:00')
  expect(savedText()).not.toBeNull()
  await pass(1_000)
  expect(screen.getByText('Sua reserva expirou. Faça uma nova reserva.')).toBeTruthy()
  expect(savedText()).toBeNull()
  await press('Fazer nova reserva')
  expect(screen.getByRole('button', { name: 'Reservar' })).toBeTruthy()
})

test('the countdown of a phone that is an hour late follows the server', async () => {
  vi.setSystemTime(now - 3_600_000)
  noteServerTime('2026-11-21T15:10:00Z')
  await reserveTwo()
  expect(screen.getByRole('timer').textContent).toBe('5:00')
})

test('a saved reservation is resumed; an expired one is removed from storage', async () => {
  localStorage.setItem('eventTicketsReservation', JSON.stringify(hold))
  await open()
  expect(screen.getByRole('timer').textContent).toBe('15:00')
  cleanup()
  noteServerTime('2026-11-21T15:15:01Z')
  await open()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(savedText()).toBeNull()
})

test('a hold made on another device is found', async () => {
  answers[paths.sessions] = { data: [{ ...session, mine: { ...session.mine, quantity: 2, hold } }] }
  await open()
  expect(screen.getByRole('timer').textContent).toBe('15:00')
})

const type = (name: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } })

test('confirming sends all names and the accepted terms, then shows the tickets', async () => {
  await reserveTwo()
  await press('Confirmar')
  expect(screen.getByText('Nome é obrigatório')).toBeTruthy()
  expect(screen.getByText('Você deve aceitar os termos do evento para continuar!')).toBeTruthy()
  type('Nome completo do participante 2', 'Bia Souza')
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Confirmar')
  expect(bodyOf(paths.confirm)).toEqual({
    reservation_id: 'r1',
    participants: [{ name: 'Ana Souza' }, { name: 'Bia Souza' }],
    accepted_terms: 'yes',
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ingresso confirmado!')
  expect(screen.getByText('K7QM-2XPD-9FHT')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Adicionar à agenda' }).getAttribute('href')).toBe(
    '/api/marketing/event-tickets/calendar/r1/evento.ics',
  )
  expect(savedText()).toBeNull()
  await vi.waitFor(() =>
    expect(screen.getByRole('img', { name: 'QR Code do ingresso de Ana Souza' })).toBeTruthy(),
  )
})

test('a kiosk offers neither a calendar nor a brighter screen', async () => {
  saveServiceChannel('totem', 'temporary')
  await reserveTwo()
  type('Nome completo do participante 2', 'Bia Souza')
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Confirmar')
  expect(
    screen.getByText('Fotografe os ingressos, ou abra o clube no seu celular: eles estão em Meus ingressos.'),
  ).toBeTruthy()
  expect(screen.queryByText(/aumente o brilho/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Adicionar à agenda' })).toBeNull()
})

test('terms replaced meanwhile are loaded and must be accepted again', async () => {
  const document = {
    kind: 'event_terms',
    state: 'active',
    created_at: '2026-11-01T12:00:00Z',
    document: '<p>x</p>',
  }
  const termsPath = '/api/marketing/consent-document/:kind'
  answers[termsPath] = { data: { ...document, version: '1.0' } }
  const outdated = 'Os termos do evento foram atualizados. Leia a nova versão e aceite para continuar.'
  answers[paths.confirm] = {
    failure: {
      kind: 'refused',
      status: 409,
      code: 'event-tickets.terms-outdated',
      message: outdated,
      errors: [{ path: 'accepted_terms', message: outdated }],
    },
  }
  await reserveTwo()
  await vi.waitFor(() => expect(screen.getByRole('checkbox')).toBeTruthy())
  type('Nome completo do participante 2', 'Bia Souza')
  fireEvent.click(screen.getByRole('checkbox'))
  answers[termsPath] = { data: { ...document, version: '1.1' } }
  await press('Confirmar')
  await vi.waitFor(() => expect(screen.getByText(outdated)).toBeTruthy())
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(bodyOf(paths.confirm)).toMatchObject({ terms_version: '1.0' })
  answers[paths.confirm] = { data: confirmed }
  sent = []
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Confirmar')
  expect(bodyOf(paths.confirm)).toMatchObject({ terms_version: '1.1', accepted_terms: 'yes' })
})

test('birth dates are asked for when the session has a minimum age, and the customer’s is filled in', async () => {
  answers[paths.sessions] = { data: [{ ...session, minimum_age: 16 }] }
  await reserveTwo()
  const own = screen.getByRole<HTMLInputElement>('textbox', { name: 'Data de nascimento do participante 1' })
  expect(own.value).toBe('12/03/1990')
  expect(screen.getByRole('textbox', { name: 'Data de nascimento do participante 2' })).toBeTruthy()
})

test('a reservation that the server reports as expired ends on screen', async () => {
  answers[paths.confirm] = refused(
    'event-tickets.reservation-expired',
    'Sua reserva expirou. Faça uma nova reserva.',
  )
  await reserveTwo()
  type('Nome completo do participante 2', 'Bia Souza')
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Confirmar')
  expect(screen.getByRole('button', { name: 'Fazer nova reserva' })).toBeTruthy()
  expect(currentToast().open).toBe(false)
})

test('when the places are gone, the server’s message shows and the sessions are loaded again', async () => {
  answers[paths.reserve] = refused('event-tickets.few-left', 'Restam 1 ingressos. Ajuste a quantidade.')
  await open()
  const before = sent.filter(({ path }) => path === paths.sessions).length
  await press('Reservar')
  expect(currentToast()).toMatchObject({ message: 'Restam 1 ingressos. Ajuste a quantidade.', type: 'error' })
  expect(sent.filter(({ path }) => path === paths.sessions).length).toBe(before + 1)
})

test('cancelling a hold asks first, then returns to the sessions', async () => {
  await reserveTwo()
  await press('Cancelar reserva')
  expect(bodyOf(paths.cancel)).toBeUndefined()
  await press('Sim, cancelar')
  expect(bodyOf(paths.cancel)).toEqual({ reservation_id: 'r1', campaign_id: 'c1' })
  expect(currentToast().message).toBe('Reserva cancelada.')
  expect(screen.getByRole('button', { name: 'Reservar' })).toBeTruthy()
  expect(savedText()).toBeNull()
})

test('a reservation is cancelled through the endpoint of the club’s configuration', async () => {
  const { endpoints } = app.club
  endpoints.cancel_reservation = 'https://reservas.exemplo.com.br/cancelar'
  onTestFinished(() => {
    delete endpoints.cancel_reservation
  })
  await reserveTwo()
  await press('Cancelar reserva')
  await press('Sim, cancelar')
  expect(sent.find(({ path }) => path === paths.cancel)).toMatchObject({
    endpoint: 'https://reservas.exemplo.com.br/cancelar',
  })
})

const waiting = {
  entry_id: 'e1',
  session_id: 's1',
  campaign_id: 'c1',
  session_title: 'Sessão da tarde',
  starts_at: session.starts_at,
  quantity: 1,
  state: 'waiting',
  position: 3,
  joined_at: '2026-11-21T14:00:00Z',
  offer_expires_at: null,
}

test('a customer on the waiting list sees their number', async () => {
  answers[paths.sessions] = { data: [{ ...session, status: 'sold_out' }] }
  answers[paths.join] = { data: waiting }
  await open()
  answers[paths.sessions] = {
    data: [{ ...session, status: 'sold_out', mine: { ...session.mine, waiting } }],
  }
  await press('Entrar na lista de espera')
  expect(bodyOf(paths.join)).toMatchObject({ session_id: 's1', quantity: 1 })
  expect(screen.getByText('Você está na lista de espera para 1 ingresso, na 3ª posição.')).toBeTruthy()
})

test('accepting a waiting-list offer makes a reservation', async () => {
  const offer = {
    ...waiting,
    state: 'offered',
    position: null,
    offer_expires_at: '2026-11-21T15:30:00Z',
  }
  answers[paths.sessions] = {
    data: [{ ...session, status: 'sold_out', mine: { ...session.mine, waiting: offer } }],
  }
  answers[paths.accept] = { data: { ...hold, quantity: 1 } }
  await open()
  expect(screen.getByText('Chegou a sua vez: 1 ingresso para você até 12:30.')).toBeTruthy()
  await press('Aceitar e reservar')
  expect(bodyOf(paths.accept)).toMatchObject({ transaction_id: 'p1', entry_id: 'e1' })
  expect(screen.getByRole('timer').textContent).toBe('15:00')
})
