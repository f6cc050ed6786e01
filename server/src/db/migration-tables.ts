import { PostgresDialect, PostgresIntrospector, sql } from 'kysely'
import type { Kysely, TableMetadata } from 'kysely'

/** The names of the tables in which the migrator remembers what it executed. */
export const migrationTables = { migrationTableName: 'migration', migrationLockTableName: 'migration_lock' }

/** The dialect of PostgreSQL for a program that reads the database's structure only to find its migration tables. */
export class LeanPostgresDialect extends PostgresDialect {
  // oxlint-disable-next-line typescript/no-explicit-any -- the parameter of the overridden method
  override createIntrospector(db: Kysely<any>): MigrationTablesIntrospector {
    return new MigrationTablesIntrospector(db)
  }
}

/**
 * Lists the migration tables only, without their columns. The migrator asks three times per migration whether these
 * tables exist; listing every column of every table each time would take most of the time of a first start.
 */
class MigrationTablesIntrospector extends PostgresIntrospector {
  // oxlint-disable-next-line typescript/no-explicit-any -- the parameter of the overridden constructor
  readonly #db: Kysely<any>

  // oxlint-disable-next-line typescript/no-explicit-any -- the parameter of the overridden constructor
  constructor(db: Kysely<any>) {
    super(db)
    this.#db = db
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select c.relname as name, ns.nspname as schema
      from pg_class c join pg_namespace ns on ns.oid = c.relnamespace
      where c.relkind in ('r', 'p') and c.relname = any(${Object.values(migrationTables)})
        and has_schema_privilege(ns.nspname, 'USAGE')`.execute(this.#db)
    return rows.map(({ name, schema }) => ({ name, schema, isView: false, isForeign: false, columns: [] }))
  }
}
