import { describe, expect, test } from 'vitest'
import { hashOf, holdsPersonalData, noHash } from './audit-line.ts'

const key = Buffer.alloc(32, 'a')
const line = {
  position: 1,
  at: new Date('2026-11-21T12:00:00Z'),
  actor: { kind: 'staff', id: 'ana' },
  action: 'recovery.approve',
  subject: { kind: 'recovery', id: '7' },
  sentence: 'Aprovou o pedido 7.',
  previous_hash: noHash,
} as const

describe('the hash of a line', () => {
  const changes = [
    { position: 2 },
    { at: new Date('2026-11-21T12:00:00.001Z') },
    { actor: { kind: 'customer', id: 'ana' } },
    { actor: { kind: 'staff', id: 'bia' } },
    { actor: { kind: 'system' } },
    { action: 'recovery.reject' },
    { subject: null },
    { subject: { kind: 'recovery', id: '8' } },
    { sentence: 'Aprovou o pedido 8.' },
    { previous_hash: Buffer.alloc(32, 1) },
  ] as const

  test('changes with everything the line says', () => {
    const hashes = [line, ...changes.map((change) => ({ ...line, ...change }))].map((changed) =>
      hashOf(key, changed).toString('hex'),
    )
    expect(new Set(hashes).size).toBe(changes.length + 1)
  })

  test('cannot be made without the key', () => {
    expect(hashOf(Buffer.alloc(32, 'b'), line).equals(hashOf(key, line))).toBe(false)
  })
})

describe('a sentence for auditors', () => {
  test.each([
    'Viu o CPF 529.982.247-25.',
    'Viu o CPF 52998224725.',
    'Viu o CNPJ 11.222.333/0001-81.',
    'Viu o CNPJ 12.ABC.345/01DE-35.',
    'Viu o CNPJ 11222333000181.',
    'Ligou para (11) 98765-4321.',
    'Escreveu para maria@exemplo.com.br.',
  ])('may not say %j', (sentence) => {
    expect(holdsPersonalData(sentence)).toBe(true)
  })

  test.each([
    'Aprovou o pedido 2026-000123 de 018f2b7c-7e1a-7b3c-9d00-123456789012.',
    'Viu o CPF ***.982.247-**.',
    'Mudou o e-mail ma***@exemplo.com.br.',
    'Resgatou 1200 pontos em 21/11/2026 às 12:00.',
  ])('may say %j', (sentence) => {
    expect(holdsPersonalData(sentence)).toBe(false)
  })
})
