import { sql, type Kysely } from 'kysely'

/**
 * Named contacts are looked up by mailbox, without the `+tag` of an address. Rows that contain the tag remain, for
 * processes of the previous version.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `insert into named_contact (contact, customer_id, named_at, left_at)
      select regexp_replace(contact, '^([^@][^@+]*)\\+[^@]*@', '\\1@') as mailbox, customer_id, min(named_at),
        case when bool_and(left_at is not null) then max(left_at) end
      from named_contact where contact like '_%+%@%'
      group by mailbox, customer_id
      on conflict (contact, customer_id) do nothing`,
    )
    .execute(db)
}
