import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Customer } from './customer.ts'

/** What staff see of a person before they open the customer's page. */
export type FoundCustomer = Pick<
  Customer,
  'id' | 'document_type' | 'document_sealed' | 'name' | 'cellphone' | 'email' | 'account_status'
>

export type CustomerSearch =
  /** Normalized words (`normalizeForSearch`), of which the last may be the beginning of a word. */
  | { readonly kind: 'name'; readonly words: readonly string[]; readonly birth_date: string | null }
  | { readonly kind: 'cellphone'; readonly cellphone: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }

/** The words of a name as `normalizeForSearch` normalizes them; the expression of the index `customer_name_words`. */
const nameWords = sql.raw<string>(String.raw`to_tsvector('simple',
  regexp_replace(lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f\u2019\u00b4\u0060\u0027]', '', 'g')),
    '[^a-z0-9]+', ' ', 'g'))`)

const columns = [
  'id',
  'document_type',
  'document_sealed',
  'name',
  'cellphone',
  'email',
  'account_status',
] as const

/** One account in 32; the condition of the index `customer_name_words_sample`. */
const isInSample = sql<boolean>`uuid_hash(id) & 31 = 0`

/**
 * Accounts that match a search, in no particular order. All of them are found before they are limited: with a limit,
 * the planner might read the whole table until enough names match. Since the index intersects all accounts with each
 * word, a name is first searched in a sample: if that alone reaches the limit, the name is too common for more.
 */
export const searchCustomers = async (
  db: Db,
  { search, limit }: { search: CustomerSearch; limit: number },
): Promise<FoundCustomer[]> => {
  const named = sql.join(columns.map((column) => sql.ref(column)))
  const select = sql`select ${named} from customer
    where account_status <> 'anonymized' and ${conditionOf(search)}`
  const isSampled = search.kind === 'name' && search.birth_date === null
  const { rows } = isSampled
    ? await sql<FoundCustomer>`
        with sampled as materialized (${select} and ${isInSample}),
        enough as materialized (select ${named} from sampled limit ${limit}),
        matching as materialized (${select} and (select count(*) from enough) < ${limit})
        (select ${named} from enough where (select count(*) from enough) = ${limit})
        union all select ${named} from matching limit ${limit}`.execute(db)
    : await sql<FoundCustomer>`
        with matching as materialized (${select}) select ${named} from matching limit ${limit}`.execute(db)
  return rows
}

const conditionOf = (search: CustomerSearch) => {
  switch (search.kind) {
    case 'name': {
      const words = sql<boolean>`${nameWords} @@ to_tsquery('simple', ${`${search.words.join(' & ')}:*`})`
      return search.birth_date === null ? words : sql<boolean>`${words} and birth_date = ${search.birth_date}`
    }
    case 'cellphone':
      return sql<boolean>`cellphone = ${search.cellphone}`
    case 'email':
      return sql<boolean>`email = ${search.email}`
    case 'ids':
      return sql<boolean>`id = any(${[...search.ids]}::uuid[])`
    default:
      return search satisfies never
  }
}
