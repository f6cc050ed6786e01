import { expect, test } from 'vitest'
import { cancelRefusals, confirmRefusals, reserveRefusals } from './refusals.ts'
import { scanResultTitles } from './gate-calls.ts'
import { eventSessionStatusTitles } from './session.ts'

test('event ticket refusals have the specified messages', () => {
  expect(reserveRefusals).toMatchObject({
    'event-tickets.quantity': { status: 422, message: 'Escolha de 1 a {n} ingressos.', path: 'quantity' },
    'event-tickets.limit-reached': {
      status: 409,
      message: 'Você já tem {k} {k|ingresso|ingressos}. O limite é {n} por CPF.',
    },
    'event-tickets.sold-out': { status: 409, message: 'Os ingressos para esta sessão acabaram.' },
    'event-tickets.too-few-left': {
      status: 409,
      message: '{k|Resta|Restam} {k} {k|ingresso|ingressos}. Ajuste a quantidade.',
    },
    'event-tickets.sales-closed': {
      status: 409,
      message: 'As reservas para esta sessão foram encerradas.',
    },
    'event-tickets.under-age': { status: 409, message: 'Esta sessão é para maiores de {N} anos.' },
  })
  expect(confirmRefusals['event-tickets.reservation-expired']).toEqual({
    status: 409,
    message: 'Sua reserva expirou. Faça uma nova reserva.',
  })
  expect(cancelRefusals['event-tickets.unknown-reservation'].status).toBe(404)
})

test('session statuses and gate results have the specified labels', () => {
  expect(eventSessionStatusTitles).toMatchObject({
    available: 'Disponível',
    last_places: 'Últimos lugares',
    held_by_others: 'Reservado por outras pessoas, tente em alguns minutos',
    sold_out: 'Esgotado, entrar na lista de espera',
  })
  expect(scanResultTitles).toMatchObject({
    admitted: 'Liberado',
    already_used: 'Já utilizado',
    wrong_session: 'Inválido, sessão errada',
    cancelled: 'Inválido, cancelado',
  })
})
