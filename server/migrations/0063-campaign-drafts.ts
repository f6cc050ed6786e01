import { sql, type Kysely } from 'kysely'

/** Drafts of campaigns with any fields missing; a complete one becomes a campaign. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table campaign_draft (
        id uuid primary key default uuidv7(),
        -- The fields as they are typed, by path.
        fields jsonb not null check (jsonb_typeof(fields) = 'object'),
        -- The editors may not approve the campaign.
        edited_by text[] not null check (edited_by <> '{}'),
        revision integer not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`,
    )
    .execute(db)
}
