import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  exampleDraws,
  examplePlan,
  examplePublication,
  nodeHash,
  seedOf,
} from '../contract/src/scratch-card/deck.testing.ts'
import { buildDeck, commitmentOf } from '../contract/src/scratch-card/deck.ts'
import { toHex } from '../contract/src/scratch-card/deck-hash.ts'
import { drawLine } from '../contract/src/scratch-card/draw-chain.ts'

const source = join(import.meta.dirname, 'scratch-verifier/verify-scratch-deck.mjs')
const example = join(import.meta.dirname, 'scratch-verifier/example')
const lines = exampleDraws.map(drawLine)
const deckText = `${JSON.stringify(examplePublication, null, 2)}\n`
const drawsText = `${lines.join('\n')}\n`

/** Contains only the verifier, outside the repository, without its packages. */
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scratch-verifier-'))
  copyFileSync(source, join(folder, 'verify-scratch-deck.mjs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param saved what the person saved earlier: copies of the deck file, and numbers and heads as typed */
const verify = (
  deck: object | string,
  draws: readonly string[] = lines,
  saved: readonly (object | string)[] = [],
) => {
  writeFileSync(join(folder, 'deck.json'), typeof deck === 'string' ? deck : JSON.stringify(deck))
  writeFileSync(join(folder, 'draws.txt'), draws.map((line) => `${line}\n`).join(''))
  const names = saved.map((each, index) => {
    if (typeof each === 'string') return each
    writeFileSync(join(folder, `earlier-${index}.json`), JSON.stringify(each))
    return `earlier-${index}.json`
  })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['verify-scratch-deck.mjs', 'deck.json', 'draws.txt', ...names],
    { cwd: folder, encoding: 'utf8', env: {} },
  )
  return { status, output: stdout + stderr }
}

/** The heads of the chain of draws, beginning with the commitment. */
const headsOf = (drawLines: readonly string[], commitment = examplePublication.commitment) =>
  drawLines.reduce(
    (heads, line) => [
      ...heads,
      createHash('sha256')
        .update(Buffer.from(heads.at(-1) ?? '', 'hex'))
        .update(line)
        .digest('hex'),
    ],
    [commitment],
  )

/** The example with other draws, and with all published heads recomputed so that they agree. */
const rechained = (drawLines: readonly string[]) => {
  const chain = headsOf(drawLines)
  const heads = examplePublication.heads.map((each) => ({ ...each, head: chain[each.draws] ?? '' }))
  return [{ ...examplePublication, heads }, drawLines] as const
}

/** A publication with another seed, whose files all agree. */
const forged = (() => {
  const prizes = examplePlan.prizes.map((prize) => ({ ...prize, value_cents: 100 }))
  const plan = { ...examplePlan, prizes }
  const deck = buildDeck(nodeHash, seedOf(2), plan)
  const commitment = commitmentOf(nodeHash, seedOf(2), plan, deck)
  const draws = exampleDraws.map((draw, index) => drawLine({ ...draw, prize: deck[index] ?? 0 }))
  const chain = headsOf(draws, commitment)
  const heads = examplePublication.heads.map((each) => ({ ...each, head: chain[each.draws] ?? '' }))
  return [{ ...examplePublication, prizes, seed: toHex(seedOf(2)), commitment, heads }, draws] as const
})()

/** A digest as displayed. */
const grouped = (digest: string) => (digest.match(/.{8}/g) ?? []).join(' ')

describe('the stand-alone verifier of scratch-card decks', () => {
  test('the verifier is one file of fewer than 100 lines that imports only Node', () => {
    const text = readFileSync(source, 'utf8')
    expect(text.split('\n').length).toBeLessThan(100)
    const imports = [...text.matchAll(/from '([^']+)'|import\(|require\(/g)].map(([, name]) => name)
    expect(imports).toEqual(['node:crypto', 'node:fs'])
  })

  test('the published example is up to date and is verified', async () => {
    await expect(deckText).toMatchFileSnapshot(join(example, 'deck.json'))
    await expect(drawsText).toMatchFileSnapshot(join(example, 'draws.txt'))
    expect(verify(readFileSync(join(example, 'deck.json'), 'utf8'))).toEqual({
      status: 0,
      output: `Resumo do baralho: ${grouped(examplePublication.commitment)}
Resumo de 90: ${grouped(examplePublication.heads.at(-1)?.head ?? '')}
Compare os dois com o que você guardou antes do fim.
Tudo confere: 200 cartões, 90 sorteios.
`,
    })
  })

  const [first = '', second = '', ...rest] = lines
  const prizeAt = exampleDraws.findIndex(({ prize }) => prize > 0)
  const replaced = (index: number, line: string) => lines.map((each, i) => (i === index ? line : each))

  const secondCode = exampleDraws[1]!.code_hash.toUpperCase()
  const lastInstant = exampleDraws[89]!.drawn_at

  test.each<[string, object, readonly string[]]>([
    ['another seed', { ...examplePublication, seed: toHex(seedOf(2)) }, lines],
    ['a swapped prize', { ...examplePublication, prizes: examplePublication.prizes.toReversed() }, lines],
    ['a changed number of cards', { ...examplePublication, cards: 201 }, lines],
    ['a changed card', examplePublication, replaced(prizeAt, (lines[prizeAt] ?? '').replace(/ \d+ /, ' 0 '))],
    ['reordered draws', examplePublication, [second, first, ...rest]],
    ['a skipped draw', examplePublication, [first, ...rest]],
    ['an inserted draw', examplePublication, [first, first, second, ...rest]],
    ['a withheld last draw', examplePublication, lines.slice(0, -1)],
    [
      'a draw reassigned to another code',
      examplePublication,
      replaced(3, (lines[3] ?? '').replace(/[\da-f]{64}/, 'f'.repeat(64))),
    ],
    ['a malformed line', examplePublication, [...lines, 'x']],
    ['a line with a fifth field, in a recomputed chain', ...rechained(lines.with(3, `${lines[3] ?? ''} x`))],
    [
      'a code repeated in upper case, in a recomputed chain',
      ...rechained([...lines.slice(0, -1), `90 ${exampleDraws[89]!.prize} ${secondCode} ${lastInstant}`]),
    ],
    [
      'a prize number with leading zeros, in a recomputed chain',
      ...rechained(lines.with(0, first.replace(' ', ' 0'))),
    ],
    ['more prizes than cards', { ...examplePublication, cards: 20 }, lines],
  ])('the verifier detects %s', (_change, deck, draws) => {
    const { status, output } = verify(deck, draws)
    expect(output).toContain('NÃO CONFERE')
    expect(output).not.toMatch(/^ {4}at /m)
    expect(status).toBe(1)
  })

  test('the verifier rejects a deck whose seed is not published yet', () => {
    expect(verify({ ...examplePublication, seed: null })).toMatchObject({
      status: 1,
      output: expect.stringContaining('a semente só é publicada no fim') as string,
    })
  })

  describe('with copies and heads saved before the end', () => {
    const { heads, commitment } = examplePublication
    const [, , third] = heads
    const copy = { ...examplePublication, seed: null, heads: heads.slice(0, 3) }
    const headOf = (number: number) => headsOf(lines)[number] ?? ''
    const reassigned = lines.with(5, (lines[5] ?? '').replace(/[\da-f]{64}/, 'f'.repeat(64)))

    test('the verifier accepts saved copies and heads that belong to the publication', () => {
      const saved = [
        copy,
        { ...copy, heads: [] },
        examplePublication,
        '0',
        commitment,
        '48',
        heads[1]?.head ?? '',
        ...`13 ${grouped(headOf(13))}`.split(' '),
        `90 ${grouped(headOf(90))}`,
      ]
      const { status, output } = verify(examplePublication, lines, saved)
      expect(output).toContain('Tudo confere: 200 cartões, 90 sorteios.')
      expect(output).not.toContain('Compare os dois')
      expect(status).toBe(0)
    })

    // The forged files agree with each other: without a saved copy or head, the forgery cannot be detected.
    test.each<[string, readonly [object, readonly string[]], readonly (object | string)[]]>([
      ['a draw reassigned to another code, by a copy', rechained(reassigned), [copy]],
      [
        'a draw reassigned to another code, by a published head',
        rechained(reassigned),
        ['72', third?.head ?? ''],
      ],
      [
        'a draw reassigned to another code, by the head of a later card',
        rechained(reassigned),
        ['7', headOf(7)],
      ],
      ['a dropped daily head', [{ ...examplePublication, heads: heads.slice(-1) }, lines], [copy]],
      ['a whole forged publication, by a copy', forged, [{ ...copy, heads: [] }]],
      ['a whole forged publication, by its commitment', forged, ['0', commitment]],
      ['a whole forged publication, by the head of a card', forged, ['13', headOf(13)]],
    ])('the verifier detects %s, and accepts the files without it', (_change, [deck, draws], saved) => {
      expect(verify(deck, draws).output).toContain('Tudo confere')
      const { status, output } = verify(deck, draws, saved)
      expect(output).toContain('NÃO CONFERE')
      expect(status).toBe(1)
    })

    test('the verifier rejects incomplete or unknown heads and missing copies', () => {
      for (const saved of [
        ['13'],
        ['13', headOf(13).slice(1)],
        [headOf(13)],
        ['13', `${headOf(13)}a`],
        ['x'],
      ])
        expect(verify(examplePublication, lines, saved)).toMatchObject({
          status: 1,
          output: expect.stringContaining('Digite o número da raspadinha e o resumo inteiro.') as string,
        })
      expect(verify(examplePublication, lines, ['missing.json']).status).toBe(1)
      expect(verify(examplePublication, lines, ['91', headOf(90)]).status).toBe(1)
    })
  })
})
