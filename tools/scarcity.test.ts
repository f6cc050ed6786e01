import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'server/src/modules')

const read = (path: string): string => readFileSync(path, 'utf8')
const rows = read(join(root, 'docs/scarcity.md'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Scarce resource'))
  .map((line) => {
    const [resource = '', decision = '', constraint = '', race = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, '').trim())
    return { resource, decision, constraint, race }
  })

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const isFile = (name: string): boolean => name.endsWith('.ts')
const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ')
const migrations = collapseSpaces(
  globSync('server/migrations/*.ts', { cwd: root })
    .map((file) => read(join(root, file)))
    .join('\n'),
)

test('docs/scarcity.md lists more than 35 scarce resources', () => {
  expect(rows.length).toBeGreaterThan(35)
})

test.each(rows)(
  'scarce resource “$resource”: the files exist, and the functions are exported from them or their module',
  (row) => {
    const files = quoted(row.decision + row.race).filter(isFile)
    expect(files.filter((file) => !existsSync(join(modules, file)))).toEqual([])
    const stores = quoted(row.decision).filter(isFile)
    // The lock may be in another store of the module than the deciding statement.
    const [module = ''] = stores[0]?.split('/') ?? ['']
    const sources = globSync(stores.length > 0 ? `${module}/**/*.ts` : '**/*-store.ts', { cwd: modules })
      .filter((file) => !file.includes('.test.'))
      .map((file) => read(join(modules, file)))
      .join('\n')
    const functions = quoted(row.decision).filter((name) => !isFile(name))
    expect(functions.filter((name) => !new RegExp(`export const ${name}\\b`).test(sources))).toEqual([])
  },
)

test.each(rows)('scarce resource “$resource”: the constraint is in a migration', ({ constraint }) => {
  expect(quoted(constraint).filter((name) => !migrations.includes(collapseSpaces(name)))).toEqual([])
})

test('every race test of a module is listed in docs/scarcity.md', () => {
  const named = new Set(rows.flatMap(({ race }) => quoted(race)))
  const races = globSync('**/*.race.test.ts', { cwd: modules })
  expect(races.filter((file) => !named.has(file))).toEqual([])
})
