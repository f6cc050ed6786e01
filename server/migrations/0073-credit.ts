import { sql, type Kysely } from 'kysely'

/**
 * What receipts are worth in campaigns, and what participations have used. Receipts claimed as a whole become fully
 * used credit.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table purchase_credit (
    purchase_id uuid not null references purchase,
    campaign_id uuid not null references campaign,
    customer_id uuid not null,
    identified_session_id uuid,
    amount_cents integer not null check (amount_cents >= 0),
    used_cents integer not null default 0 check (used_cents >= 0),
    created_at timestamptz not null,
    revoked_at timestamptz,
    primary key (purchase_id, campaign_id),
    -- Each cent counts once per campaign. Used credit of a reversed receipt is a debt.
    constraint purchase_credit_once check (used_cents <= amount_cents or revoked_at is not null)
  )`,
  `create index purchase_credit_customer on purchase_credit (customer_id, campaign_id, purchase_id)`,
  `create table purchase_allocation (
    transaction_id uuid not null references promotion_transaction,
    purchase_id uuid not null,
    campaign_id uuid not null,
    amount_cents integer not null check (amount_cents > 0),
    lost_cents integer not null default 0 check (lost_cents >= 0),
    is_exclusive boolean not null,
    used_on date not null,
    primary key (transaction_id, purchase_id),
    foreign key (purchase_id, campaign_id) references purchase_credit
  )`,
  `create index purchase_allocation_purchase on purchase_allocation (purchase_id, campaign_id)`,
  `insert into purchase_credit
      (purchase_id, campaign_id, customer_id, identified_session_id, amount_cents, used_cents, created_at, revoked_at)
    select p.id, t.campaign_id, p.customer_id, p.identified_session_id, p.amount_cents, p.amount_cents, t.created_at,
      case when p.state = 'reversed' then p.decided_at end
    from purchase p join promotion_transaction t on t.id = p.transaction_id`,
  `insert into purchase_allocation (transaction_id, purchase_id, campaign_id, amount_cents, is_exclusive, used_on)
    select p.transaction_id, p.id, t.campaign_id, p.amount_cents, true, t.created_at::date
    from purchase p join promotion_transaction t on t.id = p.transaction_id`,
]
