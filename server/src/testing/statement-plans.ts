import { createHash } from 'node:crypto'
import { relative, join } from 'node:path'
import { PostgresQueryCompiler, type CompiledQuery } from 'kysely'
import pg from 'pg'
import { fullScans, smallTables } from './full-scans.ts'

const root = join(import.meta.dirname, '../../..')
/** Estimated rows of each growing table in a large club. */
const rows = 1_000_000

/** The first run of a statement by the product in this process. */
type Recorded = { sql: string; parameters: readonly unknown[]; file: string }

/** A statement that reads a whole growing table. */
export type FullScan = { file: string; table: string; sql: string }

/**
 * One map per process: test files that mock modules get a second instance of this one, while the compiler records only once.
 */
const shared = globalThis as { recordedStatements?: Map<string, Recorded> }
const recorded = (shared.recordedStatements ??= new Map<string, Recorded>())

/**
 * Records the statements that stores compile from now on. The compiler runs synchronously within a store's function, so the stack
 * contains the store; statements of tests are not recorded.
 */
export function recordStatements(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its compiler
  const { compileQuery } = PostgresQueryCompiler.prototype
  if (compileQuery.name === 'compileRecorded') return
  PostgresQueryCompiler.prototype.compileQuery = function compileRecorded(...query): CompiledQuery {
    const compiled = compileQuery.apply(this, query)
    // A null parameter may remove a condition.
    const nulls = compiled.parameters.map((value) => (value === null ? 'n' : '-')).join('')
    const key = createHash('sha256').update(nulls).update(compiled.sql).digest('base64url')
    if (!recorded.has(key) && /^\s*(?:select|insert|update|delete|with|merge)\b/i.test(compiled.sql)) {
      const file = callingFile()
      if (isProduct(file)) recorded.set(key, { sql: compiled.sql, parameters: compiled.parameters, file })
    }
    return compiled
  }
}

/** The innermost file of this project on the stack. */
function callingFile(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error('stack')
  Error.stackTraceLimit = stackTraceLimit
  for (const [, path = ''] of stack.matchAll(/(?:file:\/\/|\(|at )(\/[^\s():]+):\d+:\d+/g)) {
    const file = relative(root, path)
    if (!file.includes('node_modules') && path !== import.meta.filename) return file
  }
  return ''
}

const isProduct = (file: string): boolean =>
  file.startsWith('server/src/') && !/\.test\.ts$|\.testing\.ts$|^server\/src\/testing\//.test(file)

/**
 * Sets the statistics of every table to those of a large club, and creates a table of the statements that were
 * explained in the database.
 */
export async function setLargeClubStatistics(client: pg.Client): Promise<void> {
  // The planner assumes no rows for an empty file. A row that is rolled back leaves its page.
  await client.query(`begin`)
  await client.query(`set local session_replication_role = replica`)
  await client.query(`do $$
    declare c record; t record;
    begin
      for c in select conrelid::regclass as name, conname from pg_constraint k
        where connamespace = 'public'::regnamespace and contype in ('c', 'n', 'p', 'u', 'x') and (contype <> 'n' or not exists (
          select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attidentity <> ''))
        order by contype = 'n'
      loop execute format('alter table %s drop constraint if exists %I cascade', c.name, c.conname); end loop;
      for t in select oid::regclass as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      loop execute format('insert into %s default values', t.name); end loop;
    end $$`)
  await client.query(`rollback`)
  await client.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
        'relpages', 1, 'reltuples', $1::real)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($2)`,
    [rows, Object.keys(smallTables)],
  )
  // A customer has a few rows; a row of a small table is referenced by thousands. The default would be 200 distinct
  // customers.
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', relname::text, 'attname', attname::text,
        'inherited', false, 'null_frac', 0::real, 'avg_width', 16,
        'n_distinct', case when exists (select from pg_constraint where conrelid = c.oid and conkey = array[attnum]
          and confrelid::regclass::text = any($1)) then 100::real else -0.1::real end)
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)
        and atttypid in ('uuid'::regtype, 'bytea'::regtype) and not attisdropped`,
    [Object.keys(smallTables)],
  )
  await client.query(`create unlogged table explained_statement (key text primary key)`)
}

/**
 * Explains the recorded statements that no other test file of this run has explained.
 * @param url the database with the statistics of a large club
 * @returns those that read a whole table that grows, unless listed with a reason in `fullScans`
 */
export async function findFullScans(
  url: string,
  statements: ReadonlyMap<string, Recorded> = recorded,
): Promise<FullScan[]> {
  if (statements.size === 0) return []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: fresh } = await client.query<{ key: string }>(
      `insert into explained_statement select unnest($1::text[]) on conflict do nothing returning key`,
      [[...statements.keys()]],
    )
    const { rows: indexes } = await client.query<{ name: string; leading: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as leading
        from pg_index where indpred is null`,
    )
    const leadingColumns = new Map(indexes.map(({ name, leading }) => [name, leading.replaceAll('"', '')]))
    const { rows: large } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and reltuples = $1`,
      [rows],
    )
    const growing = new Set(large.map(({ name }) => name))
    const found: FullScan[] = []
    for (const { key } of fresh) {
      const statement = statements.get(key)
      if (!statement) continue
      const { sql, file } = statement
      for (const table of await explain(client, statement, leadingColumns))
        if (
          growing.has(table) &&
          !fullScans.some((full) => full.file === file && full.table === table && sql.includes(full.part))
        )
          found.push({ file, table, sql })
    }
    return found
  } finally {
    await client.end()
  }
}

async function explain(
  client: pg.Client,
  { sql, parameters }: Recorded,
  leadingColumns: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  try {
    const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (format json) ${sql}`,
      [...parameters],
    )
    return new Set(plans[0]?.['QUERY PLAN'].flatMap(({ Plan }) => fullyReadTables(Plan, leadingColumns)))
  } catch (error) {
    // Undefined tables and columns: those that a test file created for itself.
    if (error instanceof pg.DatabaseError && /^42(?:P01|703|883)$/.test(error.code ?? '')) return new Set()
    throw new Error(`Not explained: ${sql}`, { cause: error })
  }
}

/** A node of a plan, as PostgreSQL prints it. */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

/**
 * Tables that a plan reads entirely: by sequential scans, or by scanning a whole index that is not partial, for
 * instance with conditions on its later columns only. Under a limit, reading in the order of an index ends early,
 * unless rows are filtered.
 */
function fullyReadTables(
  node: Node,
  leadingColumns: ReadonlyMap<string, string>,
  parent: { table?: string; isLimited: boolean } = { isLimited: false },
): string[] {
  const type = node['Node Type']
  const { 'Relation Name': table = parent.table, 'Index Cond': condition = '' } = node
  const leading = leadingColumns.get(node['Index Name'] ?? '')
  const readsWholeIndex =
    leading !== undefined &&
    !condition.split(/\W+/).includes(leading) &&
    (!parent.isLimited || condition !== '' || node.Filter !== undefined)
  const readsWholeTable = type === 'Seq Scan' || readsWholeIndex
  const isLimited =
    type === 'Limit' || (parent.isLimited && ['Nested Loop', 'Subquery Scan', 'LockRows'].includes(type))
  return [
    ...(readsWholeTable && table !== undefined ? [table] : []),
    ...(node.Plans ?? []).flatMap((part) =>
      fullyReadTables(part, leadingColumns, { isLimited, ...(table === undefined ? {} : { table }) }),
    ),
  ]
}

export const recordedStatements = (): Recorded[] => [...recorded.values()]
