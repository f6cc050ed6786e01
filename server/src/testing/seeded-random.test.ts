import { expect, test } from 'vitest'
import { createSeededRandom } from './seeded-random.ts'

test('a seeded generator returns the same values for the same seed, and different ones for different seeds', () => {
  const draw = (seed: string) => {
    const random = createSeededRandom(seed)
    return [random.bytes(40).toString('hex'), random.below(1000), random.uuid(), random.uuid()]
  }
  expect(draw('one')).toEqual(draw('one'))
  expect(draw('one')).not.toEqual(draw('two'))
})

test('a seeded generator returns integers below the limit, the requested number of bytes, and valid UUIDs', () => {
  const random = createSeededRandom('limits')
  const dice = new Set(Array.from({ length: 200 }, () => random.below(6)))
  expect([...dice].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
  expect(random.bytes(3)).toHaveLength(3)
  expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
