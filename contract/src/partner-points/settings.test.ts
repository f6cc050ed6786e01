import { describe, expect, test } from 'vitest'
import { isAllowedAmount, memberNumberSchema, partnerSlugSchema } from './partner.ts'
import { partnerPointsSettings, partnerPointsSettingsErrors } from './settings.ts'
import * as z from 'zod/mini'

const settings = {
  partner: 'voe-mais',
  minimum: 1_000,
  maximum: 3_000,
  step: 500,
  limit_per_day: null,
  password_from_points: null,
}

test.each([
  [1_000, true],
  [1_500, true],
  [3_000, true],
  [500, false],
  [3_500, false],
  [1_250, false],
])('%i points are allowed from 1,000 to 3,000 in steps of 500: %s', (points, isAllowed) => {
  expect(isAllowedAmount(points, settings)).toBe(isAllowed)
})

describe('settings of partner points', () => {
  test('the maximum is at least the minimum, and reached in steps', () => {
    expect(partnerPointsSettingsErrors(settings)).toEqual([])
    expect(partnerPointsSettingsErrors({ ...settings, maximum: 1_000 })).toEqual([])
    expect(partnerPointsSettingsErrors({ ...settings, maximum: 900 })).toMatchObject([{ path: 'maximum' }])
    expect(partnerPointsSettingsErrors({ ...settings, step: 300 })).toMatchObject([{ path: 'step' }])
  })

  test.each([
    { step: 0 },
    { minimum: -1 },
    { limit_per_day: 0 },
    { password_from_points: 0.5 },
    { partner: 'Voe Mais' },
    { maximum: 10_000_001 },
  ])('%j is invalid', (change) => {
    expect(z.safeParse(partnerPointsSettings, { ...settings, ...change }).success).toBe(false)
  })
})

test.each(['voe-mais', 'a', 'azul2'])('%s is a name of a partner in paths', (slug) => {
  expect(z.safeParse(partnerSlugSchema, slug).success).toBe(true)
})

test.each(['', '-', 'a-', 'A', '../a', 'a--b', 'a/b', 'á', 'x'.repeat(41)])(
  '%j is not a name of a partner in paths',
  (slug) => {
    expect(z.safeParse(partnerSlugSchema, slug).success).toBe(false)
  },
)

test('a member number is accepted as printed, with spaces, dots and hyphens', () => {
  expect(z.parse(memberNumberSchema, ' 7000.12-34 ab ')).toBe('70001234AB')
  expect(z.safeParse(memberNumberSchema, '123').success).toBe(false)
})
