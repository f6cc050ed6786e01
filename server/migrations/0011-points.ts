import { sql, type Kysely } from 'kysely'

/** Points: an append-only double-entry ledger, expiring lots, and a maintained balance. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table points_balance (
    customer_id uuid primary key references customer,
    balance bigint not null default 0 check (balance >= 0),
    debt bigint not null default 0 check (debt >= 0)
  )`,
  `create table points_posting (
    id uuid primary key default uuidv7(),
    kind text not null check (kind in ('earn', 'spend', 'expire', 'take_back', 'restore', 'settle')),
    customer_id uuid not null references points_balance,
    source_kind text,
    source_id text,
    about text not null,
    created_at timestamptz not null,
    check ((source_kind is null) = (source_id is null)),
    check ((source_kind is null) = (kind in ('expire', 'settle'))),
    -- At most one posting of a kind per source.
    unique (kind, source_kind, source_id)
  )`,
  `create table points_entry (
    position bigint primary key generated always as identity,
    posting_id uuid not null references points_posting,
    customer_id uuid not null references points_balance,
    account text not null check (account in ('customer', 'debt', 'issuance', 'redemption', 'expiry')),
    points bigint not null check (points <> 0),
    -- Running balance of the customer's account.
    balance_after bigint check (balance_after >= 0),
    check ((account = 'customer') = (balance_after is not null))
  )`,
  `create index points_entry_posting on points_entry (posting_id)`,
  `create index points_entry_statement on points_entry (customer_id, position) where account = 'customer'`,
  `create table points_lot (
    id uuid primary key default uuidv7(),
    customer_id uuid not null references points_balance,
    posting_id uuid not null unique references points_posting,
    points bigint not null check (points > 0),
    remaining bigint not null check (remaining between 0 and points),
    expires_at timestamptz not null
  )`,
  `create index points_lot_live on points_lot (customer_id, expires_at, id) where remaining > 0`,
  `create index points_lot_due on points_lot (expires_at) where remaining > 0`,
  `create table points_lot_movement (
    posting_id uuid not null references points_posting,
    lot_id uuid not null references points_lot,
    points bigint not null check (points <> 0),
    primary key (posting_id, lot_id)
  )`,
  `create index points_lot_movement_lot on points_lot_movement (lot_id)`,
  `create function refuse_points_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the points ledger is only added to' using errcode = 'insufficient_privilege';
    end
  $$`,
  ...['points_posting', 'points_entry', 'points_lot_movement'].flatMap((table) => [
    `create trigger ${table}_stays before update or delete on ${table}
      for each row execute function refuse_points_change()`,
    `create trigger ${table}_not_truncated before truncate on ${table}
      for each statement execute function refuse_points_change()`,
  ]),
  `create function require_balanced_posting() returns trigger language plpgsql as $$
    begin
      if (select sum(points) from points_entry where posting_id = new.posting_id) <> 0 then
        raise exception 'the entries of a posting must add up to nothing' using errcode = 'check_violation';
      end if;
      return null;
    end
  $$`,
  `create constraint trigger points_entry_balanced after insert on points_entry
    deferrable initially deferred for each row execute function require_balanced_posting()`,
]
