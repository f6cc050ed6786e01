import {
  parkingVoucherSettings,
  type ParkingVoucherSettings,
} from '@clube/contract/parking-voucher/settings.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parkingSettings } from '../../../testing/parking-desk-samples.ts'
import {
  garagesOf,
  garageTexts,
  newGarage,
  rowFields,
  settingsFrom,
  settingsTexts,
  settingsTitle,
  type SettingsName,
} from './settings-values.ts'

const byPoints: ParkingVoucherSettings = {
  ...parkingSettings,
  value: { kind: 'whole-fee', maximum_cents: 4_500 },
  price: { kind: 'points', points: 200 },
}

test.each([parkingSettings, byPoints])(
  'parking settings converted to form values and back are unchanged',
  (settings) => {
    expect(z.safeParse(parkingVoucherSettings, settings).success).toBe(true)
    expect(settingsFrom(settingsTexts(settings))).toEqual(settings)
  },
)

test('a new parking campaign begins with one empty garage, without the monthly pass, and without courtesies', () => {
  expect(settingsFrom(settingsTexts(null))).toEqual({
    value: { kind: 'amount', cents: 0 },
    price: { kind: 'receipts' },
    promotion_id: '',
    garages: [{ garage_id: '', name: '' }],
    vehicles: ['car', 'motorcycle'],
    valid_hours: 24,
    courtesies_per_day: 0,
  })
})

test('removing a garage keeps the others, and an invalid number of garages yields at most 20', () => {
  const texts = settingsTexts(parkingSettings)
  const [, ...others] = garagesOf((field) => texts[field])
  expect(settingsFrom({ ...texts, ...garageTexts(others) }).garages).toEqual(parkingSettings.garages.slice(1))
  for (const count of ['-1', 'x', '1e9', ''])
    expect(garagesOf((field) => (field === 'garages' ? count : undefined)).length).toBeLessThanOrEqual(20)
})

test('every field of a garage is among the row fields to validate', () => {
  const names = Object.keys(garageTexts([newGarage()])).filter((name) => name !== 'garages')
  expect(rowFields).toEqual(expect.arrayContaining(names as SettingsName[]))
})

test('lists of errors identify garages by number', () => {
  expect(['garages', 'garages.1.name', 'value.cents', 'promotion_id', 'x'].map(settingsTitle)).toEqual([
    'Estacionamentos',
    'Estacionamento 2',
    'O que o vale paga',
    'Código da promoção no estacionamento',
    undefined,
  ])
})
