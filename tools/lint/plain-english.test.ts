import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTerms, splitIdentifier } from './terms.ts'

const root = join(import.meta.dirname, '../..')

test('a term to avoid is found across the lines of a comment and reported with its replacement', () => {
  expect(findTerms('Takes a CPF in any\n * writing.')).toEqual([
    { found: 'in any writing', say: 'in any format' },
  ])
})

test.each(['a device that the account knows', 'a contact that nobody has confirmed', 'null if it stays'])(
  'the phrase "%s" is reported',
  (phrase) => expect(findTerms(phrase)).toHaveLength(1),
)

test('an identifier is split into words and checked only against the terms for identifiers', () => {
  expect(findTerms(splitIdentifier('forgottenWish'), { isIdentifier: true })).toMatchObject([
    { found: 'wish' },
  ])
  expect(findTerms(splitIdentifier('is_over'), { isIdentifier: true })).toEqual([])
})

test.each([
  ['Valid whatever the order.', 'regardless of'],
  ['Cancels the session for good.', 'permanently'],
  ['Residues are lost.', 'remainder'],
  ['A browser on one of both servers.', 'one of the two, both'],
  ['Shared code belongs into a part.', 'belongs in'],
  ['Any other status than 200 is an error.', 'any … other than'],
])('a term to avoid is reported with its replacement: %s', (text, say) => {
  expect(findTerms(text)).toMatchObject([{ say }])
})

test('standard terms such as sign-in and signature are not reported', () => {
  expect(findTerms('Every sign-in needs a session; the signature is checked.')).toEqual([])
})

test('“without a network” and “the club does not respond” are reported', () => {
  expect(findTerms('The club does not respond without a network.').map(({ say }) => say)).toEqual([
    'online, offline',
    'the server',
  ])
  expect(findTerms('A missing response is a network failure; the club is closed.')).toEqual([])
})

test('“the one before” and “give a role” are reported', () => {
  const found = findTerms('An administrator gave the role; the page replaces the one before.')
  expect(found.map(({ say }) => say)).toEqual(['the previous one', 'grant'])
  expect(findTerms('the one before last; a test gives the same result')).toEqual([])
})

test('the lint plugin reports terms to avoid and openings without a subject in comments, test titles, error messages and identifiers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plain-english-'))
  try {
    const configuration = {
      jsPlugins: [join(root, 'tools/lint/plain-english.js')],
      categories: { correctness: 'off' },
      rules: { 'plain-english/standard-terms': 'error' },
    }
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(configuration))
    writeFileSync(
      join(folder, 'planted.ts'),
      `// A deed.
const someWish = 1
test.each([someWish])('done by somebody', () => {})
const text = 'a deed'
throw new Error('No deed')
/** Of the club. */
const ofClub = 1
test('it ends', () => {})
test('a list of items', () => offer(ofClub))
`,
    )
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', '.oxlintrc.json', '--format=unix', '.'],
      { cwd: folder, encoding: 'utf8' },
    )
    const lines = [...stdout.matchAll(/planted\.ts:(\d+):/g)]
      .map(([, line]) => Number(line))
      .toSorted((a, b) => a - b)
    expect(lines).toEqual([1, 2, 3, 3, 5, 6, 7, 8, 9])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
