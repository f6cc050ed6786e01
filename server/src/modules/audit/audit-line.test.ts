import { describe, expect, test } from 'vitest'
import { hashOf, noHash } from './audit-line.ts'

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

  test('the hash of an audit line depends on every field', () => {
    const hashes = [line, ...changes.map((change) => ({ ...line, ...change }))].map((changed) =>
      hashOf(key, changed).toString('hex'),
    )
    expect(new Set(hashes).size).toBe(changes.length + 1)
  })

  test('the hash of an audit line depends on the key', () => {
    expect(hashOf(Buffer.alloc(32, 'b'), line).equals(hashOf(key, line))).toBe(false)
  })
})
