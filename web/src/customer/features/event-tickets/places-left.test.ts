import { expect, test } from 'vitest'
import { samples } from '../../../testing/samples.ts'
import { placesLeft } from './places-left.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const { starts_at, sales_from } = samples.session
const session = (status: typeof samples.session.status, remaining: number | null = null) => ({
  status,
  remaining,
  starts_at,
  sales_from,
})
const available = session('available')
const lastTwo = session('last_places', 2)
const heldByOthers = session('held_by_others')
const soldOut = session('sold_out')
const closed = session('closed')
const cancelled = session('cancelled')

test.each<[string, ...ReturnType<typeof session>[]]>([
  ['Disponível: Há lugares', available],
  ['Disponível: Há lugares', available, cancelled],
  ['Cancelado: As sessões foram canceladas', cancelled],
  ['Disponível: Há lugares em 2 de 3 sessões', available, lastTwo, soldOut],
  ['Últimos lugares: Restam 5 lugares', lastTwo, session('last_places', 3), soldOut],
  ['Últimos lugares: Resta 1 lugar', session('last_places', 1)],
  ['Últimos lugares: Restam poucos lugares', session('last_places')],
  ['Sem lugares agora: Reservado por outras pessoas, tente em alguns minutos', heldByOthers, soldOut],
  ['Esgotado: Há lista de espera', soldOut, closed],
  ['Encerrado: Reservas encerradas', closed],
  ['Em breve: Reservas a partir de ter., 1 de dez., 10h', { ...closed, sales_from: '2026-12-01T13:00:00Z' }],
  ['Em breve: As sessões ainda não foram abertas'],
])('the places left in the sessions of a promotion are shown as: %s', (text, ...sessions) => {
  const { chip, places } = placesLeft(sessions, now)
  expect(`${chip.label}: ${places}`).toBe(text)
})

test('the date of a promotion with sessions is that of its next session that is open for reservations', () => {
  const earlier = { ...soldOut, starts_at: '2026-12-05T22:00:00Z' }
  const ended = { ...closed, starts_at: '2026-11-20T22:00:00Z' }
  expect(placesLeft([available, ended], now).when).toBe('sáb., 12 de dez., 15h')
  expect(placesLeft([available, earlier, ended], now).when).toBe('Próxima sessão: sáb., 5 de dez., 19h')
})
