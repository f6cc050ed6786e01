import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import * as calls from '@clube/contract/event-tickets/calls.ts'
import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import { acceptOfferCall, joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { confirmContactCall, sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { advanceTime } from '../../../testing/jsdom.ts'
import { refusal, success, unreachable } from '../../../testing/fake-server.ts'
import { sampleNow, samples } from '../../../testing/samples.ts'
import {
  confirm,
  expectNoToast,
  expectText,
  expectToast,
  fieldValue,
  heading,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { consent, hold, participation, reservation, session, waiting } = samples
const { transaction_id, protocol, expires_at } = participation
const { reservation_id, campaign_id, session_id } = hold

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow), toFake: ['Date', 'setInterval', 'clearInterval'] })
  syncServerTime(sampleNow)
  server.respond(readCampaignCall, samples.campaign)
  server.respond(readProfileCall, samples.profile)
  server.respond(readConsentDocumentCall, refusal('consent.unknown-document'))
  server.respond(calls.listSessionsCall, [session])
  server.respond(startTransactionCall, { transaction_id, protocol, expires_at })
  server.respond(calls.reserveCall, hold)
  server.respond(calls.readReservationCall, { ...reservation, ...hold, state: 'held', tickets: [] })
  server.respond(calls.confirmReservationCall, reservation)
  server.respond(
    calls.cancelReservationCall,
    success({ reservation_id, campaign_id }, { message: 'Reserva cancelada.' }),
  )
})

const open = () => openPage('/ingressos/mostra')
/** Opens the page with one session that differs from the sample. */
const openWith = (changes: Partial<EventSession>) => {
  server.respond(calls.listSessionsCall, [{ ...session, ...changes }])
  return open()
}
const mine = (changes: Partial<NonNullable<EventSession['mine']>>) => ({
  mine: { quantity: 0, hold: null, waiting: null, ...changes },
})
const timer = () => screen.queryByRole('timer')?.textContent
const savedText = () => localStorage.getItem('eventTicketsReservation')
const acceptTerms = async () => {
  fireEvent.click(screen.getByRole('checkbox'))
  await settle()
}
async function reserveTwo(changes: Partial<EventSession> = {}) {
  await openWith(changes)
  await press('Um ingresso a mais')
  await press('Reservar')
}
async function confirmTwo() {
  await type('Nome completo do participante 2', 'Bia Souza')
  await acceptTerms()
  await press('Confirmar')
}

test.each([
  ['available', null, 'Disponível'],
  ['last_places', null, 'Últimos lugares'],
  ['last_places', 3, 'Restam 3'],
  ['held_by_others', null, 'Reservado por outras pessoas, tente em alguns minutos'],
  ['sold_out', null, 'Esgotado, entrar na lista de espera'],
  ['closed', null, 'Reservas encerradas'],
] as const)('a session with status %s and %s places left shows: %s', async (status, remaining, label) => {
  await openWith({ status, remaining })
  expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByText('sáb., 12 de dez., 15h')).toBeTruthy()
})

