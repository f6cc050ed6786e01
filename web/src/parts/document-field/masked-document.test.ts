import { expect, test } from 'vitest'
import { maskedDocument } from './masked-document.ts'

test('a document keeps its shape and loses its ends', () => {
  expect(maskedDocument({ document_type: 'cpf', document_id: '52998224725' })).toBe('***.982.247-**')
  expect(maskedDocument({ document_type: 'cnpj', document_id: '11222333000181' })).toBe('**.222.333/0001-**')
  expect(maskedDocument({ document_type: 'cnpj', document_id: '12ABC34501DE35' })).toBe('**.ABC.345/01DE-**')
})
