import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Contact } from './contacts.ts'
import { accountsWithShare, placeKeptMs } from './sending-limits.ts'

/** A contact that an account named and has not confirmed. An account that changes it keeps its place for a day. */
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
  const current = contacts.map(({ to }) => to)
  const unverified = contacts.flatMap(({ to, is_verified }) => (is_verified ? [] : [to]))
  await sql`
    with changed as (
      update named_contact set left_at = ${now}
      where customer_id = ${customer_id} and left_at is null and contact <> all(${current}::text[])
    )
    insert into named_contact as earlier (contact, customer_id, named_at)
    select contact, ${customer_id}, ${now} from unnest(${unverified}::text[]) as contact
    on conflict (contact, customer_id) do update set
      named_at = case when earlier.left_at > ${placeKeptSince(now)} then earlier.named_at else excluded.named_at end,
      left_at = null
    where earlier.left_at is not null`.execute(tx)
}

/**
 * Whether the account is one of the first that named the contact. Those that changed it within a day count: otherwise
 * accounts could take turns.
 */
export const hasShare = async (
  db: Db,
  input: { contact: string; customer_id: string; now: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ has_share: boolean }>`
    select exists (
      select from (
        select customer_id from named_contact
        where contact = ${input.contact} and (left_at is null or left_at > ${placeKeptSince(input.now)})
        order by named_at, customer_id limit ${accountsWithShare}
      ) as first where customer_id = ${input.customer_id}
    ) as has_share`.execute(db)
  return rows[0]?.has_share ?? false
}

/** Deletes the named contacts of an account that is being erased. */
export const deleteNamedContacts = async (db: Db, customer_id: string): Promise<void> => {
  await db.deleteFrom('named_contact').where('customer_id', '=', customer_id).execute()
}

/** Deletes the contacts that accounts changed and whose places ended. */
export const deleteChangedContacts = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('named_contact').where('left_at', '<=', placeKeptSince(now)).execute()
}

const placeKeptSince = (now: Date): Date => new Date(now.getTime() - placeKeptMs)
