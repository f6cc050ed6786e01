import { sql, type Kysely } from 'kysely'

/** A reversed receipt that the service desk registered again, with the amount or day on the paper. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table purchase
        add column replaced_at timestamptz,
        add constraint purchase_replaced_is_reversed check (replaced_at is null or state = 'reversed') not valid`,
    )
    .execute(db)
}
