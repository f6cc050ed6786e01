import { sql, type Kysely } from 'kysely'

/** What a receipt's customer stated before the service desk changed it, and who decided on it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table purchase
        -- Null unless the service desk replaced them with those on the paper.
        add column stated_amount_cents integer,
        add column stated_on date,
        -- Staff who replaced them last.
        add column changed_by uuid,
        -- Staff who made the current decision; null when the rules made it.
        add column decided_by uuid,
        -- The rejection that the customer appealed against.
        add column appealed_reason text,
        add column appealed_decided_at timestamptz,
        add column appealed_decided_by uuid`,
    )
    .execute(db)
}
