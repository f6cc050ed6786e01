import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { fieldErrorsOf } from '../kernel/envelope.ts'
import { saveRatingByLinkCall, saveRatingCall } from './calls.ts'
import { areReasonsOf, bandOf, ratingReasons, reasonsOfBand } from './rating.ts'

const purchase_id = '01990000-0000-7000-8000-000000000001'
const errorsOf = (body: unknown) => fieldErrorsOf(z.safeParse(saveRatingCall.body, body).error)

test('the band of a rating follows the net promoter score: 0 to 6, 7 and 8, 9 and 10', () => {
  expect([0, 6, 7, 8, 9, 10].map(bandOf)).toEqual([
    'detractor',
    'detractor',
    'passive',
    'passive',
    'promoter',
    'promoter',
  ])
})

test('every reason is offered in some band, and only those of the band belong to a rating', () => {
  const offered = new Set<string>(Object.values(reasonsOfBand).flatMap(({ reasons }) => [...reasons]))
  expect(Object.keys(ratingReasons).filter((reason) => !offered.has(reason))).toEqual([])
  expect(areReasonsOf(3, ['service', 'missing'])).toBe(true)
  expect(areReasonsOf(10, ['service', 'missing'])).toBe(false)
  expect(areReasonsOf(10, [])).toBe(true)
})

test.each([undefined, null, '7', 7.5, -1, 11, Number.NaN, [], {}, true])(
  'a rating that is not a whole number from 0 to 10 is refused with one sentence: %j',
  (rating) => {
    expect(errorsOf({ purchase_id, rating })).toContainEqual({
      path: 'rating',
      message: 'Escolha uma nota de 0 a 10.',
    })
  },
)

test('a rating names one purchase or one participation, not both', () => {
  const message = 'Informe a compra que você quer avaliar.'
  expect(errorsOf({ rating: 5 })).toEqual([{ path: 'purchase_id', message }])
  expect(errorsOf({ rating: 5, purchase_id, transaction_id: purchase_id })).toEqual([
    { path: 'purchase_id', message },
  ])
  expect(errorsOf({ rating: 5, transaction_id: purchase_id })).toEqual([])
})

test('reasons of another band, unknown reasons and long comments are refused', () => {
  const reasons = [{ path: 'reasons', message: 'Escolha motivos da lista.' }]
  expect(errorsOf({ purchase_id, rating: 10, reasons: ['missing'] })).toEqual(reasons)
  expect(errorsOf({ purchase_id, rating: 10, reasons: 'service' })).toEqual(reasons)
  expect(errorsOf({ purchase_id, rating: 10, comment: 'a'.repeat(1001) })).toEqual([
    { path: 'comment', message: 'Escreva até 1.000 caracteres.' },
  ])
  expect(errorsOf({ purchase_id, rating: 10, comment: 'a'.repeat(1000) })).toEqual([])
})

test('repeated reasons count once, and nothing but the rating is required', () => {
  const answer = { purchase_id, token: 'x', rating: 9 }
  expect(z.parse(saveRatingByLinkCall.body, { ...answer, reasons: ['price', 'price'] }).reasons).toEqual([
    'price',
  ])
  expect(z.parse(saveRatingByLinkCall.body, answer)).toEqual({
    ...answer,
    reasons: [],
    comment: '',
    allow_contact: 'no',
  })
})
