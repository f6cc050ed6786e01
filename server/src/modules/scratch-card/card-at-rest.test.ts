import { describe, expect, test } from 'vitest'
import { createVault } from '../vault/index.ts'
import { openCard, openSeed, sealCard, sealSeed } from './card-at-rest.ts'

const vault = createVault(Buffer.alloc(32, 'k'))
const campaign_id = '0197f0a0-0000-7000-8000-000000000001'
const place = { commitment: Buffer.alloc(32, 'c'), position: 7 }

describe('sealed scratch cards', () => {
  test('a sealed card can be opened only at its position in its deck', () => {
    const sealed = sealCard(vault, place, 3)
    expect(openCard(vault, place, sealed)).toBe(3)
    expect(() => openCard(vault, { ...place, position: 8 }, sealed)).toThrow()
    expect(() => openCard(vault, { ...place, commitment: Buffer.alloc(32, 'd') }, sealed)).toThrow()
  })

  test('sealed cards of blanks and of every prize have the same length, and equal cards differ', () => {
    const lengths = [0, 1, 30, 65_535].map((prize) => sealCard(vault, place, prize).length)
    expect(new Set(lengths)).toEqual(new Set([33]))
    expect(sealCard(vault, place, 0)).not.toEqual(sealCard(vault, place, 0))
  })

  test('a sealed seed can be opened only for its campaign', () => {
    const seed = Buffer.alloc(32, 's')
    const sealed = sealSeed(vault, campaign_id, seed)
    expect(openSeed(vault, campaign_id, sealed)).toEqual(seed)
    expect(() => openSeed(vault, 'another', sealed)).toThrow()
  })
})
