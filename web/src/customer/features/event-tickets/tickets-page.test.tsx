import { cancelReservationCall, listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import {
  listMyWaitingEntriesCall,
  lowerWaitingQuantityCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setSession } from '../../../platform/session/session-store.ts'
import { currentToast } from '../../../kit/toast/toast-store.ts'
import { sampleId, sampleNow, samples } from '../../../testing/samples.ts'
import { confirm, expectText, linkTo, press, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { reservation } = samples
const helpName = `Preciso de ajuda: ingresso de ${reservation.session_title}`
const before_change = {
  session_title: reservation.session_title,
  place: 'Teatro do piso L3',
  starts_at: '2026-12-11T18:00:00Z',
}

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow), toFake: ['Date'] })
  server.respond(listMyWaitingEntriesCall, [])
  server.respond(readProfileCall, samples.profile)
})

test('a changed session shows its previous date and place, and its reservation can be cancelled at no cost', async () => {
  const { reservation_id, campaign_id } = reservation
  server.respond(listMyTicketsCall, [{ ...reservation, before_change }])
  server.respond(cancelReservationCall, { reservation_id, campaign_id })
  await openPage('/ingressos')
  expectText('Esta sessão mudou.')
  expectText(/^Antes: .*, sex\., 11 de dez\., 15h, Teatro do piso L3\.$/)
  await press('Cancelar sem custo')
  expectText(/O que você usou para participar é devolvido\.$/)
  await confirm('Sim, cancelar')
  expect(server.bodiesOf(cancelReservationCall)).toEqual([{ reservation_id, campaign_id }])
})

test.each(['held', 'confirmed', 'cancelled', 'expired'] as const)(
  'help with a reservation that is %s is about its participation',
  async (state) => {
    server.respond(listMyTicketsCall, [{ ...reservation, state }])
    await openPage('/ingressos')
    expect(linkTo(helpName)).toBe(`/atendimento/novo/reserva/${reservation.transaction_id}`)
  },
)

test('help with a reservation whose participation an older server does not name is about the promotion', async () => {
  server.respond(listMyTicketsCall, [{ ...reservation, transaction_id: undefined }])
  await openPage('/ingressos')
  expect(linkTo(helpName)).toBe(`/atendimento/novo/ingresso/${reservation.campaign_id}`)
})

test('a cancelled session shows its reason and no valid-looking ticket', async () => {
  server.respond(listMyTicketsCall, [
    {
      ...reservation,
      state: 'cancelled',
      can_cancel: false,
      session_cancelled: { reason: 'Chuva forte.' },
      tickets: reservation.tickets.map((ticket) => ({ ...ticket, state: 'cancelled' as const })),
    },
  ])
  await openPage('/ingressos')
  expectText('Esta sessão foi cancelada.')
  expectText(/Motivo: Chuva forte\.$/)
  expect(screen.queryByRole('img', { name: /QR Code/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Cancelar/ })).toBeNull()
})

test('a cancelled session shows its reason to customers whose places were held', async () => {
  const session_cancelled = { reason: 'Chuva forte.' }
  server.respond(listMyTicketsCall, [{ ...reservation, state: 'cancelled', tickets: [], session_cancelled }])
  await openPage('/ingressos')
  expectText(/Motivo: Chuva forte\.$/)
  expectText('Cancelada')
  expect(screen.queryByRole('link', { name: 'Continuar' })).toBeNull()
})

test('a cancelled session shows its reason to waiting customers, who can no longer leave the list', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [
    { ...samples.waiting, state: 'left', position: null, session_cancelled: { reason: 'Chuva forte.' } },
  ])
  await openPage('/ingressos')
  expectText('Esta sessão foi cancelada.')
  expectText(/Motivo: Chuva forte\.$/)
  expectText('A lista de espera terminou.')
  expect(screen.queryByRole('button', { name: 'Sair da lista de espera' })).toBeNull()
})

test('customers who were waiting when the waiting list ended see why, and can no longer leave it', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [
    { ...samples.waiting, state: 'left', position: null, has_list_ended: true },
  ])
  await openPage('/ingressos')
  expectText('Sessão da tarde')
  expectText('A lista de espera terminou.')
  expectText('As reservas desta sessão terminaram antes que você ficasse com ingressos.')
  expect(screen.queryByText(/Você está na lista de espera/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sair da lista de espera' })).toBeNull()
})

