import { expect, test } from 'vitest'
import { changedStep, heldStep, offerSteps, ticketsSummary } from './promotion.ts'

const now = Date.parse('2026-11-21T18:30:00Z')
const held = { state: 'held', expires_at: '2026-11-21T18:42:00Z', campaign_slug: 'natal' } as const

test('a held reservation is an urgent step until it expires', () => {
  expect(heldStep([held], now)).toEqual({
    title: 'Confirme a sua reserva',
    text: 'Seus lugares estão guardados até 15:42.',
    href: '/ingressos/natal',
  })
  expect(heldStep([held], Date.parse('2026-11-21T18:42:01Z'))).toBeNull()
  expect(heldStep([{ ...held, state: 'confirmed' }], now)).toBeNull()
})

test('an offer of the waiting list is an urgent step until its deadline', () => {
  const offer = {
    state: 'offered',
    offer_expires_at: '2026-11-21T18:42:00Z',
    quantity: 2,
    session_title: 'Concerto',
    starts_at: '2026-12-12T18:00:00Z',
  } as const
  const waiting = { ...offer, state: 'waiting', offer_expires_at: null } as const
  expect(offerSteps([waiting, offer], now)).toEqual([
    {
      title: 'Chegou a sua vez: 2 ingressos',
      text: 'Concerto, sáb., 12 de dez., 15h. Aceite até 15:42.',
      href: '/ingressos',
    },
  ])
  expect(offerSteps([offer], Date.parse('2026-11-21T18:42:01Z'))).toEqual([])
})

test('a changed or cancelled session is an urgent step until it starts', () => {
  const changed = {
    session_title: 'Concerto',
    starts_at: '2026-12-12T18:00:00Z',
    place: 'Teatro',
    before_change: { session_title: 'Concerto', starts_at: '2026-12-11T18:00:00Z', place: 'Teatro' },
  }
  expect(changedStep([{ ...changed, before_change: null }, changed], now)).toEqual({
    title: 'Uma sessão sua mudou',
    text: 'Concerto: agora sáb., 12 de dez., 15h, Teatro.',
    href: '/ingressos',
  })
  expect(changedStep([changed], Date.parse(changed.starts_at))).toBeNull()
  expect(
    changedStep([{ ...changed, before_change: null, session_cancelled: { reason: 'Chuva.' } }], now),
  ).toEqual({
    title: 'Uma sessão sua foi cancelada',
    text: 'Concerto, sáb., 12 de dez., 15h.',
    href: '/ingressos',
  })
})

test('the wallet counts valid tickets of upcoming sessions', () => {
  const reservation = {
    state: 'confirmed',
    starts_at: '2026-12-12T18:00:00Z',
    tickets: [{ state: 'valid' }, { state: 'used' }],
  }
  const lineOf = (...reservations: object[]) => ticketsSummary(reservations as never, now)
  expect(lineOf()).toBe('Nenhum por enquanto')
  expect(lineOf(reservation)).toBe('1 ingresso, para sáb., 12 de dez., 15h')
  expect(lineOf({ ...reservation, starts_at: '2026-11-01T18:00:00Z' })).toBe('Nenhum por enquanto')
})
