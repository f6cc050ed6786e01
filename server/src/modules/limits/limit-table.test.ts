import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limitTable, mailboxOf, type LimitRow } from './limit-table.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8')

const windowOf = (seconds: number): string => {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`
  return seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`
}

test('docs/security.md shows every limit as in the table, in the same order', () => {
  const documented = docs
    .split('\n')
    .filter((line) => /^\| `[\w.-]+` \| (flow|device|person|contact|staff|ip|network|club) \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 6)
        .map((cell) => cell.trim()),
    )
  const actual = Object.entries<LimitRow>(limitTable).map(([name, row]) => [
    `\`${name}\``,
    row.counts,
    String(row.limit),
    'own_network_limit' in row ? String(row.own_network_limit) : '–',
    windowOf(row.window_seconds),
  ])
  expect(documented).toEqual(actual)
})

test.each([
  ['ana+clube@exemplo.com.br', 'ana@exemplo.com.br'],
  ['ana+a+b@exemplo.com.br', 'ana@exemplo.com.br'],
  ['a.na@exemplo.com.br', 'a.na@exemplo.com.br'],
  ['a.na.melo+clube@gmail.com', 'anamelo@gmail.com'],
  ['ana.melo@googlemail.com', 'anamelo@gmail.com'],
  ['+ana@exemplo.com.br', '+ana@exemplo.com.br'],
  ['11987654321', '11987654321'],
])('the contact %s is counted as %s', (contact, mailbox) => {
  expect(mailboxOf(contact)).toBe(mailbox)
})