test('a valid ticket shows its cancellation deadline', async () => {
  const [ticket] = reservation.tickets
  server.respond(listMyTicketsCall, [
    { ...reservation, tickets: [ticket!] },
    {
      ...reservation,
      reservation_id: sampleId(20),
      cancel_until: '2026-12-10T15:30:00Z',
      tickets: [{ ...ticket!, state: 'used' as const }],
    },
    { ...reservation, reservation_id: sampleId(21), before_change, tickets: [ticket!] },
  ])
  await openPage('/ingressos')
  const shown = screen.getAllByText(/^Cancelamento/).map(({ textContent }) => textContent)
  expect(shown).toEqual(['Cancelamento até sáb., 12 de dez., 9h', 'Cancelamento sem custo até o início'])
})

test('a customer can wait for fewer tickets, and sees that the position is kept', async () => {
  const waiting = { ...samples.waiting, quantity: 4 }
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [waiting])
  await openPage('/ingressos')
  await press('Esperar por menos ingressos')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Um ingresso a mais' }).disabled).toBe(true)
  await press('Um ingresso a menos')
  server.respond(lowerWaitingQuantityCall, { ...waiting, quantity: 2 })
  server.respond(listMyWaitingEntriesCall, [{ ...waiting, quantity: 2 }])
  await confirm('Esperar por 2 ingressos')
  expect(server.bodiesOf(lowerWaitingQuantityCall)).toEqual([
    { entry_id: waiting.entry_id, quantity: 2, requires_offer: false },
  ])
  expect(currentToast().message).toBe('Agora você espera por 2 ingressos, na mesma posição.')
  expectText('Você está na lista de espera para 2 ingressos, na 3ª posição.')
})

test('a waiting customer is told that fewer places are free, and the dialog proposes exactly that number', async () => {
  const waiting = { ...samples.waiting, quantity: 4, places_if_lowered: 2 }
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [waiting])
  await openPage('/ingressos')
  expectText('Há 2 lugares agora: espere por 2 ingressos e a vez é sua.')
  await press('Esperar por menos ingressos')
  expectText(
    /^Há 2 lugares agora: a vez é sua se você esperar por 2 ingressos\. Depois não dá para aumentar\.$/,
  )
  await press('Um ingresso a mais')
  expectText(/^Você mantém a sua posição, e a vez pode chegar antes\. Depois não dá para aumentar\.$/)
  await press('Um ingresso a menos')
  const offered = {
    ...waiting,
    quantity: 2,
    state: 'offered' as const,
    position: null,
    places_if_lowered: null,
  }
  server.respond(lowerWaitingQuantityCall, offered)
  await confirm('Esperar por 2 ingressos')
  expect(server.bodiesOf(lowerWaitingQuantityCall)).toEqual([
    { entry_id: waiting.entry_id, quantity: 2, requires_offer: true },
  ])
  expect(currentToast().message).toBe('Chegou a sua vez!')
})

test('the open dialog for fewer tickets keeps its proposal when the free places are taken, and requests the offer that it showed', async () => {
  const waiting = { ...samples.waiting, quantity: 4, places_if_lowered: 2 }
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [waiting])
  await openPage('/ingressos')
  await press('Esperar por menos ingressos')
  server.respond(listMyWaitingEntriesCall, [{ ...waiting, places_if_lowered: null }])
  vi.setSystemTime(Date.parse(sampleNow) + 60_000)
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(screen.queryByText(/espere por 2 ingressos e a vez é sua/)).toBeNull())
  expectText(/^Há 2 lugares agora: a vez é sua se você esperar por 2 ingressos\./)
  server.respond(lowerWaitingQuantityCall, waiting)
  await confirm('Esperar por 2 ingressos')
  expect(server.bodiesOf(lowerWaitingQuantityCall)).toEqual([
    { entry_id: waiting.entry_id, quantity: 2, requires_offer: true },
  ])
})

