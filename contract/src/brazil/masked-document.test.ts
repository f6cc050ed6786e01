import { expect, test } from 'vitest'
import { maskDocument } from './masked-document.ts'

test.each([
  ['cpf', '52998224725', '***.982.247-**'],
  ['cnpj', '11222333000181', '**.222.333/****-**'],
  ['cnpj', '12ABC34501DE35', '**.ABC.345/****-**'],
] as const)('masking the %s %s leaves only its middle characters', (document_type, document_id, masked) => {
  expect(maskDocument({ document_type, document_id })).toBe(masked)
})
