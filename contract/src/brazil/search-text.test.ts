import { expect, it } from 'vitest'
import { searchText } from './search-text.ts'

it('search text is normalized to lower-case ASCII without accents or punctuation', () => {
  expect(searchText('São João d’Aliança')).toBe('sao joao dalianca')
  expect(searchText("Santa Bárbara d'Oeste")).toBe('santa barbara doeste')
  expect(searchText('  Rua  13-de-Maio ')).toBe('rua 13 de maio')
  expect(searchText('50%_\\\u0000')).toBe('50')
  expect(searchText('北京')).toBe('')
})
