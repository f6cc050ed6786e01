import { describe, expect, test } from 'vitest'
import { findDeckErrors, deckPublicationSchema } from './deck-publication.ts'
import { exampleDraws, examplePublication, nodeHash, seedOf } from './deck.testing.ts'
import { toHex } from './deck-hash.ts'
import { drawLine, parseDrawLine, type PublishedDraw } from './draw-chain.ts'

const errorsOf = (
  change: Partial<typeof examplePublication> = {},
  draws: readonly PublishedDraw[] = exampleDraws,
) => findDeckErrors(nodeHash, { ...examplePublication, ...change }, draws)

const changed = (index: number, change: Partial<PublishedDraw>) =>
  exampleDraws.map((draw, i) => (i === index ? { ...draw, ...change } : draw))
const kindsOf = (errors: ReturnType<typeof errorsOf>) => [...new Set(errors.map(({ kind }) => kind))]

describe('a published deck', () => {
  test('a deck published as it was sealed and drawn has no errors', () => {
    expect(deckPublicationSchema.parse(examplePublication)).toEqual(examplePublication)
    expect(errorsOf()).toEqual([])
  })

  test('another seed is detected', () => {
    expect(kindsOf(errorsOf({ seed: toHex(seedOf(2)) }))).toContain('commitment')
  })

  test('prizes with another title, value, quantity or order are detected', () => {
    const [first, second, ...rest] = examplePublication.prizes
    if (!first || !second) throw new Error('The example has too few prizes')
    for (const prizes of [
      [{ ...first, title: 'Viagem' }, second, ...rest],
      [{ ...first, value_cents: first.value_cents - 1 }, second, ...rest],
      [{ ...first, quantity: 0 }, { ...second, quantity: second.quantity + 1 }, ...rest],
      [second, first, ...rest],
    ])
      expect(kindsOf(errorsOf({ prizes }))).toContain('commitment')
  })

  test('another number of cards or days, or another campaign, is detected', () => {
    for (const change of [{ cards: 201 }, { days: 6 }, { campaign_id: 'another' }])
      expect(kindsOf(errorsOf(change))).toContain('commitment')
  })

  test('a changed card is detected: a prize drawn instead of a blank, or a blank instead of a prize', () => {
    const prizeAt = exampleDraws.findIndex(({ prize }) => prize > 0)
    const blankAt = exampleDraws.findIndex(({ prize }) => prize === 0)
    expect(errorsOf({}, changed(prizeAt, { prize: 0 }))).toContainEqual({
      kind: 'prize',
      position: prizeAt + 1,
    })
    expect(errorsOf({}, changed(blankAt, { prize: 1 }))).toContainEqual({
      kind: 'prize',
      position: blankAt + 1,
    })
  })

  test('a draw with another code or time is detected although its card and order are correct', () => {
    const code_hash = 'f'.repeat(64)
    expect(kindsOf(errorsOf({}, changed(60, { code_hash })))).toEqual(['head'])
    expect(kindsOf(errorsOf({}, changed(60, { drawn_at: exampleDraws[61]?.drawn_at ?? '' })))).toEqual([
      'head',
    ])
  })

  test('reordered, skipped, inserted and withheld draws are detected', () => {
    const [first, second, ...rest] = exampleDraws
    if (!first || !second) throw new Error('The example has too few draws')
    expect(kindsOf(errorsOf({}, [second, first, ...rest]))).toEqual(expect.arrayContaining(['order', 'head']))
    expect(kindsOf(errorsOf({}, [first, ...rest]))).toEqual(expect.arrayContaining(['order', 'head']))
    expect(kindsOf(errorsOf({}, [first, first, second, ...rest]))).toEqual(
      expect.arrayContaining(['order', 'code', 'head']),
    )
    expect(kindsOf(errorsOf({}, exampleDraws.slice(0, -1)))).toEqual(['head'])
    const renumbered = [second, first, ...rest].map((draw, index) => ({ ...draw, position: index + 1 }))
    expect(kindsOf(errorsOf({}, renumbered))).toContain('head')
  })

  test('a draw later than the next one, and a code with two draws, are detected', () => {
    expect(kindsOf(errorsOf({}, changed(5, { drawn_at: '2027-01-01T00:00:00.000Z' })))).toContain('time')
    expect(kindsOf(errorsOf({}, changed(5, { code_hash: exampleDraws[4]?.code_hash ?? '' })))).toContain(
      'code',
    )
  })

  test('a published daily head that differs from the chain is detected', () => {
    const heads = examplePublication.heads.map((each, index) =>
      index === 0 ? { ...each, head: 'a'.repeat(64) } : each,
    )
    expect(errorsOf({ heads })).toEqual([{ kind: 'head', draws: heads[0]?.draws }])
  })

  test('a draw is published as one line, and only a well-formed line is parsed', () => {
    for (const draw of exampleDraws) expect(parseDrawLine(drawLine(draw))).toEqual(draw)
    const line = drawLine(exampleDraws[0]!)
    for (const text of [
      '',
      `${line} `,
      ` ${line}`,
      line.replace('Z', ''),
      line.replace('1 ', '01 '),
      line.replace('1 ', '1 0'),
      line.slice(2),
    ])
      expect(parseDrawLine(text)).toBeNull()
  })
})
