import { sql, type Kysely } from 'kysely'

/** Changes of running campaigns' regulations that the approver returned, with the reason. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table campaign_regulation_change drop constraint campaign_regulation_change_state_check`,
  `alter table campaign_regulation_change
    add column review_note text,
    add constraint campaign_regulation_change_state_check
      check (state in ('proposed', 'returned', 'approved', 'withdrawn')),
    add constraint campaign_regulation_change_returned check (state <> 'returned' or review_note is not null)`,
]
