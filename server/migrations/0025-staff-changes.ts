import { sql, type Kysely } from 'kysely'

/** Known devices of staff, staff changes that need a second administrator, and the wait before second signatures. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A device on which the member completed a sign-in: it has its own limit of failed attempts.
  `create table staff_device (
    staff_id uuid not null references staff on delete cascade,
    device_hash bytea not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    primary key (staff_id, device_hash)
  )`,
  `create index staff_device_hash on staff_device (device_hash)`,
  // When the member may first give a second signature: some days after gaining a role or access.
  `alter table staff add column second_signature_from timestamptz not null default to_timestamp(0)`,
  `create table staff_change (
    id uuid primary key default uuidv7(),
    kind text not null check (kind in ('invite', 'roles', 'enable', 'reset-second-factor')),
    -- The member to change; an invitation has none before it is approved.
    staff_id uuid references staff on delete cascade,
    email text not null,
    name text not null,
    -- The roles after the change.
    roles text[] not null check (cardinality(roles) > 0),
    state text not null check (state in ('proposed', 'approved', 'rejected', 'expired')),
    proposed_by uuid not null references staff,
    proposed_at timestamptz not null,
    expires_at timestamptz not null,
    decided_by uuid references staff,
    decided_at timestamptz,
    check ((state = 'proposed') = (decided_at is null)),
    check ((state in ('approved', 'rejected')) = (decided_by is not null)),
    constraint staff_change_two_people check (state <> 'approved' or decided_by <> proposed_by),
    constraint staff_change_not_own check (state <> 'approved' or staff_id is null or decided_by <> staff_id)
  )`,
  `create unique index staff_change_open on staff_change (email) where state = 'proposed'`,
  `create index staff_change_recent on staff_change (proposed_at)`,
  // A desk code is valid only after another member has confirmed the person's identity.
  `alter table recovery_code add column issued_by text`,
  `alter table recovery_code add column confirmed_by text`,
  `alter table recovery_code add constraint recovery_code_two_people
    check (confirmed_by is null or confirmed_by <> issued_by)`,
  `alter table recovery_code add constraint recovery_code_desk_confirmed
    check (source <> 'desk' or flow_hash is null or confirmed_by is not null) not valid`,
]
