import { sql, type Kysely } from 'kysely'

/** Stored names follow the code: `anonymized`, and `deletion-cancelled` for a message's template. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer rename column anonymised_at to anonymized_at`,
  `drop index customer_leaving`,
  `alter table customer drop constraint customer_account_status_check, drop constraint customer_deletion_dated,
    drop constraint customer_anonymised_dated, drop constraint customer_anonymised_empty`,
  `update customer set account_status = 'anonymized' where account_status = 'anonymised'`,
  `alter table customer
    add constraint customer_account_status_check
      check (account_status in ('incomplete', 'active', 'blocked', 'deletion_pending', 'anonymized')),
    add constraint customer_deletion_dated
      check ((account_status in ('deletion_pending', 'anonymized')) = (deletion_requested_at is not null)),
    add constraint customer_anonymized_dated check ((account_status = 'anonymized') = (anonymized_at is not null)),
    add constraint customer_anonymized_empty
      check (account_status <> 'anonymized'
        or (name is null and birth_date is null and cellphone is null and email is null))`,
  `create index customer_deletion_status on customer (account_status, deletion_requested_at)
    where account_status in ('deletion_pending', 'anonymized')`,
  `update message set template = 'deletion-cancelled' where template = 'deletion-given-up'`,
]
