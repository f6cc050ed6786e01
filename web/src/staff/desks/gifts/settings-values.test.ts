import { freeGiftSettings, type FreeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { giftSettings } from '../../../testing/gift-desk-samples.ts'
import { sampleId } from '../../../testing/samples.ts'
import {
  newGift,
  rowFields,
  rowsOf,
  rowTexts,
  settingsFrom,
  settingsTexts,
  settingsTitle,
  type SettingsName,
} from './settings-values.ts'

const [first, ...others] = giftSettings.gifts
const settings: FreeGiftSettings = {
  ...giftSettings,
  gifts: [
    { ...first!, picture: { picture_id: sampleId(47), alternative_text: 'Panetone fatiado' } },
    ...others,
  ],
}

test('gift settings converted to form values and back are unchanged', () => {
  const { success } = z.safeParse(freeGiftSettings, settings)
  expect(success).toBe(true)
  expect(settingsFrom(settingsTexts(settings))).toEqual(settings)
})

test('a new gift campaign begins without gifts and pickup points, and with the default values of other settings', () => {
  expect(settingsFrom(settingsTexts(null))).toEqual({
    gifts: [],
    pickup_points: [],
    valid_days: 15,
    needs_signature: false,
  })
})

test('removing a gift keeps the others, and an invalid number of gifts yields at most 30', () => {
  const texts = settingsTexts(settings)
  const gifts = rowsOf('gifts', (field) => texts[field])
  const remaining = { ...texts, ...rowTexts('gifts', gifts.slice(1)) }
  expect(settingsFrom(remaining)['gifts']).toEqual(others)
  for (const count of ['-1', 'x', '1e9', '']) {
    const rows = rowsOf('gifts', (field) => (field === 'gifts' ? count : undefined))
    expect(rows.length).toBeLessThanOrEqual(30)
  }
})

test('every field of a gift is among the row fields to validate', () => {
  const names = Object.keys(rowTexts('gifts', [newGift(sampleId(48))])).filter((name) => name !== 'gifts')
  expect(rowFields).toEqual(expect.arrayContaining(names as SettingsName[]))
})

test('lists of errors identify gifts and pickup points by number', () => {
  expect(['gifts', 'gifts.1.title', 'pickup_points.0.name', 'valid_days', 'x'].map(settingsTitle)).toEqual([
    'Brindes',
    'Brinde 2',
    'Ponto de retirada 1',
    'Validade do vale-brinde',
    undefined,
  ])
})
