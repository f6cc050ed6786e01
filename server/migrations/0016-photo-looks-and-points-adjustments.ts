import { sql, type Kysely } from 'kysely'

/** Granted looks at photos of any kind, and manual points adjustments. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table photo_look (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    photo_id uuid not null references photo,
    staff_id text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index photo_look_expiry on photo_look (expires_at)`,

  `alter table points_posting drop constraint points_posting_kind_check,
    add constraint points_posting_kind_check
    check (kind in ('earn', 'spend', 'expire', 'take_back', 'restore', 'settle', 'adjust'))`,
  `alter table points_entry drop constraint points_entry_account_check,
    add constraint points_entry_account_check
    check (account in ('customer', 'debt', 'issuance', 'redemption', 'expiry', 'adjustment'))`,
  `create table points_adjustment (
    -- Given by who asks, so that the same request counts once.
    id uuid primary key,
    customer_id uuid not null references points_balance,
    points integer not null check (points <> 0),
    -- Whether what the balance lacks may become a debt.
    may_owe boolean not null,
    reason text not null,
    note text not null,
    staff_id text not null,
    created_at timestamptz not null
  )`,
  `create index points_adjustment_customer on points_adjustment (customer_id, created_at desc)`,
  `create index points_adjustment_staff on points_adjustment (staff_id, created_at)`,
]
