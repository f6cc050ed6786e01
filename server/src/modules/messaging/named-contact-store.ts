import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { mailboxOf } from '../limits/index.ts'
import type { Contact } from './contacts.ts'
import { accountsWithShare, formerContactMs } from './sending-limits.ts'

/**
 * A contact, identified by mailbox, that an account named and has not confirmed. An account that changes it keeps its
 * rank for a day.
 */
type NamedContactTable = { contact: string; customer_id: string; named_at: Date; left_at: Date | null }

declare module '../../db/tables.ts' {
  interface Tables {
    named_contact: NamedContactTable
  }
}

/** Records the contacts of an account, after each change and in its transaction. */
export const recordContacts = async (
  tx: Tx,
  input: { customer_id: string; contacts: readonly Contact[]; now: Date },
): Promise<void> => {
  const { customer_id, contacts, now } = input
  const current = contacts.map(({ to }) => mailboxOf(to))
  const unverified = contacts.flatMap(({ to, is_verified }) => (is_verified ? [] : [mailboxOf(to)]))
  await sql`
    with changed as (
      update named_contact set left_at = ${now}
      where customer_id = ${customer_id} and left_at is null and contact <> all(${current}::text[])
    )
    insert into named_contact as earlier (contact, customer_id, named_at)
    select contact, ${customer_id}, ${now} from unnest(${unverified}::text[]) as contact
    on conflict (contact, customer_id) do update set
      named_at = case when earlier.left_at > ${formerContactsSince(now)} then earlier.named_at else excluded.named_at end,
      left_at = null
    where earlier.left_at is not null`.execute(tx)
}

/**
 * Whether the account is one of the first that named the contact and have not confirmed it. Those that changed it within
 * a day count: otherwise accounts could take turns.
 */
export const hasShareOf = async (
  db: Db,
  input: { contact: string; customer_id: string; now: Date },
): Promise<boolean> => {
  const { customer_id, now } = input
  const contact = mailboxOf(input.contact)
  const { rows } = await sql<{ has_share: boolean }>`
    select ${customer_id} in (
      select customer_id from named_contact
      where contact = ${contact} and (left_at is null or left_at > ${formerContactsSince(now)})
      order by named_at, customer_id limit ${accountsWithShare}
    ) as has_share`.execute(db)
  return rows.some(({ has_share }) => has_share)
}

/** Deletes the named contacts of an account that is being erased. */
export const deleteNamedContacts = async (db: Db, customer_id: string): Promise<void> => {
  await db.deleteFrom('named_contact').where('customer_id', '=', customer_id).execute()
}

/** Deletes the contacts that accounts replaced and whose shares have expired. */
export const deleteChangedContacts = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('named_contact').where('left_at', '<=', formerContactsSince(now)).execute()
}

const formerContactsSince = (now: Date): Date => new Date(now.getTime() - formerContactMs)
