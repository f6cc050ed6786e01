import { sql, type Kysely } from 'kysely'

/** Campaigns and their participations. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table campaign (
    id uuid primary key default uuidv7(),
    cd_identificador integer not null unique generated always as identity (start with 1001),
    slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    kind text not null,
    state text not null
      check (state in ('draft', 'in_review', 'scheduled', 'active', 'paused', 'ended', 'archived')),
    title text not null,
    summary text not null,
    description text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null check (ends_at > starts_at),
    redeem_until timestamptz check (redeem_until >= ends_at),
    audience jsonb not null,
    spend_rule jsonb,
    stock_total integer check (stock_total > 0),
    stock_taken integer not null default 0 check (stock_taken >= 0),
    limit_per_customer integer check (limit_per_customer > 0),
    legal jsonb not null,
    regulation_version text,
    terms_version text,
    settings jsonb not null,
    edited_by text[] not null,
    approved_by text,
    ended_at timestamptz,
    review_note text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (stock_taken <= stock_total),
    -- Two people: an author cannot be the approver.
    check (state in ('draft', 'in_review', 'archived') or approved_by is not null),
    check (approved_by is null or not (approved_by = any (edited_by)))
  )`,
  `create index campaign_state on campaign (state, ends_at)`,
  `create sequence promotion_protocol as bigint`,
  `create table promotion_transaction (
    id uuid primary key default uuidv7(),
    protocol_year integer not null,
    protocol_number bigint not null default nextval('promotion_protocol'),
    customer_id uuid not null references customer,
    campaign_id uuid not null references campaign,
    kind text not null,
    state text not null
      check (state in ('open', 'processing', 'unknown', 'completed', 'failed', 'cancelled', 'expired', 'reversed')),
    service_channel text not null,
    purchase_ids uuid[] not null,
    body_hash bytea check (octet_length(body_hash) = 32),
    answer jsonb,
    failure jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    finished_at timestamptz,
    reversal_reason text,
    unique (protocol_year, protocol_number),
    check ((body_hash is not null) = (state in ('processing', 'unknown', 'completed', 'failed', 'reversed'))),
    check ((answer is not null) = (state in ('completed', 'reversed'))),
    check ((failure is not null) = (state = 'failed')),
    check ((finished_at is null) = (state in ('open', 'processing', 'unknown'))),
    check ((reversal_reason is not null) = (state = 'reversed'))
  )`,
  // One open participation per person and campaign: a double tap returns the first.
  `create unique index promotion_transaction_open on promotion_transaction (customer_id, campaign_id)
    where state = 'open'`,
  `create index promotion_transaction_customer on promotion_transaction (customer_id, id)`,
  `create index promotion_transaction_campaign on promotion_transaction (campaign_id)`,
  `create index promotion_transaction_due on promotion_transaction (expires_at) where state = 'open'`,
  `create index promotion_transaction_waiting on promotion_transaction (created_at)
    where state in ('processing', 'unknown')`,
]
