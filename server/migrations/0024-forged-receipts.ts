import { sql, type Kysely } from 'kysely'

/**
 * What identifies a receipt besides its key, the tills whose receipts staff have seen, points that cannot be spent yet,
 * and the fingerprints of deleted accounts.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Length of the series in the key: a SAT's is the serial number of its equipment. */
const series = `case when substr(receipt_key, 21, 2) = '59' then 9 else 3 end`
const number = `case when substr(receipt_key, 21, 2) = '59' then 6 else 9 end`

const statements = [
  // Issuer, model, series and number: the rest of the key is a random code, which a forger can choose.
  `alter table purchase
    add column receipt_identity text not null
      generated always as (substr(receipt_key, 7, 16 + ${series} + ${number})) stored,
    add column till text not null generated always as (substr(receipt_key, 21, 2 + ${series})) stored,
    add column till_number integer not null
      generated always as (substr(receipt_key, 23 + ${series}, ${number})::integer) stored,
    -- Numbers the duplicates that were approved before this index existed.
    add column earlier_copy integer not null default 0,
    add column device_hash bytea`,
  `update purchase set earlier_copy = copy.position
    from (
      select id, row_number() over (partition by receipt_identity order by id) - 1 as position
      from purchase where state in ('auto_approved', 'approved')
    ) copy where copy.id = purchase.id and copy.position > 0`,
  `create unique index purchase_receipt_identity on purchase (receipt_identity, earlier_copy)
    where state in ('auto_approved', 'approved')`,
  `create index purchase_identity on purchase (receipt_identity)`,
  `create index purchase_till on purchase (shop_id, till, till_number) where state = 'approved'`,
  `create index purchase_device on purchase (device_hash, created_at) where device_hash is not null`,

  `create table shop_till (
    shop_id uuid not null references shop,
    till text not null,
    number integer not null,
    seen_on date not null,
    -- The receipt whose approval made the till known; null when the till was entered with the shop.
    purchase_id uuid references purchase,
    primary key (shop_id, till)
  )`,
  `create index shop_till_purchase on shop_till (purchase_id) where purchase_id is not null`,
  // A till that three customers have used, or whose receipt staff approved.
  `insert into shop_till (shop_id, till, number, seen_on)
    select distinct on (shop_id, till) shop_id, till, till_number, issued_on from purchase p
    where state in ('auto_approved', 'approved') and (state = 'approved' or 3 <= (
      select count(distinct customer_id) from purchase o
      where o.shop_id = p.shop_id and o.till = p.till and o.state in ('auto_approved', 'approved')))
    order by shop_id, till, issued_on desc, till_number desc`,

  // Null when the points could be spent from the moment they were earned.
  `alter table points_lot add column available_at timestamptz check (available_at < expires_at)`,
  `alter table points_posting drop constraint points_posting_kind_check,
    add constraint points_posting_kind_check
    check (kind in ('earn', 'spend', 'expire', 'take_back', 'restore', 'settle', 'adjust', 'transfer'))`,

  `create table former_account (
    customer_id uuid primary key references customer,
    document_fingerprint bytea not null check (octet_length(document_fingerprint) = 32),
    successor_id uuid references customer,
    kept_until timestamptz not null
  )`,
  `create index former_account_document on former_account (document_fingerprint)`,
  `create index former_account_successor on former_account (successor_id) where successor_id is not null`,
  `create index former_account_kept on former_account (kept_until)`,
]
