import { describe, expect, test } from 'vitest'
import { createVault } from './vault.ts'

const vault = createVault(Buffer.alloc(32, 'k'))
const other = createVault(Buffer.alloc(32, 'o'))

describe('the vault', () => {
  test('the vault opens what it sealed, and seals the same text differently each time', () => {
    const sealed = vault.seal('customer.document', '52998224725')
    expect(vault.open('customer.document', sealed)).toBe('52998224725')
    expect(sealed.includes('52998224725')).toBe(false)
    expect(vault.seal('customer.document', '52998224725').equals(sealed)).toBe(false)
  })

  test('the vault rejects another key, another label and any changed byte', () => {
    const sealed = vault.seal('customer.document', '52998224725')
    expect(() => other.open('customer.document', sealed)).toThrow()
    expect(() => vault.open('customer.email', sealed)).toThrow()
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => vault.open('customer.document', changed)).toThrow()
    }
    expect(() => vault.open('customer.document', Buffer.alloc(5))).toThrow()
  })

  test('equal strings have equal indexes only under the same label and key', () => {
    const index = vault.indexOf('a', 'x')
    expect(vault.indexOf('a', 'x').equals(index)).toBe(true)
    expect(vault.indexOf('b', 'x').equals(index)).toBe(false)
    expect(other.indexOf('a', 'x').equals(index)).toBe(false)
  })

  test('the vault requires a root key of at least 32 bytes', () => {
    expect(() => createVault(Buffer.alloc(31))).toThrow('at least 32 bytes')
  })
})
