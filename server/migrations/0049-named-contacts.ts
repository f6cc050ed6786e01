import { sql, type Kysely } from 'kysely'

/** When an account named a contact that it has not confirmed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table named_contact (
    -- An e-mail address or a cellphone, as in customer.
    contact text not null,
    customer_id uuid not null references customer on delete cascade,
    named_at timestamptz not null,
    -- When the account changed it; deleted a day later.
    left_at timestamptz,
    primary key (contact, customer_id)
  )`,
  `create index named_contact_order on named_contact (contact, named_at, customer_id)`,
  `create index named_contact_customer on named_contact (customer_id)`,
  `create index named_contact_left on named_contact (left_at) where left_at is not null`,
  // The time at which they were named is unknown, but no later than the row's last update.
  `insert into named_contact (contact, customer_id, named_at)
    select email, id, updated_at from customer where email is not null and email_verified_at is null
    union all
    select cellphone, id, updated_at from customer where cellphone is not null and cellphone_verified_at is null`,
]
