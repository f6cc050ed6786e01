import { sql, type Kysely } from 'kysely'

/** Customers, their passwords, sessions, devices and the sign-in flow; counters and locks shared by all processes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table customer (
    id uuid primary key default uuidv7(),
    document_type text not null check (document_type in ('cpf', 'cnpj')),
    document_index bytea not null unique check (octet_length(document_index) = 32),
    document_sealed bytea not null,
    account_status text not null check (account_status in ('incomplete', 'active', 'blocked', 'deletion_pending')),
    name text,
    birth_date date,
    cellphone text,
    email text,
    email_marketing_subscription text not null default 'no' check (email_marketing_subscription in ('yes', 'no')),
    created_at timestamptz not null,
    registered_at timestamptz,
    updated_at timestamptz not null,
    check (account_status <> 'active' or (name is not null and cellphone is not null and email is not null
      and registered_at is not null))
  )`,
  `create table customer_address (
    customer_id uuid primary key references customer on delete cascade,
    cep text not null,
    state_id integer not null,
    city_id integer not null,
    district_id integer,
    neighborhood text not null,
    street_type text,
    street_name text not null,
    street_number text not null,
    complement text not null,
    updated_at timestamptz not null
  )`,
  `create table customer_password (
    customer_id uuid primary key references customer on delete cascade,
    password_hash text not null,
    changed_at timestamptz not null
  )`,
  `create table session (
    id uuid primary key default uuidv7(),
    token_hash bytea not null unique,
    customer_id uuid not null references customer on delete cascade,
    level text not null check (level in ('customer', 'identified')),
    remembered boolean not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    idle_expires_at timestamptz not null,
    absolute_expires_at timestamptz not null
  )`,
  `create index session_customer on session (customer_id)`,
  `create index session_expiry on session (absolute_expires_at)`,
  `create table known_device (
    device_hash bytea not null,
    customer_id uuid not null references customer on delete cascade,
    seen_at timestamptz not null,
    primary key (device_hash, customer_id)
  )`,
  `create table device_credential (
    id uuid primary key,
    family_id uuid not null,
    customer_id uuid not null references customer on delete cascade,
    secret_hash bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index device_credential_family on device_credential (family_id)`,
  `create index device_credential_customer on device_credential (customer_id)`,
  `create table sign_in_flow (
    id_hash bytea primary key,
    state jsonb not null,
    document_index bytea,
    expires_at timestamptz not null
  )`,
  `create index sign_in_flow_expiry on sign_in_flow (expires_at)`,
  `create table registration_ticket (
    secret_hash bytea primary key,
    customer_id uuid not null references customer on delete cascade,
    flow_hash bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table attempt_lock (
    key bytea primary key,
    failures integer not null check (failures >= 0),
    locked_until timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create table attempt_counter (
    scope text not null,
    key bytea not null,
    window_start timestamptz not null,
    spent integer not null check (spent >= 0),
    primary key (scope, key, window_start)
  )`,
  `create index attempt_counter_window on attempt_counter (window_start)`,
  `create table consent_document (
    id uuid primary key default uuidv7(),
    kind text not null,
    version text not null,
    state text not null check (state in ('active', 'inactive')),
    document text not null,
    document_hash bytea not null,
    created_at timestamptz not null,
    unique (kind, version)
  )`,
  `create unique index consent_document_in_force on consent_document (kind) where state = 'active'`,
  `create table consent_acceptance (
    id uuid primary key default uuidv7(),
    customer_id uuid not null references customer on delete cascade,
    consent_document_id uuid not null references consent_document,
    document_hash bytea not null,
    accepted_at timestamptz not null,
    address text not null,
    service_channel text not null,
    revoked_at timestamptz
  )`,
  `create index consent_acceptance_customer on consent_acceptance (customer_id)`,
]
