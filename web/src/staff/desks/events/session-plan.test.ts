import { expect, test } from 'vitest'
import { newValues, planOf, planRules, suggestionsFor, valuesOf } from './session-plan.ts'

const values = {
  ...newValues(new Date('2026-11-21T15:00:00Z')),
  title: 'Concerto, 19h',
  place: 'Praça central',
  starts_at: '2026-12-12T19:00',
  sales_until: '2026-12-12T18:00',
  cancel_until: '2026-12-12T16:00',
  capacity: '300',
}
const plan = {
  title: 'Concerto, 19h',
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

test('suggested session times are based on its start and do not replace times already filled in', () => {
  expect(suggestionsFor({ ...values, sales_until: '' })).toEqual({
    ends_at: '2026-12-12T21:00',
    sales_until: '2026-12-12T18:00',
    no_show_from: '2026-12-12T19:15',
  })
  expect(suggestionsFor({ ...values, starts_at: '' })).toEqual({})
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
] as const)('the field %s with the value %j has the validation error: %s', (field, text, message) => {
  expect(planRules[field](text)).toBe(message)
})

test.each(['ends_at', 'minimum_age'] as const)('the optional field %s may be empty', (field) => {
  expect(planRules[field]('')).toBeUndefined()
})

test('unchanged fields of a stored session are sent as stored, with their seconds', () => {
  const stored = { ...plan, starts_at: '2026-12-12T22:00:31.123Z', sales_until: '2026-12-12T21:00:30.000Z' }
  const shown = valuesOf(stored as never)
  expect(planOf(shown, stored as never)).toEqual(stored)
  expect(planOf({ ...shown, sales_until: '2026-12-12T17:30' }, stored as never)).toEqual({
    ...stored,
    sales_until: '2026-12-12T20:30:00.000Z',
  })
})
