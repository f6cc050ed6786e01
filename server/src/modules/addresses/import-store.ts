import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import { sql } from 'kysely'
import type { Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { RejectionReason } from './import-record.ts'

type AddressImportTable = {
  fingerprint: string
  file_name: string
  bytes_read: Generated<number>
  lines_read: Generated<number>
  lines_rejected: Generated<number>
  started_at: Date
  finished_at: Date | null
}
type AddressImportRejectionTable = { fingerprint: string; line: number; reason: RejectionReason }

declare module '../../db/tables.ts' {
  interface Tables {
    address_import: AddressImportTable
    address_import_rejection: AddressImportRejectionTable
  }
}

export type ImportState = {
  bytes_read: number
  lines_read: number
  lines_rejected: number
  finished_at: Date | null
}

/** Starts the import of a file, or returns the position of an earlier one. */
export async function openImport(
  db: Db,
  file: { readonly fingerprint: string; readonly file_name: string; readonly now: Date },
): Promise<ImportState> {
  const row = { fingerprint: file.fingerprint, file_name: file.file_name, started_at: file.now }
  await db
    .insertInto('address_import')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('address_import')
    .select(['bytes_read', 'lines_read', 'lines_rejected', 'finished_at'])
    .where('fingerprint', '=', file.fingerprint)
    .executeTakeFirstOrThrow()
}

/** Saves the import's position; guarded so that two imports of one file cannot both continue. */
export async function advanceImport(
  tx: Tx,
  step: {
    readonly fingerprint: string
    readonly from: number
    readonly to: Omit<ImportState, 'finished_at'>
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('address_import')
    .set(step.to)
    .where('fingerprint', '=', step.fingerprint)
    .where('bytes_read', '=', step.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function finishImport(
  db: Db,
  file: { readonly fingerprint: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('address_import')
    .set({ finished_at: file.now })
    .where('fingerprint', '=', file.fingerprint)
    .execute()
  // Index-only scans need an up-to-date visibility map.
  for (const table of ['neighborhood', 'street', 'street_neighborhood', 'postal_code'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Maximum rejected records that are stored; a wrong file may have millions. */
export const maxStoredRejections = 10_000

export async function insertRejections(
  tx: Tx,
  rejections: readonly { fingerprint: string; line: number; reason: RejectionReason }[],
): Promise<void> {
  if (rejections.length === 0) return
  await tx.insertInto('address_import_rejection').values(rejections).execute()
}

/** The first rejected records of a file, in order. */
export async function findRejections(
  db: Db,
  fingerprint: string,
): Promise<{ line: number; reason: RejectionReason }[]> {
  return db
    .selectFrom('address_import_rejection')
    .select(['line', 'reason'])
    .where('fingerprint', '=', fingerprint)
    .orderBy('line')
    .limit(maxStoredRejections)
    .execute()
}

/** All cities, to match those in an imported file. */
export async function findAllCities(db: Db): Promise<{ id: number; state_id: number; search: string }[]> {
  return db.selectFrom('city').select(['id', 'state_id', 'search']).execute()
}

export type NewNeighborhood = { city_id: number; name: string; search: string }
export type NewStreet = NewNeighborhood & { street_type: StreetType | null }
/** A street and a neighborhood that it runs through, by normalized names. */
export type NewStreetNeighborhood = {
  city_id: number
  neighborhood: string
  street: string
  street_type: StreetType | null
}
export type NewPostalCode = {
  cep: string
  city_id: number
  neighborhood: string | null
  /** The code was seen with several neighborhoods, so null is definite; otherwise null means unknown. */
  neighborhood_differs: boolean
  street: string | null
  street_type: StreetType | null
  street_differs: boolean
}

/** Adds missing neighborhoods and streets and their relations. */
export async function insertNames(
  tx: Tx,
  names: {
    readonly neighborhoods: readonly NewNeighborhood[]
    readonly streets: readonly NewStreet[]
    readonly streetNeighborhoods: readonly NewStreetNeighborhood[]
  },
): Promise<void> {
  await sql`insert into neighborhood (city_id, name, search)
    select city_id, name, search
    from jsonb_to_recordset(${JSON.stringify(names.neighborhoods)}::jsonb) as r(city_id int, name text, search text)
    order by city_id, search on conflict do nothing`.execute(tx)
  await sql`insert into street (city_id, street_type, name, search)
    select city_id, street_type, name, search
    from jsonb_to_recordset(${JSON.stringify(names.streets)}::jsonb)
      as r(city_id int, street_type text, name text, search text)
    order by city_id, search, street_type on conflict do nothing`.execute(tx)
  await sql`insert into street_neighborhood (neighborhood_id, street_id)
    select neighborhood.id, street.id
    from jsonb_to_recordset(${JSON.stringify(names.streetNeighborhoods)}::jsonb)
      as r(city_id int, neighborhood text, street text, street_type text)
    join neighborhood on neighborhood.city_id = r.city_id and neighborhood.search = r.neighborhood
    join street on street.city_id = r.city_id and street.search = r.street
      and street.street_type is not distinct from r.street_type
    order by 1, 2 on conflict do nothing`.execute(tx)
}

/**
 * Adds postal codes, each at most once. `merge` is for files with a line per house: a code found with two
 * streets is stored without a street; `replace` is for files with one complete entry per code.
 */
export async function savePostalCodes(
  tx: Tx,
  codes: { readonly list: readonly NewPostalCode[]; readonly on_duplicate: 'merge' | 'replace' },
): Promise<void> {
  const onConflict =
    codes.on_duplicate === 'replace'
      ? sql`update set city_id = excluded.city_id, neighborhood_id = excluded.neighborhood_id,
          street_id = excluded.street_id`
      : sql`update set
          neighborhood_id = case when coalesce(excluded.neighborhood_id, stored.neighborhood_id) = stored.neighborhood_id
            then stored.neighborhood_id end,
          street_id = case when coalesce(excluded.street_id, stored.street_id) = stored.street_id then stored.street_id end
        where stored.city_id = excluded.city_id`
  await sql`insert into postal_code as stored (cep, city_id, neighborhood_id, street_id)
    select r.cep, r.city_id, neighborhood.id, street.id
    from jsonb_to_recordset(${JSON.stringify(codes.list)}::jsonb)
      as r(cep text, city_id int, neighborhood text, street text, street_type text)
    left join neighborhood on neighborhood.city_id = r.city_id and neighborhood.search = r.neighborhood
    left join street on street.city_id = r.city_id and street.search = r.street
      and street.street_type is not distinct from r.street_type
    order by r.cep
    on conflict (cep) do ${onConflict}`.execute(tx)
  const differing = codes.list.filter((code) => code.neighborhood_differs || code.street_differs)
  if (differing.length === 0) return
  await sql`update postal_code set
      neighborhood_id = case when not r.neighborhood_differs then neighborhood_id end,
      street_id = case when not r.street_differs then street_id end
    from jsonb_to_recordset(${JSON.stringify(differing)}::jsonb)
      as r(cep text, city_id int, neighborhood_differs bool, street_differs bool)
    where postal_code.cep = r.cep and postal_code.city_id = r.city_id`.execute(tx)
}
