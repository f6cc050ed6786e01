import { sql, type Kysely } from 'kysely'

/** Participating shops and registered receipts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table shop (
    id uuid primary key default uuidv7(),
    name text not null,
    cnpj text not null unique,
    state text not null check (state in ('active', 'inactive')),
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create table purchase (
    id uuid primary key default uuidv7(),
    customer_id uuid not null references customer,
    shop_id uuid not null references shop,
    receipt_key text not null check (length(receipt_key) = 44),
    amount_cents integer not null check (amount_cents > 0),
    issued_on date not null,
    state text not null
      check (state in ('pending_review', 'auto_approved', 'approved', 'rejected', 'reversed')),
    reason text,
    doubts text[] not null,
    appeal text,
    appeals integer not null default 0,
    points integer not null default 0 check (points >= 0),
    service_channel text not null,
    transaction_id uuid,
    created_at timestamptz not null,
    decided_at timestamptz,
    check ((reason is null) = (state not in ('rejected', 'reversed')))
  )`,
  // A receipt belongs to one customer; rejected ones do not count.
  `create unique index purchase_receipt_key on purchase (receipt_key) where state <> 'rejected'`,
  `create index purchase_customer on purchase (customer_id, id)`,
  `create index purchase_queue on purchase (id) where state = 'pending_review'`,
  `create index purchase_transaction on purchase (transaction_id) where transaction_id is not null`,
  `create index purchase_shop on purchase (shop_id, created_at)`,
]
