import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'

/** Deleting a family deletes its credentials and the sessions opened with them. */
type DeviceFamilyTable = { id: string; customer_id: string; access_version: number; created_at: Date }

type DeviceCredentialTable = {
  id: string
  family_id: string
  secret_hash: Buffer
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

type KnownDeviceTable = { device_hash: Buffer; customer_id: string; seen_at: Date; known_since: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    device_family: DeviceFamilyTable
    device_credential: DeviceCredentialTable
    known_device: KnownDeviceTable
  }
}

export const insertFamilySql = (family: DeviceFamilyTable): Statement => sql`
  insert into device_family (id, customer_id, access_version, created_at)
  values (${family.id}, ${family.customer_id}, ${family.access_version}, ${family.created_at})`

export const insertCredentialSql = (credential: Omit<DeviceCredentialTable, 'used_at'>): Statement => sql`
  insert into device_credential (id, family_id, secret_hash, created_at, expires_at)
  values (${credential.id}, ${credential.family_id}, ${credential.secret_hash}, ${credential.created_at},
    ${credential.expires_at})`

type CredentialUse = { id: string; secret_hash: Buffer }

/**
 * Consumes a valid credential; only one of several concurrent callers gets it. Locks the family until the transaction
 * ends: uses and revocations of one family are serialized.
 */
export const consumeCredential = async (
  db: Db,
  use: CredentialUse & { now: Date },
): Promise<{ family_id: string; customer_id: string; access_version: number } | undefined> => {
  const { rows } = await sql<{ family_id: string; customer_id: string; access_version: number }>`
    with family as (
      select device_family.id, device_family.customer_id, access_version
      from device_family join device_credential as presented on family_id = device_family.id
      where presented.id = ${use.id} and secret_hash = ${use.secret_hash}
      for update of device_family
    )
    update device_credential set used_at = ${use.now} from family
    where device_credential.id = ${use.id} and used_at is null and expires_at > ${use.now}
    returning family_id, family.customer_id, family.access_version`.execute(db)
  return rows[0]
}

/**
 * Revokes the family of a credential that was already used.
 * @returns its customer, to only one of several concurrent callers
 */
export const revokeReused = async (db: Db, use: CredentialUse): Promise<string | undefined> => {
  const row = await db
    .deleteFrom('device_family')
    .where('id', '=', familyOf(db, use).where('used_at', 'is not', null))
    .returning('customer_id')
    .executeTakeFirst()
  return row?.customer_id
}

/** Revokes the family of a credential in any state. */
export const revokeFamilyOf = async (db: Db, use: CredentialUse): Promise<void> => {
  await db.deleteFrom('device_family').where('id', '=', familyOf(db, use)).execute()
}

const familyOf = (db: Db, use: CredentialUse) =>
  db
    .selectFrom('device_credential')
    .select('family_id')
    .where('id', '=', use.id)
    .where('secret_hash', '=', use.secret_hash)

/** Revokes all families of a customer except `keep`. */
export const deleteFamiliesOf = async (db: Db, customer_id: string, keep: string | null): Promise<void> => {
  await db
    .deleteFrom('device_family')
    .where('customer_id', '=', customer_id)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .execute()
}

/** Deletes expired credentials, and families without any. */
export const deleteExpiredCredentials = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('device_credential').where('expires_at', '<', now).execute()
  await sql`delete from device_family
    where not exists (select from device_credential where family_id = device_family.id)`.execute(db)
}

/** Whether a customer has signed in on a device, as an SQL expression. */
export const isKnownDeviceSql = (device_hash: Buffer | null, customer_id: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from known_device where device_hash = ${device_hash} and known_device.customer_id = ${customer_id})`

/** When the device became known to the customer, or null; as an SQL expression. */
export const knownSinceSql = (device_hash: Buffer, customer_id: RawBuilder<unknown>) =>
  sql<Date | null>`(
    select known_since from known_device
    where device_hash = ${device_hash} and known_device.customer_id = ${customer_id})`

/** Records this browser as a known device. */
export const saveDeviceSql = (seen: Omit<KnownDeviceTable, 'known_since'>): Statement => sql`
  insert into known_device (device_hash, customer_id, seen_at, known_since)
  values (${seen.device_hash}, ${seen.customer_id}, ${seen.seen_at}, ${seen.seen_at})
  on conflict (device_hash, customer_id) do update set seen_at = excluded.seen_at`

/** Deletes all known devices of a customer. */
export const deleteDevicesOf = async (db: Db, customer_id: string): Promise<void> => {
  await db.deleteFrom('known_device').where('customer_id', '=', customer_id).execute()
}
