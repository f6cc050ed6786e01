import { samples } from '../../../testing/samples.ts'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { expect, test } from 'vitest'
import { nowEntriesOf } from './now-entries.ts'

const now = Date.parse('2026-11-21T18:30:00Z')
const session = { session_title: 'Concerto', starts_at: '2026-12-12T18:00:00Z', place: 'Teatro' }
const ticket = { state: 'valid' }
const reservation = {
  ...session,
  state: 'confirmed',
  expires_at: '2026-11-21T18:42:00Z',
  campaign_slug: 'natal',
  before_change: null,
  tickets: [ticket],
}
const entriesOf = (change: object, nowMs = now) =>
  nowEntriesOf([{ ...reservation, ...change } as Reservation], [], nowMs)

test('a confirmed reservation for another day is not a now entry', () => {
  expect(entriesOf({})).toEqual([])
})

test('a held reservation is a now entry until it expires', () => {
  const held = { state: 'held', tickets: [] }
  expect(entriesOf(held)).toEqual([
    {
      title: 'Confirme a sua reserva',
      text: 'Concerto, sáb., 12 de dez., 15h. Vale até 15h42.',
      href: '/ingressos/natal',
      until: '2026-11-21T18:42:00Z',
    },
  ])
  expect(entriesOf(held, Date.parse('2026-11-21T18:42:01Z'))).toEqual([])
})

test('a waiting-list offer is a now entry until its deadline, and again once the server reports that it has expired', () => {
  const offer: WaitingEntry = {
    ...session,
    entry_id: '1',
    session_id: '2',
    campaign_id: '3',
    campaign_slug: 'concertos',
    state: 'offered',
    position: null,
    joined_at: '2026-11-21T12:00:00Z',
    offer_expires_at: '2026-11-21T18:42:00Z',
    quantity: 2,
    places_if_lowered: null,
    is_closed: false,
    is_paused: false,
    session_cancelled: null,
    has_list_ended: false,
  }
  const waiting: WaitingEntry = { ...offer, state: 'waiting', offer_expires_at: null }
  const entriesAt = (nowMs: number) => nowEntriesOf([], [waiting, offer], nowMs)
  expect(entriesAt(now)).toEqual([
    {
      title: 'Chegou a sua vez: 2 ingressos',
      text: 'Concerto, sáb., 12 de dez., 15h. Aceite até 15h42.',
      href: '/ingressos',
      until: '2026-11-21T18:42:00Z',
    },
  ])
  const expired = [
    {
      title: 'A sua vez passou',
      text: 'Concerto, sáb., 12 de dez., 15h. O prazo para aceitar terminou às 15h42, e você saiu da lista de espera.',
      href: '/ingressos',
      until: null,
    },
  ]
  // Whether it expired or the promotion was paused is known only from the server.
  expect(entriesAt(Date.parse('2026-11-21T18:42:01Z'))).toEqual([])
  expect(nowEntriesOf([], [{ ...offer, state: 'expired', is_paused: true }], now)).toEqual(expired)
  // While the promotion is paused, the deadline is not shown, even after it has passed.
  expect(nowEntriesOf([], [{ ...offer, is_paused: true }], now + 86_400_000)).toEqual([
    {
      title: 'Separados para você: 2 ingressos',
      text: 'Concerto, sáb., 12 de dez., 15h. A promoção está pausada, e o prazo para aceitar não corre.',
      href: '/ingressos',
      until: null,
    },
  ])
})

test('free places for a waiting customer who accepts fewer tickets are a now entry', () => {
  const waiting = samples.waiting
  expect(nowEntriesOf([], [{ ...waiting, quantity: 3, places_if_lowered: 1 }, waiting], now)).toEqual([
    {
      title: 'Há 1 lugar agora',
      text: 'Sessão da tarde, sáb., 12 de dez., 15h. Você espera por 3: espere por 1 ingresso e a vez é sua.',
      href: '/ingressos',
      until: null,
    },
  ])
})

test('a changed or cancelled session is a now entry until it starts', () => {
  const before_change = { session_title: 'Concerto', starts_at: '2026-12-11T18:00:00Z', place: 'Teatro' }
  expect(entriesOf({ before_change })).toMatchObject([
    {
      title: 'Uma sessão sua mudou',
      text: 'Concerto: agora sáb., 12 de dez., 15h, Teatro.',
      href: '/ingressos',
    },
  ])
  expect(entriesOf({ before_change, tickets: [] }, Date.parse(session.starts_at))).toEqual([])
  const cancelled = { state: 'cancelled', tickets: [], session_cancelled: { reason: 'Chuva.' } }
  expect(entriesOf(cancelled)).toMatchObject([
    { title: 'Uma sessão sua foi cancelada', text: 'Concerto, sáb., 12 de dez., 15h.' },
  ])
  expect(entriesOf(cancelled, Date.parse(session.starts_at))).toEqual([])
})

test('a cancelled session for which the customer was waiting is a now entry until it starts', () => {
  const entry: WaitingEntry = {
    ...samples.waiting,
    state: 'left',
    position: null,
    session_cancelled: { reason: 'Chuva.' },
  }
  expect(nowEntriesOf([], [entry], now)).toEqual([
    {
      title: 'A sessão que você esperava foi cancelada',
      text: 'Sessão da tarde, sáb., 12 de dez., 15h.',
      href: '/ingressos',
      until: null,
    },
  ])
  expect(nowEntriesOf([], [entry], Date.parse(entry.starts_at))).toEqual([])
})

test('the end of a waiting list is a now entry for the customers who were waiting, until the session starts', () => {
  const entry: WaitingEntry = { ...samples.waiting, state: 'left', position: null, has_list_ended: true }
  expect(nowEntriesOf([], [entry], now)).toEqual([
    {
      title: 'A lista de espera terminou',
      text: 'Sessão da tarde, sáb., 12 de dez., 15h. As reservas desta sessão terminaram antes que você ficasse com ingressos.',
      href: '/ingressos',
      until: null,
    },
  ])
  expect(nowEntriesOf([], [entry], Date.parse(entry.starts_at))).toEqual([])
})

test.each([
  ['on the morning of its day', '2026-12-12T10:00:00Z', 1],
  ['on the evening before', '2026-12-12T02:59:59Z', 0],
  ['three hours after its start', '2026-12-12T21:00:00Z', 0],
  ['one second before that', '2026-12-12T20:59:59Z', 1],
] as const)(
  'the tickets of a session are a now entry from its day until three hours after its start: %s',
  (_case, at, count) => {
    const shown = entriesOf({ tickets: [ticket, ticket, { state: 'used' }] }, Date.parse(at))
    expect(shown).toHaveLength(count)
    if (count === 1)
      expect(shown[0]).toEqual({
        title: 'Seus 2 ingressos de hoje',
        text: 'Concerto, 15h, Teatro.',
        href: '/ingressos',
        until: null,
      })
  },
)

test('the tickets of a session late in the evening are still a now entry after midnight', () => {
  const shown = entriesOf({ starts_at: '2026-12-13T02:30:00Z' }, Date.parse('2026-12-13T03:30:00Z'))
  expect(shown).toMatchObject([{ title: 'Seu ingresso de hoje', text: 'Concerto, 23h30, Teatro.' }])
})
