import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import * as calls from '@clube/contract/event-tickets/calls.ts'
import { confirmRefusals } from '@clube/contract/event-tickets/refusals.ts'
import { eventSessionStatuses, type EventSession } from '@clube/contract/event-tickets/session.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { clearOffline, storeWallet } from '../../platform/offline/wallet-store.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { respond, refusal, unreachable } from '../../testing/fake-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { choose, press, waitForText, type } from './simulated-user.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import {
  endedList,
  endedWaiting,
  expiredOffer,
  identified,
  signedInScreens,
  offer,
  pausedOffer,
  signedIn,
} from './shopper-screens.ts'

const { campaign, hold, profile, reservation, session, waiting } = samples

/** The reservation as a passwordless session sees it: all participants' names are masked. */
const unnamed = {
  ...reservation,
  tickets: reservation.tickets.map((ticket) => ({ ...ticket, participant_name: 'A••• S•••' })),
}

/** A reservation whose session was moved after the reservation was made. */
const changed = {
  ...reservation,
  before_change: {
    session_title: reservation.session_title,
    place: 'Teatro do piso L3',
    starts_at: '2026-12-11T18:00:00Z',
  },
}

/** Held places whose session was moved after they were reserved. */
const heldChanged = { ...changed, ...hold, state: 'held' as const, tickets: [] }

/** A hold that ended because its session was cancelled. */
const endedHold = {
  ...reservation,
  ...hold,
  state: 'cancelled' as const,
  can_cancel: false,
  session_cancelled: { reason: 'Chuva forte prevista para a noite.' },
  tickets: [],
}

/** A cancelled reservation, and one whose session has ended. */
const past = [
  {
    ...reservation,
    state: 'cancelled' as const,
    can_cancel: false,
    tickets: reservation.tickets.map((ticket) => ({ ...ticket, state: 'cancelled' as const })),
  },
  { ...reservation, reservation_id: sampleId(21), can_cancel: false, starts_at: '2026-11-14T18:00:00Z' },
]

const mine = signedInScreens(
  { group: 'Ingressos', path: '/ingressos', slug: 'ingressos' },
  [
    respond(calls.listMyTicketsCall, [
      { ...reservation, ...hold, state: 'held', tickets: [] },
      { ...reservation, reservation_id: sampleId(20) },
      {
        ...reservation,
        reservation_id: sampleId(21),
        can_cancel: false,
        starts_at: '2026-11-14T18:00:00Z',
        tickets: reservation.tickets.map((ticket, index) => ({
          ...ticket,
          ticket_id: sampleId(22 + index),
          ...(index === 0
            ? { state: 'used' as const, used_at: '2026-11-14T18:02:00Z', used_gate: 'Entrada B' }
            : { state: 'released' as const }),
        })),
      },
    ]),
    respond(listMyWaitingEntriesCall, []),
  ],
  {
    cheios: { title: 'Meus ingressos', shows: 'K7QM-2XPD-9FHT' },
    'lista-de-espera': {
      title: 'Lista de espera e oferta',
      responses: [
        respond(calls.listMyTicketsCall, []),
        respond(readProfileCall, profile),
        respond(listMyWaitingEntriesCall, [waiting, { ...offer, entry_id: sampleId(25) }]),
      ],
      shows: 'Chegou a sua vez',
    },
    vazios: emptyState(
      calls.listMyTicketsCall,
      'Nenhum ingresso',
      'Seus ingressos aparecem aqui depois da reserva.',
    ),
    'sem-senha': {
      title: 'Meus ingressos, sem senha',
      arrange: identified,
      responses: respond(calls.listMyTicketsCall, [unnamed]),
      shows: 'Aqui está só o que você fez depois de entrar.',
    },
    'sem-senha-vazios': {
      title: 'Meus ingressos, sem senha, nada nesta sessão',
      arrange: identified,
      responses: respond(calls.listMyTicketsCall, []),
      shows: 'Sem a senha, aqui aparece só',
    },
    ...loadingStates(calls.listMyTicketsCall, 'Meus ingressos'),
    'sem-rede': {
      title: 'Ingressos guardados no aparelho',
      arrange: async () => {
        signedIn()
        await storeWallet('/ingressos', [reservation])
      },
      responses: respond(calls.listMyTicketsCall, unreachable),
      shows: 'Estes são os ingressos guardados neste aparelho',
    },
    'sem-conexao': {
      title: 'Sem conexão, nada guardado',
      arrange: async () => {
        await clearOffline()
        setSession({ kind: 'unknown' })
      },
      responses: respond(sessionInfoCall, unreachable),
      shows: 'Não conseguimos falar com o clube agora.',
    },
    'sem-conexao-de-novo': {
      title: 'Sem conexão, ingressos guardados, nova tentativa',
      arrange: async () => {
        await storeWallet('/ingressos', [reservation])
        setSession({ kind: 'unknown' })
      },
      responses: respond(sessionInfoCall, unreachable),
      act: press('Tentar novamente'),
      shows: 'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
    },
    'sessao-mudou': {
      title: 'Sessão que mudou depois da reserva',
      responses: respond(calls.listMyTicketsCall, [changed]),
      shows: 'Esta sessão mudou.',
    },
    'sessao-cancelada': {
      title: 'Sessão cancelada',
      responses: respond(calls.listMyTicketsCall, [
        {
          ...reservation,
          state: 'cancelled',
          can_cancel: false,
          session_cancelled: { reason: 'Chuva forte prevista para a noite.' },
          tickets: reservation.tickets.map((ticket) => ({ ...ticket, state: 'cancelled' as const })),
        },
      ]),
      shows: 'Esta sessão foi cancelada.',
    },
    'sessao-cancelada-reserva': {
      title: 'Sessão cancelada, quem só tinha lugares guardados',
      responses: respond(calls.listMyTicketsCall, [endedHold]),
      shows: 'Esta sessão foi cancelada.',
    },
    'sessao-cancelada-espera': {
      title: 'Sessão cancelada, quem só esperava',
      responses: [respond(calls.listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [endedWaiting])],
      shows: 'A lista de espera terminou.',
    },
    'oferta-pausada': {
      title: 'Oferta de uma promoção pausada',
      responses: [respond(calls.listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [pausedOffer])],
      shows: 'o prazo para aceitar não corre',
    },
    'oferta-vencida': {
      title: 'Oferta que venceu',
      responses: [respond(calls.listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [expiredOffer])],
      shows: 'A sua vez passou.',
    },
    'espera-terminada': {
      title: 'Lista de espera que terminou',
      responses: [respond(calls.listMyTicketsCall, []), respond(listMyWaitingEntriesCall, [endedList])],
      shows: 'A lista de espera terminou.',
    },
    expirados: {
      title: 'Reserva e oferta que expiraram',
      responses: [
        respond(calls.listMyTicketsCall, [
          { ...reservation, ...hold, state: 'held', expires_at: '2026-11-21T14:59:00Z', tickets: [] },
        ]),
        respond(listMyWaitingEntriesCall, [{ ...offer, offer_expires_at: '2026-11-21T14:59:00Z' }]),
      ],
      shows: 'Sua reserva expirou.',
    },
    cancelados: {
      title: 'Ingressos cancelados e de datas passadas, abertos',
      responses: respond(calls.listMyTicketsCall, past),
      shows: 'Sessão encerrada',
    },
    'sem-rede-cancelados': {
      title: 'Ingressos guardados no aparelho, nenhum que valha',
      arrange: async () => {
        signedIn()
        await storeWallet('/ingressos', past)
      },
      responses: respond(calls.listMyTicketsCall, unreachable),
      shows: 'Estes são os ingressos guardados neste aparelho.',
    },
    'cancelar-sem-custo': {
      title: 'Cancelar sem custo',
      responses: respond(calls.listMyTicketsCall, [changed]),
      act: press('Cancelar sem custo'),
      shows: 'O que você usou para participar é devolvido.',
    },
    cancelar: {
      title: 'Cancelar a reserva',
      act: press('Cancelar reserva'),
      shows: '2 ingressos: Sessão da tarde, sáb., 12 de dez., 15h',
    },
  },
)

