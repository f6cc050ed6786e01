import { sql, type Kysely } from 'kysely'

/** Queued messages, pauses between sends, and the outbox of installations without gateways. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table message (
    id uuid primary key,
    channel text not null check (channel in ('email', 'sms')),
    template text not null,
    customer_id uuid references customer on delete set null,
    state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'suppressed')),
    -- Address and text, sealed; deleted once the message has been sent or abandoned.
    content_sealed bytea,
    attempts integer not null default 0 check (attempts >= 0),
    claim uuid,
    claimed_until timestamptz,
    next_attempt_at timestamptz not null,
    expires_at timestamptz,
    reason text,
    reference text,
    delivery text check (delivery in ('delivered', 'undelivered')),
    created_at timestamptz not null,
    finished_at timestamptz,
    check ((state = 'queued') = (content_sealed is not null)),
    check ((state = 'queued') = (finished_at is null)),
    check (state <> 'failed' or reason is not null)
  )`,
  `create index message_waiting on message (next_attempt_at) where state = 'queued'`,
  `create index message_failed on message (finished_at) where state = 'failed'`,
  `create index message_reference on message (reference) where reference is not null`,
  `create index message_finished on message (finished_at)`,
  `create index message_customer on message (customer_id)`,
  `create view message_dead_letter as
    select id, channel, template, customer_id, attempts, reason, created_at, finished_at
    from message where state = 'failed'`,
  `create table sending_pause (
    key bytea primary key,
    taken_at timestamptz not null
  )`,
  `create table outbox_message (
    message_id uuid primary key,
    channel text not null check (channel in ('email', 'sms')),
    recipient text not null,
    subject text not null,
    html text not null,
    text text not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index outbox_message_newest on outbox_message (created_at desc)`,
]
