import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'

type DeviceCredentialTable = {
  id: string
  family_id: string
  customer_id: string
  secret_hash: Buffer
  created_at: Date
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
}

type KnownDeviceTable = { device_hash: Buffer; customer_id: string; seen_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    device_credential: DeviceCredentialTable
    known_device: KnownDeviceTable
  }
}

export const insertCredentialSql = (
  credential: Omit<DeviceCredentialTable, 'used_at' | 'revoked_at'>,
): Statement => sql`
  insert into device_credential (id, family_id, customer_id, secret_hash, created_at, expires_at)
  values (${credential.id}, ${credential.family_id}, ${credential.customer_id}, ${credential.secret_hash},
    ${credential.created_at}, ${credential.expires_at})`

/** Consumes a valid credential; one of concurrent callers gets it. */
export const consumeCredential = (
  db: Db,
  use: { id: string; secret_hash: Buffer; now: Date },
): Promise<{ family_id: string; customer_id: string } | undefined> =>
  db
    .updateTable('device_credential')
    .set({ used_at: use.now })
    .where('id', '=', use.id)
    .where('secret_hash', '=', use.secret_hash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', use.now)
    .returning(['family_id', 'customer_id'])
    .executeTakeFirst()

/** The family of a credential with the right secret, in any state. */
export const findFamily = (
  db: Db,
  use: { id: string; secret_hash: Buffer },
): Promise<{ family_id: string; used_at: Date | null } | undefined> =>
  db
    .selectFrom('device_credential')
    .select(['family_id', 'used_at'])
    .where('id', '=', use.id)
    .where('secret_hash', '=', use.secret_hash)
    .executeTakeFirst()

export const revokeFamily = async (db: Db, family_id: string, now: Date): Promise<void> => {
  await db
    .updateTable('device_credential')
    .set({ revoked_at: now })
    .where('family_id', '=', family_id)
    .where('revoked_at', 'is', null)
    .execute()
}

export const revokeAllOf = async (db: Db, customer_id: string, now: Date): Promise<void> => {
  await db
    .updateTable('device_credential')
    .set({ revoked_at: now })
    .where('customer_id', '=', customer_id)
    .where('revoked_at', 'is', null)
    .execute()
}

export const deleteExpiredCredentials = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('device_credential').where('expires_at', '<', now).execute()
}

export const isKnownDevice = async (db: Db, device_hash: Buffer, customer_id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('known_device')
    .select('seen_at')
    .where('device_hash', '=', device_hash)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Records this browser as a known device. */
export const saveDeviceSql = (seen: KnownDeviceTable): Statement => sql`
  insert into known_device (device_hash, customer_id, seen_at)
  values (${seen.device_hash}, ${seen.customer_id}, ${seen.seen_at})
  on conflict (device_hash, customer_id) do update set seen_at = excluded.seen_at`

/** Deletes all known devices of a customer. */
export const deleteDevicesOf = async (db: Db, customer_id: string): Promise<void> => {
  await db.deleteFrom('known_device').where('customer_id', '=', customer_id).execute()
}

/** Deletes all credentials of a customer, used and revoked ones included. */
export const deleteCredentialsOf = async (db: Db, customer_id: string): Promise<void> => {
  await db.deleteFrom('device_credential').where('customer_id', '=', customer_id).execute()
}
