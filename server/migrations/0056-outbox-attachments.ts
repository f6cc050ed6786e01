import { sql, type Kysely } from 'kysely'

/** E-mail attachments in a local installation's outbox. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table outbox_attachment (
        message_id uuid not null,
        position integer not null,
        filename text not null,
        content_type text not null,
        content bytea not null,
        primary key (message_id, position)
      )`,
    )
    .execute(db)
}
