import { expect, test } from 'vitest'
import { parsePersonSearch, personSearchMessage } from './person-search.ts'

test.each([
  ['Ana Lúcia Pereira', { kind: 'name', words: ['ana', 'lucia', 'pereira'] }],
  ['  JOÃO da SILVA ', { kind: 'name', words: ['joao', 'silva'] }],
  ['Maria C. dos Santos', { kind: 'name', words: ['maria', 'santos'] }],
  ['(11) 98888-7777', { kind: 'cellphone', cellphone: '11988887777' }],
  ['+55 11 98888-7777', { kind: 'cellphone', cellphone: '11988887777' }],
  ['Ana@Exemplo.com.br', { kind: 'email', email: 'ana@exemplo.com.br' }],
  ['2026-000123-4', { kind: 'protocol', protocol: '2026-000123-4' }],
])('%j is parsed as a search for a person', (text, value) => {
  expect(parsePersonSearch(text)).toEqual({ ok: true, value })
})

test.each(['', 'Maria', 'a b c d', 'de da', 'Jo Li', '111.111.111-11', '1188887777', '98888-7777'])(
  '%j is rejected as a search for a person',
  (text) => {
    expect(parsePersonSearch(text)).toEqual({ ok: false, message: personSearchMessage })
  },
)
