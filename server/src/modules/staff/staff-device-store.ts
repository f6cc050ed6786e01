import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type StaffDeviceTable = { staff_id: string; device_hash: Buffer; created_at: Date; last_seen_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    staff_device: StaffDeviceTable
  }
}

/** Whether a member completed a sign-in on the device. */
export const isKnownDevice = async (
  db: Db,
  device: { staff_id: string; device_hash: Buffer },
): Promise<boolean> => {
  const row = await db
    .selectFrom('staff_device')
    .select('staff_id')
    .where('staff_id', '=', device.staff_id)
    .where('device_hash', '=', device.device_hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether any member completed a sign-in on the device: only then did its id come from this server. */
export const hasDevice = async (db: Db, device_hash: Buffer): Promise<boolean> => {
  const row = await db
    .selectFrom('staff_device')
    .select('staff_id')
    .where('device_hash', '=', device_hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const saveDevice = async (
  tx: Tx,
  device: { staff_id: string; device_hash: Buffer; now: Date },
): Promise<void> => {
  const { staff_id, device_hash, now } = device
  await tx
    .insertInto('staff_device')
    .values({ staff_id, device_hash, created_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['staff_id', 'device_hash']).doUpdateSet({ last_seen_at: now }),
    )
    .execute()
}

/** Deletes devices without a sign-in since an instant. */
export const deleteUnusedDevices = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from staff_device where last_seen_at < ${before}`.execute(db)
}
