import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const operations = read('../../../docs/operations.md')
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? '')),
]

/** Variables used in the files that read the environment. */
const variables = found(
  ['environment.ts', 'photo-storage.ts', 'messaging-gateways.ts', 'outside.ts'].map(read).join('\n'),
  /\b([A-Z]+_[A-Z_]+|PORT|HOST|SEED|PROCESSES)\b/g,
)

test.each(variables)('the environment variable %s is documented', (name) => {
  expect(operations).toMatch(new RegExp(`^\\| [^|]*\`${name}\``, 'm'))
})

test('every documented environment variable is used', () => {
  const rows = operations.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows.flatMap((row) => found(row.split('|')[1] ?? '', /`([A-Z_]+)`/g)).toSorted()).toEqual(
    variables.toSorted(),
  )
})

test.each(found(read('command.ts'), /^ +'([a-z]+ [a-z]+)': async/gm))(
  'the command %s is documented',
  (name) => {
    expect(operations).toContain(`npm run clube -- ${name}`)
  },
)
