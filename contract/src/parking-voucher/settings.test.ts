import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { spendRuleOf } from '../campaigns/spend-rule.ts'
import {
  maximumCents,
  parkingPriceText,
  parkingValueText,
  parkingVoucherSettings,
  parkingVoucherSettingsErrors,
  type ParkingVoucherSettings,
} from './settings.ts'

const settings: ParkingVoucherSettings = {
  value: { kind: 'amount', cents: 2000 },
  price: { kind: 'receipts' },
  promotion_id: 'CLUBE',
  garages: [{ garage_id: 'G1', name: 'Subsolo' }],
  vehicles: ['car', 'motorcycle'],
  valid_hours: 12,
  courtesies_per_day: 10,
}
const spend_rule = spendRuleOf({ every_cents: 150_00, participations: 1 })
const pathsOf = (changes: Partial<ParkingVoucherSettings>, rule = spend_rule as typeof spend_rule | null) =>
  parkingVoucherSettingsErrors({ ...settings, ...changes }, { spend_rule: rule }).map(({ path }) => path)

test('settings of parking vouchers are valid with a spend rule of one participation', () => {
  expect(z.parse(parkingVoucherSettings, settings)).toEqual(settings)
  expect(pathsOf({})).toEqual([])
  expect(pathsOf({}, spendRuleOf({ every_cents: 100, participations: 2 }))).toEqual(['price'])
})

test('the price of a parking voucher decides whether the campaign has a spend rule', () => {
  expect(pathsOf({}, null)).toEqual(['price'])
  expect(pathsOf({ price: { kind: 'points', points: 50 } })).toEqual(['price'])
  expect(pathsOf({ price: { kind: 'points', points: 50 } }, null)).toEqual([])
})

test('garages and vehicles of a parking voucher are not repeated', () => {
  const [garage] = settings.garages
  expect(pathsOf({ garages: [garage!, garage!] })).toEqual(['garages.1.garage_id', 'garages.1.name'])
  expect(pathsOf({ vehicles: ['car', 'car'] })).toEqual(['vehicles'])
})

test.each([
  { promotion_id: 'a b' },
  { garages: [] },
  { vehicles: [] },
  { valid_hours: 0 },
  { courtesies_per_day: -1 },
  { value: { kind: 'amount', cents: 0 } },
  { value: { kind: 'whole-fee', cents: 100 } },
  { unknown: 1 },
])('settings of parking vouchers reject %j', (changes) => {
  expect(z.safeParse(parkingVoucherSettings, { ...settings, ...changes }).success).toBe(false)
})

test('the value and the price of a parking voucher are described in sentences', () => {
  const whole = { kind: 'whole-fee', maximum_cents: 4500 } as const
  expect([maximumCents(settings.value), maximumCents(whole)]).toEqual([2000, 4500])
  expect(parkingValueText(settings.value)).toBe('R$ 20,00 de desconto na tarifa')
  expect(parkingValueText(whole)).toBe('a tarifa inteira, até R$ 45,00')
  expect(parkingPriceText(settings.price, spend_rule)).toBe('1 vale a cada R$ 150,00 em notas do dia')
  expect(parkingPriceText(settings.price, null)).toBe('Notas do dia')
  expect(parkingPriceText({ kind: 'points', points: 50 }, null)).toBe('50 pontos')
})
