import { scratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { scratchSettings } from '../../../testing/scratch-desk-samples.ts'
import { endsWithTyped, groupsOf } from './deck-labels.ts'
import {
  newPrize,
  prizeTexts,
  rowFields,
  settingsFrom,
  settingsTexts,
  settingsTitle,
} from './settings-values.ts'

test('scratch-card settings converted to form values and back are unchanged', () => {
  expect(z.safeParse(scratchCardSettings, scratchSettings).success).toBe(true)
  expect(settingsFrom(settingsTexts(scratchSettings))).toEqual(scratchSettings)
})

test('a new scratch-card campaign begins without prizes, with printed codes and without limits', () => {
  expect(settingsFrom(settingsTexts(null))).toEqual({
    cards: Number.NaN,
    prizes: [],
    earned_by: ['paper'],
    limit_per_day: null,
    signature_from_cents: null,
    account_from_cents: null,
  })
})

test('a prize of points is sent without pickup data, and a prize of any other kind without points', () => {
  const prize = { ...newPrize(), points: '100', pickup_place: 'Balcão', pickup_days: '30' }
  const sent = (kind: string) =>
    (settingsFrom(prizeTexts([{ ...prize, kind }])).prizes as readonly Record<string, unknown>[])[0]
  expect(Object.keys(sent('points') ?? {}).toSorted()).toEqual([
    'kind',
    'points',
    'quantity',
    'title',
    'value_cents',
  ])
  expect(sent('goods')).not.toHaveProperty('points')
  expect(sent('goods')).toMatchObject({ pickup_place: 'Balcão', pickup_days: 30 })
})

test('every field of a scratch-card prize is among the row fields to validate', () => {
  const fields = Object.keys(settingsTexts(scratchSettings)).filter((name) => name.startsWith('prizes.'))
  expect(fields.filter((name) => !(rowFields as readonly string[]).includes(name))).toEqual([])
})

test('lists of errors identify scratch-card prizes by number', () => {
  expect(['prizes', 'prizes.2.title', 'cards', 'other'].map(settingsTitle)).toEqual([
    'Prêmios do baralho',
    'Prêmio do baralho 3',
    'Cartões no baralho',
    undefined,
  ])
})

test('the commitment of a deck is confirmed only by its last eight characters', () => {
  const commitment = `${'0'.repeat(56)}7b20e94f`
  expect(groupsOf(commitment)).toHaveLength(16)
  expect(['7b20e94f', ' 7B20 E94F '].map((typed) => endsWithTyped(commitment, typed))).toEqual([true, true])
  expect(['', 'e94f', '00000000', `0${'7b20e94f'}`].map((typed) => endsWithTyped(commitment, typed))).toEqual(
    [false, false, false, false],
  )
})
