import { maskOf } from '@clube/contract/brazil/mask.ts'
import { expect, test } from 'vitest'
import { applyMask, rawOf } from './mask-text.ts'

const cpf = maskOf('000.000.000-00')
const cnpj = maskOf('AA.AAA.AAA/AAAA-00')

test('a mask formats a partial value without a trailing separator', () => {
  expect(applyMask(cpf, '')).toBe('')
  expect(applyMask(cpf, '529')).toBe('529')
  expect(applyMask(cpf, '5299')).toBe('529.9')
  expect(applyMask(cpf, '52998224725')).toBe('529.982.247-25')
})

test('the raw characters of a masked value exclude separators, spaces and anything the mask does not accept', () => {
  expect(rawOf(cpf, ' 529.982.247-25 ')).toBe('52998224725')
  expect(rawOf(cpf, '529x982')).toBe('529982')
  expect(rawOf(cpf, '529982247259999')).toBe('52998224725')
  expect(rawOf(cnpj, '12.abc.345/01de-35')).toBe('12ABC34501DE35')
  expect(rawOf(cnpj, '12.ABC.345/01DE-XX35')).toBe('12ABC34501DE35')
})

test('a mask can depend on the text typed so far', () => {
  const either = (text: string) => (text.replace(/\W/g, '').length > 11 ? cnpj : cpf)
  expect(applyMask(either, '52998224725')).toBe('529.982.247-25')
  expect(applyMask(either, '11222333000181')).toBe('11.222.333/0001-81')
})
