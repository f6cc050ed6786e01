import { sql, type Kysely } from 'kysely'

/**
 * Contacts that their owner has confirmed. Existing ones count as verified, since recovery has relied on them until
 * now.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer
    add column email_verified_at timestamptz,
    add column cellphone_verified_at timestamptz`,
  `update customer set
    email_verified_at = case when email is not null then created_at end,
    cellphone_verified_at = case when cellphone is not null then created_at end`,
  `alter table customer
    add constraint customer_verified_email check (email is not null or email_verified_at is null),
    add constraint customer_verified_cellphone check (cellphone is not null or cellphone_verified_at is null)`,
  `create table contact_code (
    customer_id uuid not null references customer on delete cascade,
    channel text not null check (channel in ('email', 'sms')),
    id uuid not null,
    -- Keyed hash of the id, the contact and the code: a code sent to another contact does not match.
    code_hash bytea not null check (octet_length(code_hash) = 32),
    attempts integer not null check (attempts between 0 and 5),
    expires_at timestamptz not null,
    primary key (customer_id, channel)
  )`,
  `create index contact_code_expiry on contact_code (expires_at)`,
]
