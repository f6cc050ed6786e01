import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Patterns that product code must not contain outside of comments. */
const forbidden = {
  'creates a refusal other than through `refusalsOf`': /new Refusal\(/,
  'branches on the text of a message':
    /(?<!typeof (?:\w+\.)?)\bmessage\s*[!=]==?\s*['"`]|\bmessage\??\.(?:includes|startsWith|endsWith|match)\(/,
  'branches on part of a code':
    /\bcode\??\.(?:includes|startsWith|endsWith|split)\(|\bscope\??\.(?:startsWith|endsWith)\(/,
} as const

/** Exceptions with their reason, mostly library errors that cannot be recognized otherwise. */
const allowed: Readonly<Record<string, string>> = {
  'server/src/kernel/refusal.ts': 'defines the factory',
  'server/src/db/database-failure.ts': 'the first two characters of an SQLSTATE are its class',
  'server/src/db/migrate.ts': 'the migrator throws plain errors',
}

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')

const violationsIn = (source: string): string[] =>
  Object.entries(forbidden)
    .filter(([, pattern]) => pattern.test(withoutComments(source)))
    .map(([violation]) => violation)

const productFiles = (workspace: string): string[] =>
  readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|testing)\.tsx?$/.test(file))
    .map((file) => relative(root, join(root, workspace, 'src', file)))

test.each(['contract', 'server', 'web'])(
  'no file of %s creates a refusal other than through `refusalsOf`, or branches on the text of a message or on part of a code',
  (workspace) => {
    const violations = productFiles(workspace).flatMap((file) =>
      allowed[file] === undefined
        ? violationsIn(readFileSync(join(root, file), 'utf8')).map((violation) => `${file} ${violation}`)
        : [],
    )
    expect(violations).toEqual([])
  },
)

test.each([
  ["throw new Refusal('identity.blocked')", 'creates a refusal other than through `refusalsOf`'],
  ["if (failure.message === 'Conta bloqueada') return", 'branches on the text of a message'],
  ["if (error.message.includes('duplicate')) return", 'branches on the text of a message'],
  ["if (slot.scope.endsWith('-account')) return", 'branches on part of a code'],
  ["const [, reason] = refusal.code.split('.')", 'branches on part of a code'],
])('a line that violates the refusal rules is reported, but not in a comment: %j', (line, violation) => {
  expect(violationsIn(line)).toEqual([violation])
  expect(violationsIn(`// ${line}`)).toEqual([])
})

test('every listed exception of the refusal rules is still needed', () => {
  for (const file of Object.keys(allowed))
    expect(violationsIn(readFileSync(join(root, file), 'utf8')), file).not.toEqual([])
})
