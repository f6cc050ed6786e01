import type { ServiceHours } from '@clube/contract/customer-service/service-hours.ts'
import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ServiceHoursTable = {
  is_only: Generated<boolean>
  version: number
  week: ColumnType<ServiceHours['week'], string, string>
  holidays: ColumnType<ServiceHours['holidays'], string, string>
  changed_by: string
  changed_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    service_hours: ServiceHoursTable
  }
}

/** The hours that staff saved; undefined while those of the configuration apply. */
export const findHours = (db: Db): Promise<ServiceHours | undefined> =>
  db.selectFrom('service_hours').select(['version', 'week', 'holidays']).executeTakeFirst()

/** Only one transaction at a time changes the hours, also the first one, which has no row to lock. */
export const lockHours = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('service_hours', 0))`.execute(tx)
}

export const writeHours = async (
  tx: Tx,
  { version, week, holidays, ...change }: ServiceHours & { changed_by: string; changed_at: Date },
): Promise<void> => {
  const row = { ...change, version, week: JSON.stringify(week), holidays: JSON.stringify(holidays) }
  await tx
    .insertInto('service_hours')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}
