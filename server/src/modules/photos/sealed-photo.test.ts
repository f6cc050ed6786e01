import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openBytes, sealBytes } from './sealed-photo.ts'

const key = randomBytes(32)
const bytes = Buffer.from('a picture of somebody')
const sealed = sealBytes({ key, context: 'photo-1', bytes })

describe('a sealed photo', () => {
  it('opens with its key and its context', () => {
    expect(openBytes({ key, context: 'photo-1', sealed })).toEqual(bytes)
  })

  it('shows nothing of what it holds, and never looks the same twice', () => {
    expect(sealed.includes('picture')).toBe(false)
    expect(sealBytes({ key, context: 'photo-1', bytes }).equals(sealed)).toBe(false)
  })

  it('does not open with another key, nor as another photo', () => {
    expect(openBytes({ key: randomBytes(32), context: 'photo-1', sealed })).toBe(null)
    expect(openBytes({ key, context: 'photo-2', sealed })).toBe(null)
  })

  it('does not open when a single bit differs or bytes are missing', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const touched = Buffer.from(sealed)
      touched[at] = touched[at]! ^ 1
      expect(openBytes({ key, context: 'photo-1', sealed: touched })).toBe(null)
      expect(openBytes({ key, context: 'photo-1', sealed: sealed.subarray(0, at) })).toBe(null)
    }
  })
})
