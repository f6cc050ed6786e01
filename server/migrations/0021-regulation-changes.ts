import { sql, type Kysely } from 'kysely'

/** New versions of running campaigns' regulations, each approved by two people, and the customers notified of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table campaign_regulation_change (
    id uuid primary key default uuidv7(),
    campaign_id uuid not null references campaign,
    version text not null,
    former_version text,
    authority_reference text,
    state text not null check (state in ('proposed', 'approved', 'withdrawn')),
    proposed_by text not null,
    proposed_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    -- When all customers who accepted the previous version had been notified.
    told_at timestamptz,
    check ((decided_by is null) = (state = 'proposed')),
    check ((decided_at is null) = (state = 'proposed')),
    check (state <> 'approved' or decided_by <> proposed_by),
    check (told_at is null or state = 'approved')
  )`,
  `create unique index campaign_regulation_change_open on campaign_regulation_change (campaign_id)
    where state = 'proposed'`,
  `create index campaign_regulation_change_campaign on campaign_regulation_change (campaign_id, id)`,
  `create index campaign_regulation_change_untold on campaign_regulation_change (id)
    where state = 'approved' and told_at is null`,
  `create table campaign_regulation_notice (
    change_id uuid not null references campaign_regulation_change,
    customer_id uuid not null references customer,
    primary key (change_id, customer_id)
  )`,
]
