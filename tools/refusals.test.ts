import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What product code must not do, and how it looks. Comments do not count. */
const forbidden = {
  'makes a refusal without the table of a call': /new Refusal\(/,
  'decides by the text of a message':
    /(?<!typeof (?:\w+\.)?)\bmessage\s*[!=]==?\s*['"`]|\bmessage\??\.(?:includes|startsWith|endsWith|match)\(/,
  'decides by a part of a code':
    /\bcode\??\.(?:includes|startsWith|endsWith|split)\(|\bscope\??\.(?:startsWith|endsWith)\(/,
} as const

/** Errors of libraries, which can be recognised by nothing else. */
const allowed: Readonly<Record<string, string>> = {
  'server/src/kernel/refusal.ts': 'the factory itself',
  'web/src/testing/pretend-server.ts': 'a class of its own, typed by the call',
  'server/src/db/database-failure.ts': 'the first two characters of an SQLSTATE are its class',
  'server/src/db/prepared-statements.ts':
    'PostgreSQL reports a changed plan under a code of many other errors',
  'server/src/db/migrate.ts': 'the migrator throws plain errors',
}

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')

const faultsIn = (source: string): string[] =>
  Object.entries(forbidden)
    .filter(([, pattern]) => pattern.test(withoutComments(source)))
    .map(([fault]) => fault)

const productFiles = (workspace: string): string[] =>
  readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|testing)\.tsx?$/.test(file))
    .map((file) => relative(root, join(root, workspace, 'src', file)))

test.each(['contract', 'server', 'web'])(
  'no file of %s decides by a text or by a part of a code',
  (workspace) => {
    const faults = productFiles(workspace).flatMap((file) =>
      allowed[file] === undefined
        ? faultsIn(readFileSync(join(root, file), 'utf8')).map((fault) => `${file} ${fault}`)
        : [],
    )
    expect(faults).toEqual([])
  },
)

test.each([
  ["throw new Refusal('identity.blocked')", 'makes a refusal without the table of a call'],
  ["if (failure.message === 'Conta bloqueada') return", 'decides by the text of a message'],
  ["if (error.message.includes('duplicate')) return", 'decides by the text of a message'],
  ["if (slot.scope.endsWith('-account')) return", 'decides by a part of a code'],
  ["const [, reason] = refusal.code.split('.')", 'decides by a part of a code'],
])('%s is found', (line, fault) => {
  expect(faultsIn(line)).toEqual([fault])
  expect(faultsIn(`// ${line}`)).toEqual([])
})

test('every listed exception is still needed', () => {
  for (const file of Object.keys(allowed))
    expect(faultsIn(readFileSync(join(root, file), 'utf8')), file).not.toEqual([])
})
