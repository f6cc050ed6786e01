import { sql, type Kysely } from 'kysely'

/** The template with which staff wrote an answer; the constraints are validated online. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table service_message add column template_id uuid`.execute(db)
  await sql`alter table service_message
    add constraint service_message_template foreign key (template_id) references answer_template not valid,
    add constraint service_message_template_of_answer
      check (template_id is null or (author = 'staff' and visibility = 'public')) not valid`.execute(db)
}
