import { sql, type Kysely } from 'kysely'

/** Remote-support requests, reset codes, recovery tokens and photo views. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create sequence recovery_protocol`,
  `create table recovery_request (
    id uuid primary key,
    protocol text not null unique,
    document_index bytea not null check (octet_length(document_index) = 32),
    -- Null if the document has no recoverable account: such a request is never shown and is closed later.
    customer_id uuid references customer on delete cascade,
    -- The submitted form, sealed; deleted with the photos.
    form_sealed bytea,
    state jsonb not null,
    at text not null generated always as (state ->> 'at') stored
      check (at in ('submitted', 'in_review', 'needs_second', 'held', 'approved', 'asked_again', 'rejected')),
    submitted_at timestamptz not null,
    answer_by timestamptz not null,
    follows uuid references recovery_request on delete set null
  )`,
  `create unique index recovery_request_open on recovery_request (document_index)
    where at in ('submitted', 'in_review', 'needs_second', 'held')`,
  `create index recovery_request_age on recovery_request (submitted_at, id)`,
  `create index recovery_request_customer on recovery_request (customer_id)`,
  `create table recovery_code (
    id uuid primary key,
    source text not null check (source in ('email', 'sms', 'review', 'desk')),
    -- The requesting flow; a code issued by staff has none until a flow for the same document claims it.
    flow_hash bytea,
    document_index bytea not null check (octet_length(document_index) = 32),
    -- Null if the document has no account: such a code is counted like any other and can never be used.
    customer_id uuid references customer on delete cascade,
    request_id uuid references recovery_request on delete cascade,
    code_hash bytea not null check (octet_length(code_hash) = 32),
    attempts integer not null check (attempts between 0 and 5),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    used_at timestamptz,
    check (used_at is null or (customer_id is not null and flow_hash is not null and ended_at is null)),
    check (source in ('review', 'desk') or flow_hash is not null),
    check ((source = 'review') = (request_id is not null))
  )`,
  `create unique index recovery_code_of_flow on recovery_code (flow_hash)
    where used_at is null and ended_at is null`,
  `create unique index recovery_code_sent on recovery_code (document_index)
    where used_at is null and ended_at is null and source in ('email', 'sms')`,
  `create unique index recovery_code_waiting on recovery_code (document_index)
    where used_at is null and ended_at is null and flow_hash is null`,
  `create index recovery_code_expiry on recovery_code (expires_at)`,
  `create index recovery_code_request on recovery_code (request_id) where request_id is not null`,
  `create index recovery_code_latest on recovery_code (flow_hash, created_at desc)`,
  `create table recovery_token (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    -- At most one token per code.
    code_id uuid not null unique references recovery_code on delete cascade,
    flow_hash bytea not null,
    customer_id uuid not null references customer on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index recovery_token_customer on recovery_token (customer_id)`,
  `create table recovery_photo_view (
    token_hash bytea primary key,
    photo_id uuid not null,
    request_id uuid not null references recovery_request on delete cascade,
    staff_id text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index recovery_photo_view_expiry on recovery_photo_view (expires_at)`,
]