test('while all free places are held by others, nothing can be chosen, and the page says when places may return', async () => {
  await openWith({ status: 'held_by_others' })
  expectText('Cada reserva vale por 15 minutos. Se alguém não confirmar, o lugar volta para cá.')
  expect(screen.queryByRole('button', { name: 'Um ingresso a mais' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reservar' })).toBeNull()
})

test('reserving starts a participation, holds places, saves eventTicketsReservation and counts down', async () => {
  await reserveTwo()
  expect(server.bodiesOf(startTransactionCall)).toMatchObject([{ campaign_id, kind: 'event_tickets' }])
  expect(server.bodiesOf(calls.reserveCall)).toMatchObject([{ transaction_id, session_id, quantity: 2 }])
  expect(JSON.parse(savedText() ?? '')).toEqual(hold)
  expect(timer()).toBe('15:00')
  await advanceTime(1_000)
  expect(timer()).toBe('14:59')
})

test('the countdown of a hold is announced at five minutes and at one minute', async () => {
  await reserveTwo()
  const announced = () =>
    screen.getAllByRole('status').reduce((all, { textContent }) => all + textContent, '')
  await advanceTime(599_000)
  expect(announced()).toBe('')
  await advanceTime(1_000)
  expect(announced()).toBe('Faltam 5 minutos para a sua reserva terminar.')
  await advanceTime(240_000)
  expect(announced()).toBe('Falta 1 minuto para a sua reserva terminar.')
})

test('places are still held after 899 and 900 seconds, but not after 901', async () => {
  await reserveTwo()
  await advanceTime(899_000)
  expect(timer()).toBe('0:01')
  await advanceTime(1_000)
  expect(timer()).toBe('0:00')
  expect(savedText()).not.toBeNull()
  await advanceTime(1_000)
  expect(screen.getByText('Sua reserva expirou. Faça uma nova reserva.')).toBeTruthy()
  expect(savedText()).toBeNull()
  await press('Fazer nova reserva')
  expect(screen.getByRole('button', { name: 'Reservar' })).toBeTruthy()
})

test('on a phone whose clock is an hour slow the countdown follows the server', async () => {
  vi.setSystemTime(Date.parse(sampleNow) - 3_600_000)
  syncServerTime('2026-11-21T15:10:00Z')
  await reserveTwo()
  expect(timer()).toBe('5:00')
})

test('a saved reservation is resumed; an expired one is removed from storage', async () => {
  localStorage.setItem('eventTicketsReservation', JSON.stringify(hold))
  await open()
  expect(timer()).toBe('15:00')
  cleanup()
  syncServerTime('2026-11-21T15:15:01Z')
  await open()
  expect(timer()).toBeUndefined()
  expect(savedText()).toBeNull()
})

test('a hold made on another device is shown with its remaining time', async () => {
  await openWith(mine({ quantity: 2, hold }))
  expect(timer()).toBe('15:00')
})

test('confirming a reservation sends all names and the accepted terms, then shows the tickets', async () => {
  await reserveTwo()
  await press('Confirmar')
  expect(screen.getByText('Nome é obrigatório')).toBeTruthy()
  expect(screen.getByText('Você deve aceitar os termos do evento para continuar!')).toBeTruthy()
  await confirmTwo()
  const participants = [{ name: 'Ana Souza' }, { name: 'Bia Souza' }]
  expect(server.bodiesOf(calls.confirmReservationCall)).toEqual([
    {
      reservation_id,
      participants,
      accepted_terms: 'yes',
      seen_session: { starts_at: session.starts_at, place: session.place },
    },
  ])
  expect(heading()).toBe('Ingressos confirmados!')
  expect(screen.getByText('K7QM-2XPD-9FHT')).toBeTruthy()
  expect(linkTo('Adicionar à agenda')).toBe(
    `/api/marketing/event-tickets/calendar/${reservation_id}/evento.ics`,
  )
  expect(savedText()).toBeNull()
  await vi.waitFor(() => screen.getByRole('img', { name: 'QR Code do ingresso de Ana Souza' }))
})

test('a kiosk offers no calendar file and no advice to brighten the screen', async () => {
  saveServiceChannel('totem', 'temporary')
  server.respond(calls.confirmReservationCall, { ...reservation, tickets: reservation.tickets.slice(0, 1) })
  await reserveTwo()
  await confirmTwo()
  expect(heading()).toBe('Ingresso confirmado!')
  const advice = 'Fotografe o ingresso, ou abra o clube no seu celular: ele está em Meus ingressos.'
  expect(screen.getByText(advice)).toBeTruthy()
  expect(screen.queryByText(/aumente o brilho/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Adicionar à agenda' })).toBeNull()
})

test('event terms that were replaced before the confirmation are loaded and must be accepted again', async () => {
  const terms = { ...consent, kind: 'event_terms' as const }
  server.respond(readConsentDocumentCall, { ...terms, version: '1.0' }, { ...terms, version: '1.1' })
  server.respond(calls.confirmReservationCall, refusal('event-tickets.terms-outdated'), reservation)
  await reserveTwo()
  await screen.findByRole('checkbox')
  await confirmTwo()
  const outdated = 'Os termos do evento foram atualizados. Leia a nova versão e aceite para continuar.'
  await vi.waitFor(() => screen.getByText(outdated))
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  await acceptTerms()
  await press('Confirmar')
  expect(server.bodiesOf(calls.confirmReservationCall)).toMatchObject([
    { terms_version: '1.0' },
    { terms_version: '1.1', accepted_terms: 'yes' },
  ])
})

test('the event terms open in a dialog while the countdown runs, and can be accepted there', async () => {
  server.respond(readConsentDocumentCall, { ...consent, kind: 'event_terms' as const })
  await reserveTwo()
  await screen.findByRole('checkbox')
  await press('Ler Termos do evento')
  expect(screen.getByRole('dialog', { name: 'Termos do evento' })).toBeTruthy()
  expect(screen.getByRole('timer', { hidden: true })).toBeTruthy()
  await press('Li e aceito')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

test('event terms that did not load must be loaded before the tickets can be confirmed', async () => {
  const terms = { ...consent, kind: 'event_terms' as const, version: '1.0' }
  server.respond(readConsentDocumentCall, unreachable, terms)
  await reserveTwo()
  await vi.waitFor(() => screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull()
  await press('Tentar novamente')
  await vi.waitFor(() => screen.getByRole('checkbox'))
  await confirmTwo()
  expect(server.bodiesOf(calls.confirmReservationCall)).toMatchObject([{ terms_version: '1.0' }])
})

test('participants’ birth dates are requested if the session has a minimum age; the customer’s is prefilled', async () => {
  await reserveTwo({ minimum_age: 16 })
  const dateOf = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value
  expect(dateOf('Data de nascimento do participante 1')).toBe('12/03/1990')
  expect(dateOf('Data de nascimento do participante 2')).toBe('')
})

test('a reservation that the server reports as expired is shown as expired', async () => {
  server.respond(calls.confirmReservationCall, refusal('event-tickets.reservation-expired'))
  await reserveTwo()
  await confirmTwo()
  expect(screen.getByRole('button', { name: 'Fazer nova reserva' })).toBeTruthy()
  expectNoToast()
})

const endedHold = {
  ...reservation,
  ...hold,
  state: 'cancelled' as const,
  tickets: [],
  session_cancelled: { reason: 'Chuva forte.' },
}
const expectSessionCancelled = async () => {
  await vi.waitFor(() => expectText(/Motivo: Chuva forte\.$/))
  expectText('Esta sessão foi cancelada.')
  expectText('O que você usou para participar foi devolvido.')
  expect(timer()).toBeUndefined()
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull()
}

test('if the session is cancelled while places are held, the page ends the countdown and shows the reason, even after a reload', async () => {
  server.respond(calls.readReservationCall, endedHold)
  await reserveTwo()
  server.respond(calls.listSessionsCall, [{ ...session, status: 'cancelled' }])
  await advanceTime(15_000)
  await expectSessionCancelled()
  expect(document.activeElement?.textContent).toBe('Ver as sessões')
  cleanup()
  await open()
  await expectSessionCancelled()
  await press('Ver as sessões')
  expectText('Sessão cancelada')
  expect(savedText()).toBeNull()
})

test('if the session turns out to be cancelled on confirmation, the page shows the reason instead of a toast', async () => {
  server.respond(calls.readReservationCall, endedHold)
  server.respond(calls.confirmReservationCall, refusal('event-tickets.session-cancelled'))
  await reserveTwo()
  await confirmTwo()
  await expectSessionCancelled()
  expectNoToast()
})

const moved = { ...session, starts_at: '2026-12-13T20:00:00Z', place: 'Teatro' }
const before_change = { session_title: session.title, place: session.place, starts_at: session.starts_at }
const expectMoved = async () => {
  await vi.waitFor(() => expectText('Esta sessão mudou.'))
  expectText(/Agora: Sessão da tarde, dom., 13 de dez., 17h, Teatro\.$/)
  expectText(/^Antes: Sessão da tarde, sáb., 12 de dez., 15h, .*\.$/)
  expectText('Confira antes de confirmar. Se não puder ir, cancele a reserva.')
}

test('if the session is moved while places are held, the page shows the change and confirms the new date', async () => {
  await reserveTwo()
  expect(screen.queryByText('Esta sessão mudou.')).toBeNull()
  server.respond(calls.listSessionsCall, [moved])
  await advanceTime(15_000)
  await expectMoved()
  expect(server.requestsOf(calls.readReservationCall)).toEqual([])
  await confirmTwo()
  const { starts_at, place } = moved
  expect(server.bodiesOf(calls.confirmReservationCall)).toMatchObject([
    { seen_session: { starts_at, place } },
  ])
  expect(heading()).toBe('Ingressos confirmados!')
})

test('a confirmation refused because the session was moved shows the change, and the second press confirms the new date', async () => {
  server.respond(calls.confirmReservationCall, refusal('event-tickets.session-changed'), {
    ...reservation,
    before_change,
  })
  await reserveTwo()
  // The list of sessions may be a second old: the reservation is read, too.
  const { starts_at, place } = moved
  server.respond(calls.readReservationCall, { ...reservation, ...hold, state: 'held', starts_at, place })
  await confirmTwo()
  expectToast('Esta sessão mudou: confira a data e o local antes de confirmar.', 'error')
  await expectMoved()
  expect(document.activeElement?.textContent).toContain('Esta sessão mudou.')
  expect(fieldValue('Nome completo do participante 2')).toBe('Bia Souza')
  await press('Confirmar')
  expect(server.bodiesOf(calls.confirmReservationCall)).toMatchObject([
    { seen_session: { starts_at: session.starts_at, place: session.place } },
    { seen_session: { starts_at, place } },
  ])
  expect(heading()).toBe('Ingressos confirmados!')
})

test('a hold of a session that was moved before the page was opened shows the change', async () => {
  const held = { ...reservation, ...hold, state: 'held' as const, tickets: [] }
  const { starts_at, place } = moved
  server.respond(calls.readReservationCall, { ...held, starts_at, place, before_change })
  await openWith({ ...moved, ...mine({ quantity: 2, hold }) })
  await expectMoved()
})

test('confirming a reservation that was cancelled on another device returns to the sessions', async () => {
  server.respond(calls.confirmReservationCall, refusal('event-tickets.reservation-cancelled'))
  await reserveTwo()
  await confirmTwo()
  expectToast('Esta reserva foi cancelada.', 'error')
  expect(screen.getByRole('button', { name: 'Reservar' })).toBeTruthy()
  expect(savedText()).toBeNull()
})

test('when too few places are left, the server’s message is shown and the sessions are reloaded', async () => {
  server.respond(calls.reserveCall, refusal('event-tickets.too-few-left', { k: 1 }))
  await open()
  expect(server.requestsOf(calls.listSessionsCall)).toHaveLength(1)
  await press('Reservar')
  expectToast('Resta 1 ingresso. Ajuste a quantidade.', 'error')
  expect(server.requestsOf(calls.listSessionsCall)).toHaveLength(2)
})

test('cancelling a hold requires confirmation and returns to the sessions', async () => {
  await reserveTwo()
  await press('Cancelar reserva')
  expect(server.bodiesOf(calls.cancelReservationCall)).toEqual([])
  await confirm('Sim, cancelar')
  expect(server.bodiesOf(calls.cancelReservationCall)).toEqual([{ reservation_id, campaign_id }])
  expectToast('Reserva cancelada.')
  expect(screen.getByRole('button', { name: 'Reservar' })).toBeTruthy()
  expect(savedText()).toBeNull()
})

test('a reservation is cancelled through the endpoint that the club configured', async () => {
  const endpoint = 'https://reservas.exemplo.com.br/cancelar'
  server.respond(calls.listSessionsCall, [{ ...session, ...mine({ quantity: 2, hold }) }])
  await openPage('/ingressos/mostra', {
    endpoints: { ...samples.club.endpoints, cancel_reservation: endpoint },
  })
  await press('Cancelar reserva')
  await confirm('Sim, cancelar')
  expect(server.requestsOf(calls.cancelReservationCall)).toMatchObject([{ endpoint }])
})

test('the chosen quantity never exceeds the number of remaining places, even when that number decreases', async () => {
  const quantity = () =>
    screen.getByRole('group', { name: /Ingressos/u }).querySelector('output')?.textContent
  await openWith({ status: 'last_places', remaining: 2 })
  await press('Um ingresso a mais')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Um ingresso a mais' }).disabled).toBe(true)
  server.respond(calls.listSessionsCall, [{ ...session, status: 'last_places', remaining: 1 }])
  server.respond(calls.reserveCall, refusal('event-tickets.too-few-left', { k: 1 }))
  expect(quantity()).toBe('2')
  await press('Reservar')
  expect(quantity()).toBe('1')
})

test('a session shows how many tickets a person can reserve', async () => {
  await openWith({ limit_per_document: 4 })
  expect(screen.getByText('Até 4 ingressos por pessoa')).toBeTruthy()
})

test('a customer on the waiting list is not told to join it', async () => {
  await openWith({ status: 'sold_out', ...mine({ waiting }) })
  expect(screen.getByText('Esgotado')).toBeTruthy()
  expect(screen.queryByText(/entrar na lista de espera/)).toBeNull()
})

test('before joining the waiting list for several tickets, a customer is told that it may take longer', async () => {
  const notice = 'Quem espera por mais ingressos costuma esperar mais: quem pede menos pode ter a vez antes.'
  await openWith({ status: 'sold_out' })
  expect(screen.queryByText(notice)).toBeNull()
  await press('Um ingresso a mais')
  expect(screen.getByText(notice)).toBeTruthy()
})

test('a customer on the waiting list sees their position', async () => {
  server.respond(joinWaitingListCall, waiting)
  await openWith({ status: 'sold_out' })
  server.respond(calls.listSessionsCall, [{ ...session, status: 'sold_out', ...mine({ waiting }) }])
  await press('Entrar na lista de espera')
  // The entry says whether the e-mail must be confirmed first.
  expectToast('Você entrou na lista de espera.')
  expect(server.bodiesOf(joinWaitingListCall)).toMatchObject([{ session_id, quantity: 1 }])
  expect(screen.getByText('Você está na lista de espera para 1 ingresso, na 3ª posição.')).toBeTruthy()
})

test('the position of a waiting customer is replaced by a notice when the list ends while the page is open', async () => {
  await openWith({ status: 'sold_out', ...mine({ waiting }) })
  expectText('Você está na lista de espera para 1 ingresso, na 3ª posição.')
  const ended = { ...waiting, state: 'left' as const, position: null, has_list_ended: true }
  server.respond(calls.listSessionsCall, [{ ...session, status: 'closed', ...mine({ waiting: ended }) }])
  await advanceTime(15_000)
  expectText('Reservas encerradas')
  expectText('A lista de espera terminou.')
  expect(screen.queryByText(/Você está na lista de espera/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sair da lista de espera' })).toBeNull()
})

test('a customer can confirm their e-mail from the waiting list, and the page keeps the focus', async () => {
  server.respond(readProfileCall, { ...samples.profile, is_email_verified: false })
  server.respond(sendContactCodeCall, { expires_at: '2100-01-01T12:30:00Z' })
  server.respond(confirmContactCall, samples.profile)
  await openWith({ status: 'sold_out', ...mine({ waiting }) })
  expect(screen.getByText(/Confirme para receber nele o aviso quando chegar a sua vez\./u)).toBeTruthy()
  await press('Confirmar e-mail')
  await type('Código do e-mail', '123456')
  await press('Confirmar')
  expectToast('E-mail confirmado.', 'success')
  expect(screen.queryByText(/ainda não foi confirmado/u)).toBeNull()
  expect(document.activeElement?.textContent).toContain('na 3ª posição')
})

test('accepting a waiting-list offer creates a reservation', async () => {
  const offer_expires_at = '2026-11-21T15:30:00Z'
  const offer = { ...waiting, state: 'offered' as const, position: null, offer_expires_at }
  server.respond(acceptOfferCall, { ...hold, quantity: 1 })
  await openWith({ status: 'sold_out', ...mine({ waiting: offer }) })
  expect(screen.queryByText(/Esgotado/)).toBeNull()
  expect(screen.getByText('Chegou a sua vez: 1 ingresso para você até 12h30.')).toBeTruthy()
  await press('Aceitar e reservar')
  expect(server.bodiesOf(acceptOfferCall)).toMatchObject([{ transaction_id, entry_id: waiting.entry_id }])
  expect(timer()).toBe('15:00')
})

test('an offer of a paused promotion shows no deadline and cannot be accepted, but can be declined', async () => {
  const offer_expires_at = '2026-11-21T15:30:00Z'
  const offer = { ...waiting, state: 'offered' as const, position: null, offer_expires_at, is_paused: true }
  await openWith({ status: 'closed', ...mine({ waiting: offer }) })
  expectText('Separados para você: 1 ingresso.')
  expectText('A promoção está pausada, e o prazo para aceitar não corre. Avisaremos quando ela voltar.')
  expect(screen.queryByText(/12h30/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Aceitar e reservar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Não quero mais' })).toBeTruthy()
})

test('a customer on the waiting list of a paused promotion keeps the position', async () => {
  await openWith({ status: 'closed', ...mine({ waiting: { ...waiting, is_paused: true } }) })
  expectText('Você está na lista de espera para 1 ingresso, na 3ª posição.')
  expectText('A promoção está pausada. O seu lugar na lista continua guardado. Avisaremos quando ela voltar.')
  expect(screen.queryByText('Reservas encerradas')).toBeNull()
})

test('when accepting an offer is refused because the promotion has ended, the offer disappears with the reason', async () => {
  const offer_expires_at = '2026-11-21T15:30:00Z'
  const offer = { ...waiting, state: 'offered' as const, position: null, offer_expires_at }
  server.respond(acceptOfferCall, refusal('campaigns.ended', { date: '21/11/2026' }))
  await openWith({ status: 'sold_out', ...mine({ waiting: offer }) })
  server.respond(calls.listSessionsCall, [
    {
      ...samples.session,
      status: 'closed',
      ...mine({ waiting: { ...offer, state: 'left', has_list_ended: true } }),
    },
  ])
  await press('Aceitar e reservar')
  expectToast('Esta promoção terminou em 21/11/2026.')
  expect(screen.queryByRole('button', { name: 'Aceitar e reservar' })).toBeNull()
  expectText(/A lista de espera terminou/)
})

test('participant names are restored after a reload, but the terms must be accepted again', async () => {
  await reserveTwo()
  await type('Nome completo do participante 2', 'Bia Souza')
  await acceptTerms()
  cleanup()
  await open()
  expect(fieldValue('Nome completo do participante 2')).toBe('Bia Souza')
  expect(screen.getByText(/rascunho fica neste aparelho por 1 dia ou até você sair/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  await press('Confirmar')
  expect(server.requestsOf(calls.confirmReservationCall)).toEqual([])
  await acceptTerms()
  await press('Confirmar')
  expect(heading()).toBe('Ingressos confirmados!')
  expect(Object.keys(localStorage).filter((name) => name.startsWith('clube_draft/'))).toEqual([])
})
