import { sql, type Kysely } from 'kysely'

/** Brands, their projects and the purchases that they import. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table brand (
    id uuid primary key default uuidv7(),
    -- The path of spec §7; never changes.
    slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    -- The rules in force; null before the first approval.
    rules jsonb,
    approved_by text,
    approved_at timestamptz,
    created_at timestamptz not null,
    check (num_nulls(rules, approved_by, approved_at) in (0, 3))
  )`,

  `create table brand_change (
    id uuid primary key default uuidv7(),
    brand_id uuid not null references brand,
    rules jsonb not null,
    state text not null check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
    proposed_by text not null,
    proposed_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    -- Of a rejection.
    reason text,
    constraint brand_change_two_people check (state <> 'approved' or decided_by <> proposed_by),
    check ((decided_by is null) = (state = 'proposed')),
    check ((decided_at is null) = (state = 'proposed')),
    check ((reason is not null) = (state = 'rejected'))
  )`,
  `create unique index brand_change_pending on brand_change (brand_id) where state = 'proposed'`,
  `create index brand_change_brand on brand_change (brand_id, proposed_at)`,

  `create table brand_purchase (
    brand_id uuid not null references brand,
    -- Letters and digits only.
    purchase_number text not null,
    imported_at timestamptz not null,
    primary key (brand_id, purchase_number)
  )`,

  `create table brand_project (
    id uuid primary key default uuidv7(),
    transaction_id uuid not null unique references promotion_transaction,
    campaign_id uuid not null references campaign,
    brand_id uuid not null references brand,
    customer_id uuid not null references customer,
    identified_session_id uuid,
    protocol text not null,
    -- The numbers in the form of the brand's format; null after the customer's data were erased. Their keyed fingerprints
    -- remain, so that the numbers of an approved project cannot be used again.
    purchase_number text,
    registration_number text,
    purchase_index bytea not null check (octet_length(purchase_index) = 32),
    registration_index bytea not null check (octet_length(registration_index) = 32),
    state text not null check (state in ('submitted', 'in_review', 'approved', 'rewarded', 'rejected', 'cancelled')),
    -- Of the campaign's settings; null for none.
    points integer check (points > 0),
    submitted_at timestamptz not null,
    answer_due_on date not null,
    decided_by text,
    decided_at timestamptz,
    -- Of a rejection.
    reason text,
    cancelled_at timestamptz,
    constraint brand_project_decided check ((decided_by is null) = (decided_at is null)
      and (state not in ('approved', 'rewarded', 'rejected') or decided_at is not null)
      and (state not in ('submitted', 'in_review') or decided_at is null)),
    constraint brand_project_rewarded check (state <> 'rewarded' or points is not null),
    constraint brand_project_reason check (reason is null or state = 'rejected'),
    constraint brand_project_cancelled check ((cancelled_at is not null) = (state = 'cancelled'))
  )`,
  `create unique index brand_project_live_purchase on brand_project (brand_id, purchase_index)
    where state in ('submitted', 'in_review', 'approved', 'rewarded')`,
  `create unique index brand_project_live_registration on brand_project (brand_id, registration_index)
    where state in ('submitted', 'in_review', 'approved', 'rewarded')`,
  // Searches find projects without their numbers being live, too.
  `create index brand_project_purchase on brand_project (brand_id, purchase_index)`,
  `create index brand_project_registration on brand_project (brand_id, registration_index)`,
  `create index brand_project_protocol on brand_project (protocol)`,
  `create index brand_project_customer on brand_project (customer_id, submitted_at)`,
  `create index brand_project_undecided on brand_project (brand_id, answer_due_on, id)
    where state in ('submitted', 'in_review')`,
  `create index brand_project_state on brand_project (brand_id, state, id)`,
  `create index brand_project_campaign on brand_project (campaign_id)`,
]
