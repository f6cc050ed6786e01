import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openBytes, sealBytes } from './sealed-photo.ts'

const key = randomBytes(32)
const bytes = Buffer.from('a picture of a person')
const sealed = sealBytes({ key, context: 'photo-1', bytes })

describe('a sealed photo', () => {
  it('a sealed photo opens with its key and context', () => {
    expect(openBytes({ key, context: 'photo-1', sealed })).toEqual(bytes)
  })

  it('a sealed photo reveals nothing and is different each time', () => {
    expect(sealed.includes('picture')).toBe(false)
    expect(sealBytes({ key, context: 'photo-1', bytes }).equals(sealed)).toBe(false)
  })

  it('a sealed photo does not open with another key or context', () => {
    expect(openBytes({ key: randomBytes(32), context: 'photo-1', sealed })).toBe(null)
    expect(openBytes({ key, context: 'photo-2', sealed })).toBe(null)
  })

  it('a sealed photo does not open when altered or truncated', () => {
    for (let i = 0; i < sealed.length; i += 1) {
      const altered = Buffer.from(sealed)
      altered[i] = altered[i]! ^ 1
      expect(openBytes({ key, context: 'photo-1', sealed: altered })).toBe(null)
      expect(openBytes({ key, context: 'photo-1', sealed: sealed.subarray(0, i) })).toBe(null)
    }
  })
})