test('a waiting-list entry of a session with closed reservations shows this, and its quantity cannot be lowered', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [{ ...samples.waiting, quantity: 4, is_closed: true }])
  await openPage('/ingressos')
  expectText(/^As reservas desta sessão estão encerradas\. Se reabrirem, a lista de espera continua/)
  expect(screen.queryByRole('button', { name: 'Esperar por menos ingressos' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sair da lista de espera' })).toBeTruthy()
})

test('the quantity of a waiting-list entry for one ticket cannot be lowered, and the dialog for leaving the list names the session', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [samples.waiting])
  await openPage('/ingressos')
  expect(screen.queryByRole('button', { name: 'Esperar por menos ingressos' })).toBeNull()
  await press('Sair da lista de espera')
  expectText(/^1 ingresso: Sessão da tarde, sáb\., 12 de dez\., 15h$/)
})

test('waiting-list offers are listed first, with session, date and deadline', async () => {
  const { waiting } = samples
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [
    waiting,
    {
      ...waiting,
      entry_id: sampleId(20),
      session_title: 'Sessão da noite',
      starts_at: '2026-12-12T23:00:00Z',
      quantity: 2,
      state: 'offered',
      position: null,
      offer_expires_at: '2026-11-21T15:30:00Z',
    },
  ])
  await openPage('/ingressos')
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Sessão da noite', 'Sessão da tarde'])
  expectText('sáb., 12 de dez., 20h')
  expectText('Chegou a sua vez: 2 ingressos para você até 12h30.')
})

test('usable tickets can be downloaded as a PDF, used ones cannot', async () => {
  const [ticket] = reservation.tickets
  const used = {
    ...reservation,
    reservation_id: sampleId(20),
    tickets: [{ ...ticket!, state: 'used' as const, used_at: '2026-11-21T14:00:00Z' }],
  }
  server.respond(listMyTicketsCall, [reservation, used])
  await openPage('/ingressos')
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Baixar em PDF', hidden: true })
  expect(links.map(({ pathname }) => pathname)).toEqual([
    `/api/marketing/event-tickets/tickets/${reservation.reservation_id}/ingressos.pdf`,
  ])
})

test('cancelled tickets, expired reservations and expired offers show their state first', async () => {
  const held = { ...reservation, ...samples.hold, state: 'held' as const, tickets: [] }
  server.respond(listMyTicketsCall, [
    { ...held, reservation_id: sampleId(20), expires_at: '2026-11-21T14:59:59Z' },
    {
      ...reservation,
      state: 'cancelled',
      can_cancel: false,
      tickets: [{ ...reservation.tickets[0]!, state: 'cancelled' }],
    },
    { ...reservation, reservation_id: sampleId(21), state: 'cancelled', can_cancel: false, tickets: [] },
  ])
  server.respond(listMyWaitingEntriesCall, [
    { ...samples.waiting, state: 'offered', position: null, offer_expires_at: '2026-11-21T14:59:59Z' },
    {
      ...samples.waiting,
      entry_id: sampleId(22),
      state: 'expired',
      position: null,
      offer_expires_at: '2026-11-21T13:09:00Z',
      campaign_slug: 'cinema',
    },
  ])
  await openPage('/ingressos')
  const [expired, cancelled, withoutTickets] = screen
    .getAllByRole('heading', { name: 'Sessão da tarde', level: 2, hidden: true })
    .map((title) => title.parentElement?.firstElementChild?.textContent)
  expect(expired).toBe('Sua reserva expirou. Faça uma nova reserva.')
  expect([cancelled, withoutTickets]).toEqual(['Cancelado', 'Cancelada'])
  expect(screen.queryByText(/Sua reserva de .* vale até/)).toBeNull()
  expectText('Conferindo se esta oferta ainda vale…')
  expect(screen.getAllByText('A sua vez passou.')).toHaveLength(1)
  expectText('O prazo para aceitar terminou às 10h09, e você saiu da lista de espera.')
  const links = screen
    .getAllByRole('link', { name: 'Ver as sessões' })
    .map((link) => link.getAttribute('href'))
  expect(links).toContainEqual(expect.stringContaining('/cinema'))
  expect(screen.queryByRole('button', { name: 'Aceitar e reservar' })).toBeNull()
})

