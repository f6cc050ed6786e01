import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** The uses of templates in the last days are counted in an index. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table service_message validate constraint service_message_template`,
  `alter table service_message validate constraint service_message_template_of_answer`,
  // An interrupted run leaves an invalid index behind.
  `drop index concurrently if exists service_message_template_use`,
  `create index concurrently service_message_template_use on service_message (created_at, template_id)
    where template_id is not null`,
]
