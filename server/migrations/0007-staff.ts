import { sql, type Kysely } from 'kysely'

/** Staff members, their invitations, second factors and sessions. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table staff (
    id uuid primary key default uuidv7(),
    email text not null unique check (email = lower(email)),
    name text not null,
    roles text[] not null check (cardinality(roles) > 0),
    state text not null check (state in ('invited', 'active', 'disabled')),
    password_hash text,
    -- Secret of the authenticator app, sealed; null until one is enrolled.
    totp_sealed bytea,
    -- The last time step whose code was used: each code is accepted once.
    totp_last_step bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_signed_in_at timestamptz,
    check (state <> 'active' or password_hash is not null)
  )`,
  `create table staff_invitation (
    token_hash bytea primary key,
    staff_id uuid not null unique references staff on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table staff_recovery_code (
    staff_id uuid not null references staff on delete cascade,
    code_hash bytea not null,
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (staff_id, code_hash)
  )`,
  `create table staff_session (
    id uuid primary key default uuidv7(),
    token_hash bytea not null unique,
    staff_id uuid not null references staff on delete cascade,
    -- Between password and second factor a session is incomplete; only an open one grants access.
    state text not null check (state in ('code', 'enrolment', 'open')),
    -- Secret of an enrollment that has not been confirmed by a code.
    pending_totp_sealed bytea,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    idle_expires_at timestamptz not null,
    absolute_expires_at timestamptz not null,
    check ((state = 'enrolment') = (pending_totp_sealed is not null))
  )`,
  `create index staff_session_staff on staff_session (staff_id)`,
  `create index staff_session_expiry on staff_session (idle_expires_at)`,
]
