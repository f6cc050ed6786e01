import { sql, type Kysely } from 'kysely'

/** Later ends of running campaigns, announced by a new version of the regulation. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table campaign_regulation_change
    add column ends_at timestamptz,
    add column former_ends_at timestamptz,
    add column redeem_until timestamptz,
    add column former_redeem_until timestamptz,
    -- The last day that the authority authorized.
    add column authorized_until date,
    add check ((ends_at is null) = (former_ends_at is null)),
    add check (ends_at > former_ends_at),
    add check (redeem_until >= ends_at),
    add check (redeem_until >= former_redeem_until),
    add check (ends_at is not null or (redeem_until is null and authorized_until is null))`,
]
