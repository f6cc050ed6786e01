import { describe, expect, test } from 'vitest'
import { containsPersonalData } from './personal-data.ts'

describe('personal data in text', () => {
  test.each([
    'Viu o CPF 529.982.247-25.',
    'Viu o CPF 52998224725.',
    'Viu o CNPJ 11.222.333/0001-81.',
    'Viu o CNPJ 12.ABC.345/01DE-35.',
    'Viu o CNPJ 11222333000181.',
    'Ligou para (11) 98765-4321.',
    'Escreveu para maria@exemplo.com.br.',
  ])('personal data is found in %j', (sentence) => {
    expect(containsPersonalData(sentence)).toBe(true)
  })

  test.each([
    'Aprovou o pedido 2026-000123 de 018f2b7c-7e1a-7b3c-9d00-123456789012.',
    'Viu o CPF ***.982.247-**.',
    'Mudou o e-mail ma***@exemplo.com.br.',
    'Resgatou 1200 pontos em 21/11/2026 às 12:00.',
  ])('no personal data is found in %j', (sentence) => {
    expect(containsPersonalData(sentence)).toBe(false)
  })
})
