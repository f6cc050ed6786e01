import { sql, type Kysely } from 'kysely'

/** Customers print at most three copies of a gift voucher; beyond these, the desk prints, with its staff member. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table gift_print
        add column staff_id text,
        drop constraint gift_print_copy_number_check,
        add constraint gift_print_number
          check (copy_number >= 0 and (copy_number > 3) = (staff_id is not null)) not valid`,
    )
    .execute(db)
}
