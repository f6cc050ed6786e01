import { sql, type Kysely } from 'kysely'

/** The brand of a member with the role brand_analyst, and of a change that grants it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table staff add column brand_id uuid references brand`,
  `alter table staff add constraint staff_brand check ((brand_id is not null) = ('brand_analyst' = any(roles)))`,
  `alter table staff_change add column brand_id uuid references brand`,
  `alter table staff_change add constraint staff_change_brand
    check ((brand_id is not null) = ('brand_analyst' = any(roles)))`,
]
