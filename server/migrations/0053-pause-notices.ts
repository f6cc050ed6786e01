import { sql, type Kysely } from 'kysely'

/** Notices already sent about a paused or resumed campaign, so that an interrupted job does not repeat them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table event_pause_notice (
        -- The hold or waiting-list entry.
        id uuid not null,
        -- When the campaign was paused or resumed.
        changed_at timestamptz not null,
        template text not null check (template in ('paused-hold', 'paused-offer', 'offer-extended')),
        primary key (id, changed_at, template)
      )`,
    )
    .execute(db)
}
