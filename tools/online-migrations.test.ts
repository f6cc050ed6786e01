import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { smallTables } from '../server/src/testing/full-scans.ts'

const folder = join(import.meta.dirname, '../server/migrations')
/**
 * Earlier migrations predate this rule; updates across 0030, 0047 and 0048 require stopping all processes.
 */
const lastBeforeRule = 50

const rules: readonly { statement: RegExp; isForGrowingTables: boolean; instead: string }[] = [
  {
    statement: /alter table (\w+)[^;]*?\brename\b/g,
    isForGrowingTables: false,
    instead: 'add the new name, and drop the old one in a later release',
  },
  {
    statement: /create (?:unique )?index (?!concurrently )(?:if not exists )?(?:\w+ )?on (\w+)/g,
    isForGrowingTables: true,
    instead: 'create the index concurrently, in an online migration',
  },
  {
    statement:
      /alter table (\w+)(?:(?!not valid)[^;])*?\b(?:add (?:constraint|check|foreign key|unique|primary key)|set not null)\b(?![^;]*not valid)/g,
    isForGrowingTables: true,
    instead: 'add the constraint not valid, and validate it in an online migration',
  },
  {
    statement:
      /alter table (\w+)[^;]*?\badd column [^;]*?(?:\b(?:check|unique|primary key|identity|stored)\b|\bdefault (?!now\(\))\w+\()(?![^;]*not valid)/g,
    isForGrowingTables: true,
    instead: 'add the column without a constraint or computed value, and fill it in batches',
  },
  {
    statement: /alter table (\w+)[^;]*?\balter column \w+ (?:set data )?type\b/g,
    isForGrowingTables: true,
    instead: 'add a column and fill it in batches',
  },
]
/** Long statements on growing tables, which must not run in a transaction. */
const longStatements = [
  // After one of these words, `update` or `delete` is the event of a trigger.
  {
    statement: /(?<!\b(?:before|after|or) )\b(?:update|delete from) (\w+)/g,
    instead: 'change rows in batches',
  },
  { statement: /alter table (\w+) validate constraint/g, instead: 'validate the constraint' },
]

/** An interrupted statement leaves an invalid index, which is dropped before the next attempt. */
const createsOnlineIndex = /create (?:unique )?index concurrently (?:if not exists )?(\w+)/g

/** Online migrations wait for locks without a time limit, so they must not request locks that block readers. */
const locksTables = /^(?:alter|cluster|create|do|drop|lock|refresh|reindex|truncate|vacuum)\b/
const blocksNoReaders =
  /^(?:(?:create (?:unique )?|drop )index concurrently |alter table \w+ validate constraint \w+$)/

/** `//` in a URL does not begin a comment. */
const comments = /\/\*[^]*?\*\/|(?:(?<!:)\/\/|--).*/g

/** Statements that lock a growing table for a long time, or that break processes of the previous version. */
const findViolations = (code: string): string[] => {
  const text = code.replaceAll(comments, '').replaceAll(/\s+/g, ' ').toLowerCase()
  const isOnline = /export const isonline(?:: boolean)? = true/.test(text)
  const created = new Set([...text.matchAll(/create table (\w+)/g)].map(([, table]) => table))
  const isGrowing = (table: string) => smallTables[table] === undefined && !created.has(table)
  const statements = [...text.matchAll(/(["'`])(.*?)(?<!\\)\1/g)].flatMap(([, , sql = '']) =>
    sql.split(';').map((statement) => statement.trim()),
  )
  const isDroppedBefore = (index: string) => text.includes(`drop index concurrently if exists ${index}`)
  const inStatement = (statement: string): string[] => [
    ...rules.flatMap((rule) =>
      [...statement.matchAll(rule.statement)].flatMap(([, table = '']) =>
        (rule.isForGrowingTables ? isGrowing(table) : !created.has(table))
          ? [`${table}: ${rule.instead}`]
          : [],
      ),
    ),
    ...longStatements.flatMap((long) =>
      [...statement.matchAll(long.statement)].flatMap(([, table = '']) =>
        !isOnline && isGrowing(table) ? [`${table}: ${long.instead}, in an online migration`] : [],
      ),
    ),
    ...[...statement.matchAll(createsOnlineIndex)].flatMap(([, index = '']) =>
      isDroppedBefore(index) ? [] : [`${index}: run drop index concurrently if exists first`],
    ),
  ]
  const blocking = statements.filter(
    (statement) => locksTables.test(statement) && !blocksNoReaders.test(statement),
  )
  return [
    ...statements.flatMap(inStatement),
    ...(isOnline ? blocking.map((statement) => `${statement}: requires a migration in a transaction`) : []),
  ]
}

test('migrations from 0051 on do not block or break running processes', () => {
  const files = globSync('*.ts', { cwd: folder })
  expect(files.length).toBeGreaterThan(40)
  const found = files
    .filter((file) => Number(basename(file).slice(0, 4)) > lastBeforeRule)
    .flatMap((file) =>
      findViolations(readFileSync(join(folder, file), 'utf8')).map((violation) => `${file}: ${violation}`),
    )
  expect(found).toEqual([])
})

test.each([
  ['alter table staff rename column told_at to notified_at', 'staff'],
  ['create index purchase_receipt on purchase (receipt_key, id)', 'purchase'],
  ['alter table customer add constraint c check (email is not null)', 'customer'],
  ['alter table customer\n  add column x int,\n  add foreign key (x) references y', 'customer'],
  ['alter table customer alter column name set not null', 'customer'],
  ['alter table customer alter column name type varchar', 'customer'],
  ['update customer set name = null', 'customer'],
  ['UPDATE customer SET name = null', 'customer'],
  ['alter table customer validate constraint c', 'customer'],
  ['create index on purchase (receipt_key)', 'purchase'],
  ['alter table customer add column x int check (x > 0)', 'customer'],
  ['alter table customer add column x uuid unique', 'customer'],
  ['alter table customer add column x uuid not null default uuidv7()', 'customer'],
  ['alter table customer add column x text generated always as (lower(name)) stored', 'customer'],
  ['create index concurrently if not exists customer_name on customer (name)', 'customer_name'],
])('a migration that blocks or breaks running processes is reported: %s', (statement, table) => {
  expect(findViolations(`\`${statement}\``)).toEqual([expect.stringMatching(`^${table}: `)])
})

test.each([
  'alter table customer add column nickname text',
  "alter table customer add column x timestamptz default now(), add column y text not null default ''",
  'alter table customer add column x int, add constraint c check (x > 0) not valid',
  'alter table customer add constraint c check (email is not null) not valid',
  'create table gift (id uuid primary key)`, `create index gift_id on gift (id)',
  'update staff set name = null',
])('a migration that neither blocks nor breaks running processes is not reported: %s', (statement) => {
  expect(findViolations(`\`${statement}\``)).toEqual([])
})

test.each([
  'alter table customer add column nickname text',
  'alter table customer validate constraint c, add column nickname text',
  'drop table customer_copy',
  'lock table customer',
  'reindex table customer',
])('an online migration that blocks the readers of a table is reported: %s', (statement) => {
  const reported = [`${statement}: requires a migration in a transaction`]
  for (const code of [
    `\`${statement}\``,
    `\`\n  ${statement}\n\``,
    `// A customer's nickname.\n\`${statement}\` // The reader's query.`,
    `\`update customer set link = 'https://x' where id = 1\`\n\`${statement}\``,
    `\`update customer set name = null where id = 1; ${statement.toUpperCase()}\``,
  ])
    expect(findViolations(`export const isOnline = true\n${code}`)).toEqual(reported)
})

test('an online migration may change rows and create indexes concurrently', () => {
  const code = `export const isOnline = true
    \`drop index concurrently if exists customer_name\`
    'create index concurrently customer_name on customer (name)'
    \`update customer set name = null where id between 1 and 1000\`
    \`alter table customer validate constraint c\``
  expect(findViolations(code)).toEqual([])
})
