import { sql, type Kysely } from 'kysely'

/**
 * Everything that grants access to an account carries the account's access version, so that anything opened
 * concurrently with a password change is invalid. Each family of device credentials has its own row: deleting it
 * deletes its credentials and the sessions opened with them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table customer add column access_version integer not null default 0`,
  `create table device_family (
    id uuid primary key,
    customer_id uuid not null references customer on delete cascade,
    access_version integer not null,
    created_at timestamptz not null
  )`,
  `create index device_family_customer on device_family (customer_id)`,
  `delete from device_credential where family_id in
    (select family_id from device_credential where revoked_at is not null)`,
  `insert into device_family (id, customer_id, access_version, created_at)
    select family_id, customer_id, 0, min(created_at) from device_credential group by family_id, customer_id`,
  `alter table device_credential drop column revoked_at, drop column customer_id,
    add foreign key (family_id) references device_family on delete cascade`,
  // The family that opened a remembered session was not recorded. These sessions end; their devices sign in silently.
  `delete from session where remembered`,
  `alter table session drop column remembered,
    add column family_id uuid references device_family on delete cascade,
    add column access_version integer not null default 0`,
  `alter table session alter column access_version drop default`,
  `create index session_family on session (family_id)`,
]
