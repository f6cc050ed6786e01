import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Access = { file: string; table: string; owner: string }

/**
 * Statements that intentionally read another module's table; all other access goes through the owner's public interface.
 */
const exceptions: (Access & { reason: string })[] = [
  {
    file: 'server/src/modules/event-tickets/reservations/sold-out-store.ts',
    table: 'campaign',
    owner: 'server/src/modules/campaigns',
    reason:
      'Runs for every request while a session sells out: one statement must decide that it is sold out.',
  },
  {
    file: 'server/src/modules/event-tickets/reservations/sold-out-store.ts',
    table: 'promotion_transaction',
    owner: 'server/src/modules/campaigns',
    reason: 'The same statement.',
  },
  {
    file: 'server/src/modules/event-tickets/results-store.ts',
    table: 'promotion_transaction',
    owner: 'server/src/modules/campaigns',
    reason: 'Counts participations by the state of their reservation, up to a million per campaign.',
  },
  {
    file: 'server/src/modules/free-gifts/results-store.ts',
    table: 'promotion_transaction',
    owner: 'server/src/modules/campaigns',
    reason: 'Counts participations by the state of their voucher, up to a million per campaign.',
  },
  {
    file: 'server/src/modules/free-gifts/stock-proof-store.ts',
    table: 'campaign',
    owner: 'server/src/modules/campaigns',
    reason: 'Compares the stock of a campaign with that of its gifts, in one snapshot.',
  },
  {
    file: 'server/src/modules/free-gifts/vouchers/sold-out-store.ts',
    table: 'campaign',
    owner: 'server/src/modules/campaigns',
    reason: 'Runs for every request while a gift sells out: one statement must decide that it is sold out.',
  },
  {
    file: 'server/src/modules/free-gifts/vouchers/sold-out-store.ts',
    table: 'promotion_transaction',
    owner: 'server/src/modules/campaigns',
    reason: 'The same statement.',
  },
  {
    file: 'server/src/modules/sessions/session-store.ts',
    table: 'customer',
    owner: 'server/src/modules/identity',
    reason:
      'Runs with every request of a signed-in person: a second query would double the cost of a request.',
  },
]

/** The part of the server that a file belongs to: a module, an adapter, or a folder of `server/src`. */
const ownerOf = (file: string): string =>
  /^server\/src\/(?:modules|adapters)\/[^/]+/.exec(file)?.[0] ?? /^server\/src\/[^/]+/.exec(file)?.[0] ?? file

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Every declared table with its owner: stores declare theirs in the interface `Tables` of the database folder. */
const declaredTables = (files: ReadonlyMap<string, string>): [table: string, owner: string][] =>
  [...files].flatMap(([file, text]) =>
    [...withoutComments(text).matchAll(/interface Tables \{([\s\S]*?)\n {2}\}/g)].flatMap(([, body = '']) =>
      [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, table = '']): [string, string] => [
        table,
        ownerOf(file),
      ]),
    ),
  )

const kyselyCall =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w+Join(?:Lateral)?|table)\(\s*(\[[^\]]*\]|'[^']*'|"[^"]*"|`[^`]*`)/g
const sqlKeyword =
  /\b(?:from|join|into|update|table|truncate|using|only)\s+((?:(?:only\s+)?"?\w+"?(?:\s+(?:as\s+)?\w+)?\s*,\s*)*(?:only\s+)?"?\w+"?)/gi

