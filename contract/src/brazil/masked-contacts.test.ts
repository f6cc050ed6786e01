import { expect, test } from 'vitest'
import { maskCellphone, maskEmail } from './masked-contacts.ts'

test('masked contacts show only enough for their owner to recognize them', () => {
  expect(maskCellphone('11987654321')).toBe('(11) *****-4321')
  expect(maskEmail('maria@exemplo.com.br')).toBe('ma***@e***.br')
  expect(maskEmail('a@b.io')).toBe('a***@b***.io')
})
