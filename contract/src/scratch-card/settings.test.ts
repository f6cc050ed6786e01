import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrorsOf } from '../kernel/envelope.ts'
import { spendRuleOf } from '../campaigns/spend-rule.ts'
import { scratchCardSettings, scratchCardSettingsErrors, type ScratchCardSettings } from './settings.ts'

const dinner = {
  kind: 'service',
  title: 'Jantar para dois',
  quantity: 10,
  value_cents: 12_000,
  pickup_place: 'Balcão do Piso 1',
  pickup_days: 30,
} as const
const points = { kind: 'points', title: '100 pontos', quantity: 50, value_cents: 500, points: 100 } as const
const settings: ScratchCardSettings = {
  cards: 1000,
  prizes: [dinner, points],
  earned_by: ['paper'],
  limit_per_day: 3,
  signature_from_cents: null,
  account_from_cents: null,
}
const adults = { document_types: ['cpf'], minimum_age: 18 }
const rule = spendRuleOf({ every_cents: 10_000, participations: 1 })

const schemaPaths = (change: Record<string, unknown>) =>
  fieldErrorsOf(z.safeParse(scratchCardSettings, { ...settings, ...change }).error).map(({ path }) => path)
const paths = (
  change: Partial<ScratchCardSettings>,
  plan: Partial<Parameters<typeof scratchCardSettingsErrors>[1]> = {},
) =>
  scratchCardSettingsErrors({ ...settings, ...change }, { spend_rule: null, audience: adults, ...plan }).map(
    ({ path }) => path,
  )

describe('settings of a scratch card', () => {
  test('scratch-card settings with prizes of each kind are valid', () => {
    expect(
      schemaPaths({ prizes: [dinner, { ...dinner, kind: 'goods' }, { ...dinner, kind: 'card' }, points] }),
    ).toEqual([])
    expect(paths({})).toEqual([])
    expect(paths({ earned_by: ['paper', 'receipts', 'desk'] }, { spend_rule: rule })).toEqual([])
  })

  test('scratch-card settings of older campaigns require neither a signature nor an account', () => {
    const { signature_from_cents: _signature, account_from_cents: _account, ...older } = settings
    expect(z.parse(scratchCardSettings, older)).toEqual(settings)
    expect(schemaPaths({ signature_from_cents: 0, account_from_cents: 1.5 })).toEqual([
      'signature_from_cents',
      'account_from_cents',
    ])
  })

  test('invalid scratch-card settings are rejected by field', () => {
    expect(schemaPaths({ cards: 0 })).toEqual(['cards'])
    expect(schemaPaths({ cards: 100_001 })).toEqual(['cards'])
    expect(schemaPaths({ prizes: [] })).toEqual(['prizes'])
    expect(schemaPaths({ earned_by: [] })).toEqual(['earned_by'])
    expect(schemaPaths({ limit_per_day: 0 })).toEqual(['limit_per_day'])
    expect(schemaPaths({ prizes: [{ ...dinner, quantity: 0 }] })).toEqual(['prizes.0.quantity'])
    expect(schemaPaths({ prizes: [{ ...dinner, title: 'Jantar\nprize 1 1' }] })).toEqual(['prizes.0.title'])
    expect(schemaPaths({ prizes: [{ ...dinner, pickup_days: 0 }] })).toEqual(['prizes.0.pickup_days'])
  })

  test('a scratch-card prize of the kind money is rejected', () => {
    expect(schemaPaths({ prizes: [{ ...dinner, kind: 'money' }] })).not.toEqual([])
  })

  test('scratch-card prizes require enough cards and distinct names', () => {
    expect(paths({ cards: 59 })).toEqual(['cards'])
    expect(paths({ prizes: [dinner, { ...dinner, title: 'JANTAR para dois' }] })).toEqual(['prizes.1.title'])
  })

  test('a spend rule is required exactly when scratch cards are earned by receipts, and repeated sources are rejected', () => {
    expect(paths({ earned_by: ['receipts'] })).toEqual(['earned_by'])
    expect(paths({}, { spend_rule: rule })).toEqual(['earned_by'])
    expect(paths({ earned_by: ['paper', 'paper'] })).toEqual(['earned_by'])
  })

  test('only individuals of 18 or over can play scratch cards', () => {
    for (const audience of [
      { document_types: ['cpf'], minimum_age: null },
      { document_types: ['cpf'], minimum_age: 17 },
      { document_types: ['cpf', 'cnpj'], minimum_age: 18 },
    ])
      expect(paths({}, { audience })).toEqual(['prizes'])
  })
})