const withAge = (changes: Partial<EventSession> = {}) =>
  respond(calls.listSessionsCall, [{ ...session, minimum_age: 16, ...changes }])

const reserve = [press('Um ingresso a mais'), press('Reservar'), waitForText('Quem vai?')]
const confirm = [
  ...reserve,
  type('Nome completo do participante 2', 'Bia Souza'),
  choose('Li e aceito'),
  press('Confirmar'),
]

const reserving = signedInScreens(
  { group: 'Ingressos', path: `/ingressos/${campaign.slug}`, slug: 'reserva' },
  [
    respond(readCampaignCall, campaign),
    respond(readProfileCall, profile),
    respond(readConsentDocumentCall, { ...samples.consent, kind: 'event_terms' }),
    respond(calls.listSessionsCall, [session]),
    respond(startTransactionCall, {
      transaction_id: sampleId(30),
      protocol: '2026-000001-0',
      expires_at: '2026-11-21T16:00:00Z',
    }),
    respond(calls.reserveCall, hold),
    respond(calls.confirmReservationCall, reservation),
  ],
  {
    sessoes: {
      title: 'Sessões em cada situação',
      responses: respond(
        calls.listSessionsCall,
        eventSessionStatuses.map((status, index) => ({
          ...session,
          status,
          session_id: sampleId(70 + index),
          ...(status === 'last_places' && { remaining: 3, minimum_age: 16 }),
        })),
      ),
      shows: 'Reservado por outras pessoas',
    },
    'ainda-nao': {
      title: 'Vendas que ainda não abriram',
      responses: withAge({ status: 'closed', sales_from: '2026-12-01T13:00:00Z' }),
      shows: 'Abre ',
    },
    'sem-sessoes': emptyState(
      calls.listSessionsCall,
      'Nenhuma sessão',
      'As sessões ainda não foram abertas.',
    ),
    espera: {
      title: 'Na lista de espera',
      responses: withAge({ status: 'sold_out', mine: { quantity: 0, hold: null, waiting } }),
      shows: 'na 3ª posição',
    },
    'espera-sair': {
      title: 'Na lista de espera, confirmação da saída',
      responses: withAge({ status: 'sold_out', mine: { quantity: 0, hold: null, waiting } }),
      act: press('Sair da lista de espera'),
      shows: 'Você perde a sua posição.',
    },
    'espera-menos': {
      title: 'Na lista de espera, por menos ingressos',
      responses: withAge({
        status: 'sold_out',
        mine: { quantity: 0, hold: null, waiting: { ...waiting, quantity: 4 } },
      }),
      act: [press('Esperar por menos ingressos'), press('Um ingresso a menos')],
      shows: 'Esperar por 2 ingressos',
    },
    'espera-lugar-agora': {
      title: 'Na lista de espera, com lugares livres para menos ingressos',
      responses: withAge({
        status: 'last_places',
        remaining: 1,
        mine: { quantity: 0, hold: null, waiting: { ...waiting, quantity: 3, places_if_lowered: 1 } },
      }),
      shows: 'Há 1 lugar agora',
    },
    'espera-lugar-agora-menos': {
      title: 'Na lista de espera, por menos ingressos com lugares livres',
      responses: withAge({
        status: 'last_places',
        remaining: 1,
        mine: { quantity: 0, hold: null, waiting: { ...waiting, quantity: 3, places_if_lowered: 1 } },
      }),
      act: press('Esperar por menos ingressos'),
      shows: 'a vez é sua se você esperar',
    },
    'espera-encerrada': {
      title: 'Na lista de espera, com as reservas encerradas',
      responses: withAge({
        status: 'closed',
        mine: { quantity: 0, hold: null, waiting: { ...waiting, quantity: 3, is_closed: true } },
      }),
      shows: 'As reservas desta sessão estão encerradas',
    },
    'espera-terminada': {
      title: 'Lista de espera que terminou com a página aberta',
      responses: withAge({ status: 'closed', mine: { quantity: 0, hold: null, waiting: endedList } }),
      shows: 'A lista de espera terminou.',
    },
    'espera-por-varios': {
      title: 'Esgotada, antes de esperar por mais de um ingresso',
      responses: withAge({ status: 'sold_out' }),
      act: press('Um ingresso a mais'),
      shows: 'quem pede menos pode ter a vez antes',
    },
    'espera-por-confirmar': {
      title: 'Na lista de espera, e-mail por confirmar',
      responses: [
        withAge({ status: 'sold_out', mine: { quantity: 0, hold: null, waiting } }),
        respond(readProfileCall, { ...profile, is_email_verified: false }),
      ].flat(),
      shows: 'Confirme para receber nele o aviso',
    },
    oferta: {
      title: 'Oferta da lista de espera',
      responses: withAge({ status: 'sold_out', mine: { quantity: 0, hold: null, waiting: offer } }),
      shows: 'Aceitar e reservar',
    },
    'poucos-lugares': {
      title: 'Alguém foi mais rápido',
      responses: respond(calls.reserveCall, refusal('event-tickets.too-few-left', { k: 1 })),
      act: [press('Um ingresso a mais'), press('Reservar')],
      shows: 'Ajuste a quantidade.',
    },
    reservada: { title: 'Lugares reservados', act: reserve, shows: 'Quem vai? Um nome por ingresso' },
    erros: {
      title: 'Participantes, com erros',
      responses: withAge(),
      act: [...reserve, press('Confirmar')],
      shows: 'Nome é obrigatório',
    },
    desistir: {
      title: 'Desistir da reserva',
      act: [...reserve, press('Cancelar reserva')],
      shows: 'Os lugares voltam para outras pessoas.',
    },
    expirada: {
      title: 'Reserva que expirou',
      responses: respond(calls.confirmReservationCall, refusal('event-tickets.reservation-expired')),
      act: confirm,
      shows: confirmRefusals['event-tickets.reservation-expired'].message,
    },
    'sessao-mudou': {
      title: 'Sessão que mudou com lugares guardados',
      responses: [
        withAge({ minimum_age: null, mine: { quantity: 2, hold, waiting: null } }),
        respond(calls.readReservationCall, heldChanged),
      ].flat(),
      shows: 'Esta sessão mudou.',
    },
    'sessao-mudou-confirmar': {
      title: 'Sessão que mudou, descoberto ao confirmar',
      responses: [
        respond(calls.confirmReservationCall, refusal('event-tickets.session-changed')),
        respond(calls.readReservationCall, heldChanged),
      ],
      act: confirm,
      shows: 'Esta sessão mudou.',
    },
    'sessao-cancelada': {
      title: 'Sessão cancelada com lugares guardados',
      responses: [
        respond(calls.confirmReservationCall, refusal('event-tickets.session-cancelled')),
        respond(calls.readReservationCall, endedHold),
      ],
      act: confirm,
      shows: 'Motivo: Chuva forte',
    },
    confirmada: { title: 'Ingressos confirmados', act: confirm, shows: 'Ingressos confirmados!' },
    ...loadingStates(readCampaignCall, 'Reserva'),
  },
)

/** The pages of event tickets. */
export const ticketScreens: readonly ScreenState[] = [...mine, ...reserving]
