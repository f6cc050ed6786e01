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
const labelOf = (...sessions: ReturnType<typeof session>[]) => {
  const { chip, places } = placesLeft(sessions, now)
  return [chip.label, places]
}

test('the chip and the sentence of a promotion follow from the places left in its sessions', () => {
  expect(labelOf(session('available'))).toEqual(['Disponível', 'Há lugares'])
  expect(labelOf(session('available'), session('last_places', 2), session('sold_out'))).toEqual([
    'Disponível',
    'Há lugares em 2 de 3 sessões',
  ])
  expect(labelOf(session('last_places', 2), session('last_places', 3), session('sold_out'))).toEqual([
    'Últimos lugares',
    'Restam 5 lugares',
  ])
  expect(labelOf(session('last_places', 1))).toEqual(['Últimos lugares', 'Resta 1 lugar'])
  expect(labelOf(session('last_places'))).toEqual(['Últimos lugares', 'Restam poucos lugares'])
  expect(labelOf(session('held_by_others'), session('sold_out'))).toEqual([
    'Sem lugares agora',
    'Reservado por outras pessoas, tente em alguns minutos',
  ])
  expect(labelOf(session('sold_out'), session('closed'))).toEqual(['Esgotado', 'Há lista de espera'])
})

test('sales that have ended differ from sales that have not begun', () => {
  expect(labelOf(session('closed'))).toEqual(['Encerrado', 'Reservas encerradas'])
  expect(labelOf({ ...session('closed'), sales_from: '2026-12-01T13:00:00Z' })).toEqual([
    'Em breve',
    'Reservas a partir de ter., 1 de dez., 10h',
  ])
  expect(labelOf()).toEqual(['Em breve', 'As sessões ainda não foram abertas'])
})

test('the date shown is that of the next session that has not ended', () => {
  const earlier = { ...session('sold_out'), starts_at: '2026-12-05T22:00:00Z' }
  const ended = { ...session('closed'), starts_at: '2026-11-20T22:00:00Z' }
  expect(placesLeft([session('available'), ended], now).when).toBe('sáb., 12 de dez., 15h')
  expect(placesLeft([session('available'), earlier, ended], now).when).toBe(
    'Próxima sessão: sáb., 5 de dez., 19h',
  )
})
