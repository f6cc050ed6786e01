import { sql, type Kysely } from 'kysely'

/** Event sessions, reservations, waiting lists and gates. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table event_session (
    id uuid primary key default uuidv7(),
    campaign_id uuid not null references campaign,
    title text not null,
    place text not null,
    starts_at timestamptz not null,
    ends_at timestamptz check (ends_at > starts_at),
    sales_from timestamptz not null,
    sales_until timestamptz not null check (sales_until > sales_from),
    cancel_until timestamptz not null,
    no_show_from timestamptz,
    capacity integer not null check (capacity > 0),
    -- Places in live holds and live offers.
    held integer not null default 0 check (held >= 0),
    -- Confirmed tickets that were not returned, and people admitted at the door.
    sold integer not null default 0 check (sold >= 0),
    limit_per_document integer not null check (limit_per_document > 0),
    minimum_age integer check (minimum_age > 0),
    is_closed boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Never more people than places.
    constraint event_session_places check (held + sold <= capacity)
  )`,
  `create index event_session_campaign on event_session (campaign_id, starts_at)`,
  `create index event_session_start on event_session (starts_at)`,

  `create table event_reservation (
    id uuid primary key default uuidv7(),
    -- The participation whose outcome it is.
    transaction_id uuid not null unique references promotion_transaction,
    session_id uuid not null references event_session,
    customer_id uuid not null references customer,
    quantity integer not null check (quantity > 0),
    state text not null check (state in ('held', 'confirmed', 'cancelled', 'expired', 'released')),
    service_channel text not null,
    created_at timestamptz not null,
    -- Never extended.
    expires_at timestamptz not null check (expires_at = created_at + interval '900 seconds'),
    confirmed_at timestamptz,
    -- Evidence of the accepted terms: who confirmed them and from where; the versions are the campaign's.
    confirmed_address text,
    ended_at timestamptz,
    check (state not in ('confirmed', 'released') or confirmed_at is not null),
    check (state <> 'expired' or confirmed_at is null),
    check ((ended_at is null) = (state in ('held', 'confirmed')))
  )`,
  `create unique index event_reservation_one_hold on event_reservation (customer_id, session_id)
    where state = 'held'`,
  `create index event_reservation_due on event_reservation (session_id, expires_at) where state = 'held'`,
  `create index event_reservation_counted on event_reservation (session_id, customer_id)
    where state in ('held', 'confirmed')`,
  `create index event_reservation_customer on event_reservation (customer_id, id)`,
  `create index event_reservation_session on event_reservation (session_id, id)`,

  `create table event_ticket (
    id uuid primary key default uuidv7(),
    reservation_id uuid not null references event_reservation,
    session_id uuid not null references event_session,
    participant_name text not null,
    birth_date date,
    -- Keyed fingerprints of the QR code's content and of the typed code.
    code_index bytea not null unique check (octet_length(code_index) = 32),
    short_index bytea not null unique check (octet_length(short_index) = 32),
    code_sealed bytea not null,
    state text not null check (state in ('valid', 'used', 'cancelled', 'released')),
    used_at timestamptz,
    used_gate text,
    created_at timestamptz not null,
    check ((used_at is not null) = (state = 'used')),
    check ((used_gate is not null) = (state = 'used'))
  )`,
  `create index event_ticket_reservation on event_ticket (reservation_id)`,
  `create index event_ticket_session on event_ticket (session_id, id)`,

  `create table event_waiting (
    id uuid primary key default uuidv7(),
    session_id uuid not null references event_session,
    customer_id uuid not null references customer,
    quantity integer not null check (quantity > 0),
    state text not null check (state in ('waiting', 'offered', 'accepted', 'expired', 'left')),
    service_channel text not null,
    joined_at timestamptz not null,
    offered_at timestamptz,
    offer_expires_at timestamptz,
    ended_at timestamptz,
    -- The reservation that the offer was converted into.
    reservation_id uuid unique references event_reservation,
    check ((reservation_id is not null) = (state = 'accepted')),
    check (state <> 'offered' or offer_expires_at is not null),
    check ((ended_at is null) = (state in ('waiting', 'offered')))
  )`,
  `create unique index event_waiting_one on event_waiting (customer_id, session_id)
    where state in ('waiting', 'offered')`,
  `create index event_waiting_order on event_waiting (session_id, joined_at, id)
    where state in ('waiting', 'offered')`,

  `create table event_scan (
    id uuid primary key default uuidv7(),
    -- Generated by the gate's device: a scan that is sent twice counts once.
    client_scan_id uuid not null unique,
    session_id uuid not null references event_session,
    ticket_id uuid references event_ticket,
    gate text not null,
    result text not null check (result in (
      'admitted', 'already_used', 'wrong_session', 'cancelled', 'released', 'unknown', 'override', 'door')),
    staff_id text not null,
    scanned_at timestamptz not null,
    received_at timestamptz not null,
    reason text,
    quantity integer not null default 1 check (quantity > 0),
    -- The response to the gate, returned for a repeated scan.
    answer jsonb not null,
    check (result <> 'admitted' or ticket_id is not null),
    check ((reason is not null) = (result = 'override'))
  )`,
  // One admission per ticket: a ticket belongs to one session.
  `create unique index event_scan_one_admission on event_scan (ticket_id) where result = 'admitted'`,
  `create index event_scan_session on event_scan (session_id, id)`,
]
