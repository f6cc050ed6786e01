import { expect, test } from 'vitest'
import { normalizeForSearch } from './normalize-for-search.ts'

test('search text is normalized to lowercase ASCII without punctuation', () => {
  expect(normalizeForSearch('São João d’Aliança')).toBe('sao joao dalianca')
  expect(normalizeForSearch("Santa Bárbara d'Oeste")).toBe('santa barbara doeste')
  expect(normalizeForSearch('  Rua  13-de-Maio ')).toBe('rua 13 de maio')
  expect(normalizeForSearch('50%_\\\u0000')).toBe('50')
  expect(normalizeForSearch('北京')).toBe('')
})
