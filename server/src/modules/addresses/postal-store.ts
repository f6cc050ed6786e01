import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import { sql } from 'kysely'
import type { JSONColumnType } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { PostalResponse } from '../../ports/postal-directory.ts'

type PostalCodeTable = {
  cep: string
  city_id: number
  neighborhood_id: number | null
  street_id: number | null
}
type PostalResponseTable = {
  cep: string
  response: JSONColumnType<PostalResponse> | null
  received_at: Date
  expires_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    postal_code: PostalCodeTable
    postal_response: PostalResponseTable
  }
}

export type PostalCodeRow = {
  state_id: number
  city_id: number
  neighborhood_id: number | null
  neighborhood_name: string | null
  street_type: StreetType | null
  street_name: string | null
}

/** The address of a postal code in the local table. */
export async function findPostalCode(db: Db, cep: string): Promise<PostalCodeRow | undefined> {
  return db
    .selectFrom('postal_code')
    .innerJoin('city', 'city.id', 'postal_code.city_id')
    .leftJoin('neighborhood', 'neighborhood.id', 'postal_code.neighborhood_id')
    .leftJoin('street', 'street.id', 'postal_code.street_id')
    .select([
      'city.state_id',
      'postal_code.city_id',
      'postal_code.neighborhood_id',
      'neighborhood.name as neighborhood_name',
      'street.street_type',
      'street.name as street_name',
    ])
    .where('postal_code.cep', '=', cep)
    .executeTakeFirst()
}

/** A cached response of external directories; `response` is null when none of them had the code. */
export async function findPostalResponse(
  db: Db,
  entry: { readonly cep: string; readonly now: Date },
): Promise<{ response: PostalResponse | null } | undefined> {
  return db
    .selectFrom('postal_response')
    .select('response')
    .where('cep', '=', entry.cep)
    .where('expires_at', '>', entry.now)
    .executeTakeFirst()
}

export async function cachePostalResponse(
  db: Db,
  entry: {
    readonly cep: string
    readonly response: PostalResponse | null
    readonly received_at: Date
    readonly expires_at: Date
  },
): Promise<void> {
  const response = entry.response === null ? null : JSON.stringify(entry.response)
  await sql`insert into postal_response (cep, response, received_at, expires_at)
    values (${entry.cep}, ${response}::jsonb, ${entry.received_at}, ${entry.expires_at})
    on conflict (cep) do update set response = excluded.response, received_at = excluded.received_at,
      expires_at = excluded.expires_at`.execute(db)
}

/** Deletes expired responses. */
export async function purgePostalResponses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('postal_response').where('expires_at', '<=', now).execute()
}