test('a reservation stored by an earlier version shows no session change', async () => {
  server.respond(listMyTicketsCall, [reservation])
  await openPage('/ingressos')
  expect(screen.queryByText('Esta sessão mudou.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancelar reserva' })).toBeTruthy()
})

test('an empty list of tickets in a passwordless session shows the password prompt once', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  server.respond(listMyTicketsCall, [])
  await openPage('/ingressos')
  expectText(/^Sem a senha, aqui aparece só o que você fizer/)
  expect(screen.getAllByRole('button', { name: 'Confirmar senha' })).toHaveLength(1)
})

test('before a reservation is cancelled, its session, date and number of tickets are shown', async () => {
  const other = { reservation_id: sampleId(20), starts_at: '2026-12-13T22:00:00Z', quantity: 1 }
  server.respond(listMyTicketsCall, [
    reservation,
    { ...reservation, ...other, tickets: reservation.tickets.slice(0, 1) },
  ])
  await openPage('/ingressos')
  await press('Cancelar reserva', screen.getAllByRole('region')[1])
  const dialog = screen.getByRole('dialog', { name: 'Cancelar a reserva?' })
  expect(dialog.textContent).toContain('1 ingresso: Sessão da tarde, dom., 13 de dez., 19h')
  expect(dialog.textContent).toContain('Seu ingresso deixa de valer e o lugar vai para outra pessoa.')
})

const cancelledReservation = {
  ...reservation,
  reservation_id: sampleId(30),
  state: 'cancelled' as const,
  can_cancel: false,
  tickets: reservation.tickets.map((ticket) => ({ ...ticket, state: 'cancelled' as const })),
}
const collapsedGroup = () => screen.getByText(/^Usados, cancelados e de datas passadas/).closest('details')!

test('cancelled and past tickets are collapsed below the usable ones', async () => {
  const past = { ...reservation, reservation_id: sampleId(31), starts_at: '2026-10-10T18:00:00Z' }
  server.respond(listMyTicketsCall, [past, cancelledReservation, reservation])
  await openPage('/ingressos')
  const collapsed = within(collapsedGroup())
  expect(collapsedGroup().open).toBe(false)
  expect(collapsed.getByText('Usados, cancelados e de datas passadas (2)')).toBeTruthy()
  expect(collapsed.getAllByText('Cancelado')).toHaveLength(2)
  expect(collapsed.getAllByText('Sessão encerrada')).toHaveLength(2)
  expect(collapsed.queryByRole('img', { name: /QR Code/, hidden: true })).toBeNull()
  const [usable] = screen.getAllByRole('region')
  expect(collapsedGroup().contains(usable!)).toBe(false)
  expect(within(usable!).getAllByRole('img', { name: /QR Code/ })).toHaveLength(2)
})

test('cancelled tickets are expanded if there are no others', async () => {
  server.respond(listMyTicketsCall, [cancelledReservation])
  await openPage('/ingressos')
  expect(collapsedGroup().open).toBe(true)
})

test('each ticket shows its session once, and a reservation without tickets shows its session and status', async () => {
  const expired = { ...reservation, reservation_id: sampleId(32), state: 'expired' as const, tickets: [] }
  server.respond(listMyTicketsCall, [{ ...reservation, tickets: reservation.tickets.slice(0, 1) }, expired])
  await openPage('/ingressos')
  const [usable] = screen.getAllByRole('region')
  const titles = within(usable!).getAllByRole('heading')
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Sessão da tarde'])
  expect(collapsedGroup().textContent).toContain('ExpiradaSessão da tardesáb., 12 de dez., 15h')
})

test('an offer whose deadline passes while the page is open is shown in the state that the server reports: paused, then expired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const offer = {
    ...samples.waiting,
    state: 'offered' as const,
    position: null,
    offer_expires_at: new Date(Date.now() + 5_000).toISOString(),
  }
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [offer])
  await openPage('/ingressos')
  expectText(/Chegou a sua vez/)
  server.respond(listMyWaitingEntriesCall, [{ ...offer, is_paused: true }])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expectText('Separados para você: 1 ingresso.')
  server.respond(listMyWaitingEntriesCall, [{ ...offer, state: 'expired' }])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expectText('A sua vez passou.')
  vi.useRealTimers()
})
