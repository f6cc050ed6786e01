import { sql, type Kysely } from 'kysely'

/** Partner programs: linked accounts, quotes, redemptions, refunds, and the comparison with the partners' files. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const decision = `
    decided_by text,
    decided_at timestamptz,
    decision_reason text,
    check (num_nulls(decided_by, decided_at, decision_reason) in (0, 3))`

const statements = [
  // Addresses and credentials are in the configuration.
  `create table partner (
    slug text primary key,
    is_on boolean not null,
    switched_by text,
    switched_at timestamptz,
    switch_reason text,
    check (num_nulls(switched_by, switched_at, switch_reason) in (0, 3))
  )`,

  // The member's number is erased when the account is unlinked; the consent is kept as evidence.
  `create table partner_link (
    id uuid primary key default uuidv7(),
    partner text not null references partner,
    customer_id uuid not null references customer,
    member_sealed bytea,
    member_index bytea check (octet_length(member_index) = 32),
    member_end text,
    consent_version text not null,
    linked_at timestamptz not null,
    unlinked_at timestamptz,
    check (num_nulls(member_sealed, member_index, member_end) = case when unlinked_at is null then 0 else 3 end)
  )`,
  `create unique index partner_link_customer on partner_link (partner, customer_id) where unlinked_at is null`,
  `create unique index partner_link_member on partner_link (partner, member_index) where unlinked_at is null`,
  `create index partner_link_of on partner_link (customer_id)`,

  `create table partner_quote (
    id uuid primary key default uuidv7(),
    link_id uuid not null references partner_link,
    campaign_id uuid not null references campaign,
    partner_points integer not null check (partner_points > 0),
    club_points integer not null check (club_points > 0),
    -- The partner's own number of the quote.
    reference text not null,
    quoted_at timestamptz not null,
    expires_at timestamptz not null,
    used_by uuid unique references promotion_transaction
  )`,
  `create unique index partner_quote_unused on partner_quote (link_id, campaign_id) where used_by is null`,
  `create index partner_quote_expired on partner_quote (expires_at) where used_by is null`,

  `create table partner_redemption (
    transaction_id uuid primary key references promotion_transaction,
    partner text not null references partner,
    customer_id uuid not null references customer,
    campaign_id uuid not null references campaign,
    link_id uuid not null references partner_link,
    quote_id uuid not null unique references partner_quote,
    quote_reference text not null,
    -- Null after the customer's data were erased.
    member_sealed bytea,
    member_end text,
    partner_points integer not null check (partner_points > 0),
    club_points integer not null check (club_points > 0),
    state text not null check (state in ('processing', 'completed', 'failed', 'refunded')),
    requested_at timestamptz not null,
    club_day date not null,
    -- From then on the partner refuses the debit.
    valid_until timestamptz not null,
    debit_reference text,
    debited_at timestamptz,
    finished_at timestamptz,
    -- Code of the refusal.
    failure text,
    check ((debit_reference is not null) = (debited_at is not null)),
    check ((finished_at is not null) = (state <> 'processing')),
    check ((failure is not null) = (state = 'failed')),
    check ((member_sealed is null) = (member_end is null)),
    -- No credit without a captured debit.
    constraint partner_redemption_captured
      check ((state in ('completed', 'refunded')) = (debit_reference is not null))
  )`,
  // A debit of the partner is credited once.
  `create unique index partner_redemption_reference on partner_redemption (partner, debit_reference)`,
  `create index partner_redemption_customer on partner_redemption (customer_id, transaction_id)`,
  `create index partner_redemption_day on partner_redemption (customer_id, campaign_id, club_day)`,
  `create index partner_redemption_campaign on partner_redemption (campaign_id, state)`,
  `create index partner_redemption_processing on partner_redemption (link_id) where state = 'processing'`,

  `create table partner_import (
    id uuid primary key default uuidv7(),
    partner text not null references partner,
    file_name text not null,
    size_bytes bigint not null check (size_bytes > 0),
    sha256 bytea not null check (octet_length(sha256) = 32),
    from_day date not null,
    to_day date not null check (to_day >= from_day),
    state text not null check (state in ('receiving', 'matching', 'done', 'refused')),
    received_bytes bigint not null default 0,
    -- The beginning of a line that continues in the next part.
    tail bytea not null default '',
    -- Lines read so far, with the header.
    read_lines integer not null default 0,
    lines integer not null default 0,
    repeated_lines integer not null default 0,
    errors jsonb not null default '[]',
    started_by text not null,
    started_at timestamptz not null,
    finished_at timestamptz,
    unique (partner, sha256),
    check (received_bytes between 0 and size_bytes),
    check ((finished_at is not null) = (state in ('done', 'refused')))
  )`,
  `create index partner_import_newest on partner_import (partner, id)`,

  // Lines of imports that are not complete. Staged and compared lines are written by the million from a locked import, so they
  // have no foreign keys, which are checked row by row.
  `create table partner_staged_line (
    import_id uuid not null,
    line integer not null,
    kind text not null check (kind in ('debit', 'refund')),
    reference text not null,
    transaction_id uuid,
    points integer not null check (points > 0),
    occurred_at timestamptz not null,
    primary key (import_id, kind, reference)
  )`,

  `create table partner_line (
    id uuid primary key default uuidv7(),
    partner text not null,
    import_id uuid not null,
    kind text not null check (kind in ('debit', 'refund')),
    reference text not null,
    -- Null if the line names no participation; it may also name one that does not exist.
    transaction_id uuid,
    points integer not null check (points > 0),
    occurred_at timestamptz not null,
    state text not null check (state in ('matched', 'only_theirs', 'different_amount')),${decision}
  )`,
  `create unique index partner_line_reference on partner_line (partner, kind, reference)`,
  `create index partner_line_state on partner_line (partner, state, id)`,
  `create index partner_line_waiting on partner_line (partner, state, id)
    where decided_at is null and state <> 'matched'`,
  `create index partner_line_occurred on partner_line using brin (occurred_at)`,
  `create index partner_line_unpaired on partner_line (transaction_id, kind)
    where state = 'only_theirs' and transaction_id is not null`,

  // The club's record of confirmed debits and refunds.
  `create table partner_entry (
    id uuid primary key default uuidv7(),
    partner text not null references partner,
    transaction_id uuid not null references promotion_transaction,
    kind text not null check (kind in ('debit', 'refund')),
    points integer not null check (points > 0),
    -- The partner's own number; null for a refund.
    reference text,
    -- By the partner's clock.
    occurred_at timestamptz not null,
    state text not null check (state in ('open', 'matched', 'only_ours', 'different_amount')),
    line_id uuid unique references partner_line,${decision},
    -- One capture and one refund per participation.
    unique (transaction_id, kind),
    check ((line_id is not null) = (state in ('matched', 'different_amount')))
  )`,
  `create index partner_entry_unpaired on partner_entry (partner, state, id) where line_id is null`,
  `create index partner_entry_occurred on partner_entry (partner, occurred_at)`,
  `create index partner_entry_open on partner_entry (partner, occurred_at) where state = 'open'`,

  // The clearing account: sums of entries and lines by club day.
  `create table partner_day (
    partner text not null references partner,
    day date not null,
    kind text not null check (kind in ('debit', 'refund')),
    our_count integer not null default 0,
    our_points bigint not null default 0,
    their_count integer not null default 0,
    their_points bigint not null default 0,
    primary key (partner, day, kind)
  )`,

  `create table partner_refund (
    -- Generated by the browser.
    id uuid primary key,
    partner text not null references partner,
    transaction_id uuid not null references promotion_transaction,
    state text not null check (state in ('proposed', 'sending', 'done', 'no_debit', 'desk', 'withdrawn')),
    partner_points integer not null check (partner_points > 0),
    club_points integer not null check (club_points >= 0),
    reason text not null,
    proposed_by text not null,
    proposed_at timestamptz not null,
    confirmed_by text,
    confirmed_at timestamptz,
    attempts integer not null default 0,
    next_at timestamptz,
    finished_at timestamptz,
    constraint partner_refund_two_people check (confirmed_by <> proposed_by),
    check ((confirmed_by is not null) = (confirmed_at is not null)),
    check ((confirmed_at is not null) = (state not in ('proposed', 'withdrawn'))),
    check ((next_at is not null) = (state = 'sending')),
    check ((finished_at is not null) = (state in ('done', 'no_debit', 'withdrawn')))
  )`,
  `create unique index partner_refund_once on partner_refund (transaction_id) where state <> 'withdrawn'`,
  `create index partner_refund_due on partner_refund (next_at) where state = 'sending'`,
  `create index partner_refund_waiting on partner_refund (partner) where state in ('proposed', 'desk')`,
  `create index partner_refund_newest on partner_refund (partner, proposed_at, id)`,
]
