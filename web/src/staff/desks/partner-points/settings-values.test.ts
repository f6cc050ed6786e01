import { partnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { partnerSettings } from '../../../testing/partner-desk-samples.ts'
import { sentencesOf } from './settings-summary.tsx'
import { settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

test('settings of partner points converted to form values and back are unchanged', () => {
  for (const settings of [
    partnerSettings,
    { ...partnerSettings, limit_per_day: null, password_from_points: null },
  ]) {
    expect(z.safeParse(partnerPointsSettings, settings).success).toBe(true)
    expect(settingsFrom(settingsTexts(settings))).toEqual(settings)
  }
})

test('a new campaign of partner points has no partner, and its empty numbers are not zero', () => {
  expect(settingsFrom(settingsTexts(null))).toEqual({
    partner: '',
    minimum: Number.NaN,
    maximum: Number.NaN,
    step: Number.NaN,
    limit_per_day: null,
    password_from_points: null,
  })
})

test('the approver reads the settings of partner points as sentences', () => {
  expect(sentencesOf(partnerSettings)).toEqual([
    'Pontos do programa asa-fidelidade viram pontos do clube pela cotação que o parceiro dá na hora.',
    'Cada resgate troca de 500 a 10.000 pontos do parceiro, de 100 em 100.',
    'Cada pessoa faz até 3 resgates por dia.',
    'Resgates que creditam 4.000 pontos ou mais pedem a senha de novo na confirmação.',
  ])
  const free = { ...partnerSettings, maximum: 500, limit_per_day: null, password_from_points: null }
  expect(sentencesOf(free).slice(1)).toEqual([
    'Cada resgate troca 500 pontos do parceiro.',
    'Não há limite por dia.',
    'A senha não é pedida de novo na confirmação.',
  ])
})

test('lists of errors name the fields of partner points', () => {
  expect(['partner', 'step', 'other'].map(settingsTitle)).toEqual([
    'Programa parceiro',
    'De quantos em quantos pontos',
    undefined,
  ])
})