/** Every table name in a statement. */
const namesOfTables = (text: string): Set<string> => {
  const code = withoutComments(text)
  const names = [...code.matchAll(kyselyCall)].flatMap(([, named = '']) =>
    [...named.matchAll(/['"`](\w+)/g)].map(([, name = '']) => name),
  )
  // Searches the whole file instead of each template, because SQL templates are nested.
  if (/\bsql(?:<|`)/.test(code))
    for (const [, list = ''] of code.matchAll(sqlKeyword))
      names.push(
        ...list.split(',').map((item) => item.replace(/^\s*(?:only\s+)?"?/i, '').split(/\W/, 1)[0] ?? ''),
      )
  return new Set(names)
}

/** Statements on a table that another part of the server owns. */
const findForeignAccess = (files: ReadonlyMap<string, string>): Access[] => {
  const owners = new Map(declaredTables(files))
  return [...files].flatMap(([file, text]) =>
    [...namesOfTables(text)].flatMap((table) => {
      const owner = owners.get(table)
      return owner === undefined || owner === ownerOf(file) ? [] : [{ file, table, owner }]
    }),
  )
}

const read = (pattern: string): Map<string, string> =>
  new Map(
    globSync(pattern, { cwd: root })
      .filter((file) => !/\.test\.ts$|\.testing\.ts$|\/testing\//.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )

const server = read('server/src/**/*.ts')

describe('tables of the server', () => {
  test('a table is accessed only by its module, except for the listed exceptions', () => {
    const expected = exceptions.map(({ reason: _reason, ...access }) => access)
    expect(findForeignAccess(server)).toEqual(expect.arrayContaining(expected))
    expect(findForeignAccess(server)).toHaveLength(expected.length)
  })

  test('each table is declared once, by the store of one module', () => {
    const names = declaredTables(server).map(([table]) => table)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(names.length).toBeGreaterThan(40)
  })

  test('every table of the migrations that is not later dropped or renamed is declared by a store', () => {
    const migrations = [...read('server/migrations/*.ts').values()].map(withoutComments).join('\n')
    const named = (pattern: RegExp) => [...migrations.matchAll(pattern)].map(([, name = '']) => name)
    const gone = new Set(named(/(?:drop table (?:if exists )?|alter table (?=\w+ rename to))(\w+)/gi))
    const created = named(/(?:create table (?:if not exists )?|alter table \w+ rename to )(\w+)/gi).filter(
      (name) => !gone.has(name),
    )
    const declared = new Set(declaredTables(server).map(([table]) => table))
    expect(created.filter((name) => !declared.has(name))).toEqual([])
    expect(created.length).toBeGreaterThan(40)
  })
})

describe('table ownership check', () => {
  const violations: [form: string, code: string][] = [
    ['selectFrom', "db.selectFrom('customer').selectAll()"],
    ['selectFrom with an alias', "db.selectFrom('customer as c')"],
    ['selectFrom of several tables', "db.selectFrom(['shop', 'customer as c'])"],
    ['insertInto', "db\n  .insertInto('customer')"],
    ['updateTable', "db.updateTable('customer')"],
    ['deleteFrom', "db.deleteFrom('customer')"],
    ['a join', "query.leftJoin('customer as c', 'c.id', 'shop.id')"],
    ['sql that selects', 'sql`select 1 from customer where id = ${id}`'],
    ['sql that joins', 'sql`select 1 from shop s\n  left join customer c on true`'],
    ['sql with a list of tables', 'sql`select 1 from shop s, customer c`'],
    ['sql that inserts', 'sql`insert into customer (id) values (1)`'],
    ['sql that updates', 'sql`with x as (update customer set name = null returning id) select 1`'],
    ['sql that deletes', 'sql`delete from customer`'],
    ['sql that truncates', 'sql`truncate customer`'],
  ]
  const sources = new Map([
    ['server/src/modules/identity/customer-store.ts', 'interface Tables {\n    customer: X\n  }'],
    ['server/src/modules/receipts/shop-store.ts', 'interface Tables {\n    shop: X\n  }'],
  ])

  test.each(violations)('a statement on another module’s table is reported: %s', (_form, code) => {
    const file = 'server/src/modules/receipts/planted-store.ts'
    expect(findForeignAccess(new Map([...sources, [file, code]]))).toEqual([
      { file, table: 'customer', owner: 'server/src/modules/identity' },
    ])
  })

  test('a statement on a table of its own module, or in a comment, is not reported', () => {
    const code =
      "// from customer\n/* sql`from customer` */\ndb.selectFrom('shop')\nsql`update shop set name = customer`"
    const files = new Map([...sources, ['server/src/modules/receipts/own-store.ts', code]])
    expect(findForeignAccess(files)).toEqual([])
  })
})
