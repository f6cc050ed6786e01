import { describe, expect, test } from 'vitest'
import { movedTimes, newValues, planOf, planRulesFor, suggestionsFor, valuesOf } from './session-plan.ts'

const values = {
  ...newValues(new Date('2026-11-21T15:00:00Z')),
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: '2026-12-12T19:00',
  sales_until: '2026-12-12T18:00',
  cancel_until: '2026-12-12T16:00',
  capacity: '300',
}
const plan = {
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: '2026-12-12T22:00:00.000Z',
  ends_at: null,
  sales_from: '2026-11-21T15:00:00.000Z',
  sales_until: '2026-12-12T21:00:00.000Z',
  cancel_until: '2026-12-12T19:00:00.000Z',
  no_show_from: null,
  capacity: 300,
  limit_per_document: 4,
  minimum_age: null,
  is_closed: false,
}

test('session form times are read in the club’s time zone, and empty optional fields become null', () => {
  expect(planOf(values)).toEqual(plan)
})

test('an event session converted to form values and back is unchanged', () => {
  const session = { ...plan, starts_at: '2026-12-12T22:00:00.000Z', minimum_age: 16 }
  expect(valuesOf(session as never)).toEqual({ ...values, minimum_age: '16' })
})

test('the suggested times of a session are based on its start and do not replace times already filled in', () => {
  expect(suggestionsFor({ ...values, sales_until: '' })).toEqual({
    ends_at: '2026-12-12T21:00',
    sales_until: '2026-12-12T18:00',
    no_show_from: '2026-12-12T19:15',
  })
  expect(suggestionsFor({ ...values, starts_at: '' })).toEqual({})
})

describe('moved start', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const before = {
    ...values,
    sales_from: '2026-11-22T10:00',
    ends_at: '2026-12-12T21:00',
    no_show_from: '2026-12-12T19:15',
  }
  const move = (starts_at: string, change: Partial<typeof before> = {}) =>
    movedTimes({ ...before, ...change, starts_at }, before.starts_at, now)

  test('when the start of a session is moved, its other times are moved by the same amount', () => {
    const times = {
      ends_at: '2026-12-13T22:30',
      sales_from: '2026-11-23T11:30',
      sales_until: '2026-12-13T19:30',
      cancel_until: '2026-12-13T17:30',
      no_show_from: '2026-12-13T20:45',
    }
    expect(move('2026-12-13T20:30')).toEqual(times)
  })

  test('when the start of a session is moved, times without a value stay empty', () => {
    const moved = move('2026-12-11T19:00', { ends_at: '', no_show_from: '' })
    expect(Object.keys(moved)).toEqual(['sales_from', 'sales_until', 'cancel_until'])
  })

  test('when the start of a session is moved, the opening of reservations that are already open is not', () => {
    expect(move('2026-12-13T19:00', { sales_from: '2026-11-21T12:00' })).not.toHaveProperty('sales_from')
  })

  test('when the start of a session is moved, no-shows are not released before it, even if they were before', () => {
    expect(move('2026-12-13T19:00', { no_show_from: '2026-12-12T18:00' }).no_show_from).toBe(
      '2026-12-13T19:00',
    )
  })

  test('the other times of a session are not moved without two valid starts', () => {
    expect([move(''), move(before.starts_at), movedTimes(before, '', now)]).toEqual([{}, {}, {}])
  })
})

test('a stored title that contains a time of day is accepted in the form, a new one is not', () => {
  const message =
    'Tire a hora do título: o início aparece ao lado e muda junto com a sessão. Se não for uma hora, escreva com vírgula: 23,10.'
  expect(planRulesFor('Sessão das 19h').title('Sessão das 19h')).toBeUndefined()
  expect(planRulesFor('Sessão das 19h').title('Sessão das 20h')).toBe(message)
  expect(planRulesFor(null).title('Sessão das 19h')).toBe(message)
})

test.each([
  ['title', ' ', 'Este campo não pode estar vazio'],
  ['title', 'x'.repeat(121), 'Use no máximo 120 caracteres'],
  ['starts_at', '', 'Este campo não pode estar vazio'],
  ['starts_at', '2026-13-40T99:00', 'Data inválida'],
  ['capacity', '', 'Este campo não pode estar vazio'],
  ['capacity', '0', 'Informe um número maior que zero'],
  ['capacity', '1000001', 'O número é grande demais'],
  ['capacity', '1.5', 'Informe um número inteiro'],
  ['minimum_age', '0', 'Informe um número maior que zero'],
  ['minimum_age', '121', 'O número é grande demais'],
] as const)(
  'the session form’s field %s with the value %j has the validation error: %s',
  (field, text, message) => {
    expect(planRulesFor(null)[field](text)).toBe(message)
  },
)

test.each(['ends_at', 'minimum_age'] as const)(
  'the session form’s optional field %s may be empty',
  (field) => {
    expect(planRulesFor(null)[field]('')).toBeUndefined()
  },
)

test('unchanged fields of a stored session are sent as stored, with their seconds', () => {
  const stored = { ...plan, starts_at: '2026-12-12T22:00:31.123Z', sales_until: '2026-12-12T21:00:30.000Z' }
  const shown = valuesOf(stored as never)
  expect(planOf(shown, stored as never)).toEqual(stored)
  expect(planOf({ ...shown, sales_until: '2026-12-12T17:30' }, stored as never)).toEqual({
    ...stored,
    sales_until: '2026-12-12T20:30:00.000Z',
  })
})
