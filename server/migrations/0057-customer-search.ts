import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** Indexes for the searches of the service desk: words of the name, ignoring accents and case, e-mail, cellphone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index concurrently if exists customer_name_words`,
  String.raw`create index concurrently customer_name_words on customer using gin (to_tsvector('simple',
    regexp_replace(lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f\u2019\u00b4\u0060\u0027]', '', 'g')),
      '[^a-z0-9]+', ' ', 'g'))) where account_status <> 'anonymized'`,
  `drop index concurrently if exists customer_email`,
  `create index concurrently customer_email on customer (email)`,
  `drop index concurrently if exists customer_cellphone`,
  `create index concurrently customer_cellphone on customer (cellphone)`,
]
