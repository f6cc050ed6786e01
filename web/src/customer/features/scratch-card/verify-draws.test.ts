import { exampleDraws, examplePublication } from '@clube/contract/scratch-card/deck.testing.ts'
import { drawLine } from '@clube/contract/scratch-card/draw-chain.ts'
import { expect, test } from 'vitest'
import { verifyDraws } from './verify-draws.ts'

const lines = exampleDraws.map(drawLine)
const verify = (change: Partial<typeof examplePublication> = {}, draws: readonly string[] = lines) =>
  verifyDraws({ publication: { ...examplePublication, ...change }, draws: `${draws.join('\n')}\n` })
const all = { deck: true, prizes: true, order: true, heads: true }

test('a published deck and its draws pass every check', () => {
  expect(verify()).toMatchObject({ passed: all, draws: 90 })
  const { chain } = verify()
  expect(chain).toHaveLength(91)
  for (const { draws, head } of examplePublication.heads) expect(chain[draws]).toBe(head)
})

test('each manipulation of the deck, the draws or the heads fails the corresponding checks', () => {
  const otherSeed = verify({ seed: 'a'.repeat(64) })
  expect(otherSeed.passed).toMatchObject({ deck: false, prizes: false })
  const winning = lines.findIndex((line) => line.split(' ')[1] !== '0')
  const stolen = lines.with(winning, (lines[winning] ?? '').replace(/^(\d+) \d+/, '$1 0'))
  expect(verify({}, stolen).passed).toMatchObject({ deck: true, prizes: false })
  expect(verify({}, lines.toSpliced(3, 1)).passed).toMatchObject({ deck: true, order: false, heads: false })
  const [first, ...heads] = examplePublication.heads
  expect(verify({ heads: [{ ...first!, head: 'b'.repeat(64) }, ...heads] }).passed).toEqual({
    ...all,
    heads: false,
  })
})

test('malformed draws and impossible decks fail every check', () => {
  const nothing = { deck: false, prizes: false, order: false, heads: false }
  expect(verify({}, ['1 0 x']).passed).toEqual(nothing)
  expect(verify({ days: 0 }).passed).toEqual(nothing)
})
