import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { spendRuleOf } from '../campaigns/spend-rule.ts'
import { fieldErrorsOf } from '../kernel/envelope.ts'
import {
  costOnlyPoints,
  costsReceipts,
  freeGiftSettings,
  freeGiftSettingsErrors,
  giftName,
  pointsOf,
  priceText,
  type FreeGiftSettings,
  type GiftPlan,
} from './settings.ts'

const cup: GiftPlan = {
  gift_id: '0197f0a0-0000-7000-8000-000000000001',
  title: 'Copo térmico',
  variant: 'Azul',
  description: '',
  picture: null,
  value_cents: 8990,
  price: { kind: 'receipts' },
}
const desk = {
  pickup_point_id: '0197f0a0-0000-7000-8000-000000000011',
  name: 'Balcão do Piso 1',
  location: 'Piso 1, ao lado da escada rolante',
  opening_hours: 'Todos os dias, das 10h às 22h',
}
const settings: FreeGiftSettings = {
  gifts: [cup],
  pickup_points: [desk],
  valid_days: 15,
  needs_signature: false,
}
const spend_rule = spendRuleOf({ every_cents: 40_000, participations: 1 })
const otherGift = { ...cup, gift_id: '0197f0a0-0000-7000-8000-000000000002', variant: 'Verde' }

const errorsOf = (
  change: Partial<FreeGiftSettings>,
  plan = { spend_rule: spend_rule as typeof spend_rule | null },
) => freeGiftSettingsErrors({ ...settings, ...change }, plan)

const schemaErrors = (change: Record<string, unknown>) =>
  fieldErrorsOf(z.safeParse(freeGiftSettings, { ...settings, ...change }).error)

describe('settings of a gift campaign', () => {
  test('complete settings of a campaign whose gift costs receipts are valid', () => {
    expect(schemaErrors({})).toEqual([])
    expect(errorsOf({})).toEqual([])
  })

  test.each([
    [{ gifts: [] }, 'gifts', 'Cadastre de 1 a 30 brindes'],
    [{ gifts: Array.from({ length: 31 }, () => cup) }, 'gifts', 'Cadastre de 1 a 30 brindes'],
    [{ pickup_points: [] }, 'pickup_points', 'Cadastre de 1 a 20 pontos de retirada'],
    [{ valid_days: 0 }, 'valid_days', 'Informe de 1 a 180 dias'],
    [{ valid_days: 181 }, 'valid_days', 'Informe de 1 a 180 dias'],
    [{ gifts: [{ ...cup, title: ' ' }] }, 'gifts.0.title', 'Este campo não pode estar vazio'],
    [{ gifts: [{ ...cup, value_cents: 0 }] }, 'gifts.0.value_cents', 'Informe um número maior que zero'],
    [
      { gifts: [{ ...cup, price: { kind: 'points', points: 0 } }] },
      'gifts.0.price.points',
      'Informe um número maior que zero',
    ],
    [
      { gifts: [{ ...cup, picture: { picture_id: cup.gift_id, alternative_text: '' } }] },
      'gifts.0.picture.alternative_text',
      'Este campo não pode estar vazio',
    ],
  ])('the gift settings %j are rejected with an error at the field', (change, path, message) => {
    expect(schemaErrors(change)).toContainEqual({ path, message })
  })

  test('repeated ids and names of gifts and pickup points are rejected', () => {
    expect(errorsOf({ gifts: [cup, otherGift] })).toEqual([])
    expect(errorsOf({ gifts: [cup, { ...otherGift, gift_id: cup.gift_id }] })).toEqual([
      { path: 'gifts.1.gift_id', message: 'Este brinde está repetido.' },
    ])
    expect(errorsOf({ gifts: [cup, { ...otherGift, variant: 'AZUL' }] })).toEqual([
      { path: 'gifts.1.title', message: 'Já existe um brinde com este nome e esta variação.' },
    ])
    expect(errorsOf({ pickup_points: [desk, desk] })).toEqual([
      { path: 'pickup_points.1.pickup_point_id', message: 'Este ponto de retirada está repetido.' },
      { path: 'pickup_points.1.name', message: 'Já existe um ponto de retirada com este nome.' },
    ])
  })

  test('a gift that costs receipts requires a spend rule with one participation per use', () => {
    expect(errorsOf({ gifts: [otherGift, cup] }, { spend_rule: null })).toEqual([
      {
        path: 'gifts.0.price',
        message: 'Este brinde pede notas: informe quanto em notas vale um brinde.',
      },
      {
        path: 'gifts.1.price',
        message: 'Este brinde pede notas: informe quanto em notas vale um brinde.',
      },
    ])
    expect(errorsOf({}, { spend_rule: { ...spend_rule, participations: 2 } })).toEqual([
      {
        path: 'gifts',
        message: 'Nesta promoção, cada valor em notas dá 1 participação, que vale 1 brinde.',
      },
    ])
  })

  test('gifts that cost only points need no spend rule, and an unused spend rule is reported', () => {
    const gifts = [{ ...cup, price: { kind: 'points', points: 500 } as const }]
    expect(errorsOf({ gifts }, { spend_rule: null })).toEqual([])
    expect(errorsOf({ gifts })).toEqual([
      {
        path: 'gifts',
        message: 'Nenhum brinde pede notas. Mude o preço de um brinde ou deixe o valor em notas vazio.',
      },
    ])
  })
})

test('a price consists of receipts, points, or both', () => {
  const prices = [
    { kind: 'receipts' },
    { kind: 'points', points: 300 },
    { kind: 'receipts-and-points', points: 40 },
  ] as const
  expect(prices.map(costsReceipts)).toEqual([true, false, true])
  expect(prices.map(pointsOf)).toEqual([0, 300, 40])
})

test('the price text of a gift includes the amount in receipts if it is known', () => {
  const both = { kind: 'receipts-and-points', points: 1_000 } as const
  const rule = { every_cents: 40_000 }
  const textOf = (...price: Parameters<typeof priceText>) => priceText(...price).replaceAll('\u00a0', ' ')
  expect(textOf({ kind: 'receipts' }, rule)).toBe('1 brinde a cada R$ 400,00 em notas')
  expect(textOf({ kind: 'points', points: 800 }, rule)).toBe('800 pontos')
  expect(textOf(both, rule)).toBe('1 brinde a cada R$ 400,00 em notas, mais 1.000 pontos')
  expect(textOf({ kind: 'receipts' }, null)).toBe('Notas')
  expect(textOf(both, null)).toBe('1.000 pontos, mais notas')
})

test('a campaign costs only points if none of its gifts uses receipts', () => {
  const gift = { price: { kind: 'points' as const, points: 100 } }
  expect(costOnlyPoints([gift, gift])).toBe(true)
  expect(costOnlyPoints([gift, { price: { kind: 'receipts' } }])).toBe(false)
  expect(costOnlyPoints([gift, { price: { kind: 'receipts-and-points', points: 1 } }])).toBe(false)
})

test('the name of a gift includes its variant', () => {
  expect(giftName(cup)).toBe('Copo térmico, Azul')
  expect(giftName({ ...cup, variant: '' })).toBe('Copo térmico')
})
