import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * Statements that read every column of a table. Their result changes with the table: while an old and a new version of the
 * program overlap, a column added by the new one would fail prepared statements of the old one.
 */
const allColumns = [
  /\.(?:selectAll|returningAll)\(/g,
  /\b(?:select|returning|distinct)\s+(?:\w+\.)?\*/gi,
  /,\s*\w+\.\*(?=\s*(?:,|`|\bfrom\b))/gi,
]

const findAllColumns = (code: string): string[] => allColumns.flatMap((pattern) => code.match(pattern) ?? [])

const files = globSync('server/{src,seeds}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\.testing\.ts$|\/testing\//.test(file),
)

test('every statement of the server names its columns', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    findAllColumns(readFileSync(join(root, file), 'utf8')).map((statement) => `${file}: ${statement}`),
  )
  expect(found).toEqual([])
})

test.each([
  'select * from city',
  'select distinct r.* from city r',
  'select s.name, r.* from city r, state s',
  'select\n  r.*, s.name from city r, state s',
  'delete from city returning *',
  "db.selectFrom('city').selectAll().execute()",
  "db.selectFrom('city as c').selectAll('c').execute()",
  "db.insertInto('city').values(city).returningAll()",
])('a statement that reads every column is found: %s', (statement) => {
  expect(findAllColumns(statement)).toHaveLength(1)
})

test.each(['select count(*) from city', 'select price * quantity from line', 'select 2 * 3', '/a.*b/'])(
  'an expression that only contains an asterisk is allowed: %s',
  (statement) => {
    expect(findAllColumns(statement)).toEqual([])
  },
)
