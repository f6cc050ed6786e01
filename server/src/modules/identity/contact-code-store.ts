import { contactCodeAttempts } from '@clube/contract/identity/contact-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Contact } from '../messaging/index.ts'

type ContactCodeTable = {
  customer_id: string
  channel: Contact['channel']
  id: string
  code_hash: Buffer
  attempts: number
  expires_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    contact_code: ContactCodeTable
  }
}

/** Stores the code of a contact; it replaces an earlier one. */
export const saveContactCode = async (db: Db, code: Omit<ContactCodeTable, 'attempts'>): Promise<void> => {
  const { customer_id, channel, ...values } = { ...code, attempts: 0 }
  await db
    .insertInto('contact_code')
    .values({ customer_id, channel, ...values })
    .onConflict((conflict) => conflict.columns(['customer_id', 'channel']).doUpdateSet(values))
    .execute()
}

type CodeOf = { readonly customer_id: string; readonly channel: Contact['channel']; readonly now: Date }

/** Consumes one attempt at a valid code, before comparing. ExternalServices any transaction, so that it is never rolled back. */
export const recordContactAttempt = (db: Db, { customer_id, channel, now }: CodeOf) =>
  db
    .updateTable('contact_code')
    .set((build) => ({ attempts: build('attempts', '+', 1) }))
    .where('customer_id', '=', customer_id)
    .where('channel', '=', channel)
    .where('attempts', '<', contactCodeAttempts)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()

/** Consumes a code; only one of several concurrent callers succeeds. */
export const consumeContactCode = async (
  db: Db,
  input: { id: string; code_hash: Buffer; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    delete from contact_code
    where id = ${input.id} and code_hash = ${input.code_hash} and expires_at > ${input.now}
    returning id`.execute(db)
  return rows.length > 0
}

export const deleteExpiredContactCodes = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('contact_code').where('expires_at', '<=', now).execute()
}
