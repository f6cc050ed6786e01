import { sql, type Kysely } from 'kysely'

/** When an account's deletion was requested and completed; an anonymized account has no name. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer add column deletion_requested_at timestamptz, add column anonymised_at timestamptz`,
  `update customer set deletion_requested_at = updated_at where account_status = 'deletion_pending'`,
  `alter table customer drop constraint customer_account_status_check,
    add constraint customer_account_status_check
    check (account_status in ('incomplete', 'active', 'blocked', 'deletion_pending', 'anonymised'))`,
  `alter table customer add constraint customer_deletion_dated
    check ((account_status in ('deletion_pending', 'anonymised')) = (deletion_requested_at is not null))`,
  `alter table customer add constraint customer_anonymised_dated
    check ((account_status = 'anonymised') = (anonymised_at is not null))`,
  `alter table customer add constraint customer_anonymised_empty
    check (account_status <> 'anonymised'
      or (name is null and birth_date is null and cellphone is null and email is null))`,
  `create index customer_deletion_due on customer (deletion_requested_at)
    where account_status = 'deletion_pending'`,
]
