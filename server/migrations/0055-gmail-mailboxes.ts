import { sql, type Kysely } from 'kysely'

/**
 * Named contacts are looked up by mailbox; for Gmail, dots in the address are now ignored too. Rows with dots remain,
 * for processes of the previous version.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `insert into named_contact (contact, customer_id, named_at, left_at)
      select replace(regexp_replace(split_part(contact, '@', 1), '^(.[^+]*)\\+.*$', '\\1'), '.', '') || '@gmail.com'
          as mailbox,
        customer_id, min(named_at), case when bool_and(left_at is not null) then max(left_at) end
      from named_contact where contact ~ '@(gmail|googlemail)[.]com$'
      group by mailbox, customer_id
      on conflict (contact, customer_id) do nothing`,
    )
    .execute(db)
}
