import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineSettingsEditor } from './promotion.ts'

const editor = defineSettingsEditor({
  schema: z.strictObject({
    days: z.int({ error: 'Informe um número inteiro' }).check(z.positive('Informe um número maior que zero')),
  }),
  formValuesOf: (settings) => ({ days: settings ? String(settings.days) : '30' }),
  settingsOf: ({ days }) => ({ days: days === '' ? Number.NaN : Number(days) }),
  Fields: () => null,
})

test('a settings editor converts stored settings to strings and back', () => {
  expect(editor.formValuesOf({ days: 12 })).toEqual({ days: '12' })
  expect(editor.settingsOf({ days: '12' })).toEqual({ days: 12 })
})

test('a settings editor starts with the default values for a new campaign and for settings that no longer fit the schema', () => {
  expect(editor.formValuesOf(null)).toEqual({ days: '30' })
  expect(editor.formValuesOf({ weeks: 2 })).toEqual({ days: '30' })
})

test('a settings editor reports the schema’s errors under the field’s name', () => {
  expect(editor.errorsOf({ days: 12 })).toEqual([])
  expect(editor.errorsOf(editor.settingsOf({ days: '' }))).toEqual([
    { path: 'days', message: 'Informe um número inteiro' },
  ])
  expect(editor.errorsOf({ days: 0 })).toEqual([
    { path: 'days', message: 'Informe um número maior que zero' },
  ])
})
