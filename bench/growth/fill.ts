import type pg from 'pg'

const givenNames =
  'Ana Bruno Carla Davi Elisa Fábio Graça Hugo Inês João Karina Lúcia Marcos Nair Olga Paulo Rita Sílvia Tadeu Vera'.split(
    ' ',
  )
const surnames =
  'Almeida Barros Cardoso Dias Esteves Farias Gomes Haddad Ivo Jardim Klein Lopes Moreira Nunes Oliveira Pereira Queiroz Ramos Souza Teixeira'.split(
    ' ',
  )

/** The name of a generated customer: two given names and two surnames, so that common ones recur realistically. */
export const generatedName = (number: number): string =>
  [
    givenNames[number % 20],
    givenNames[Math.floor(number / 20) % 20],
    surnames[Math.floor(number / 400) % 20],
    surnames[Math.floor(number / 8_000) % 20],
  ].join(' ')

/** The birth date of a generated customer as dd/MM/yyyy. */
export const generatedBirthDate = (number: number): string => {
  const day = new Date(Date.UTC(1950, 0, 1 + (number % 20_000))).toISOString().slice(0, 10)
  return day.split('-').toReversed().join('/')
}

/**
 * Adds the customers numbered `from` to `to` − 1 to a migrated database. Rows have realistic
 * shapes and sizes; foreign keys are not checked. Without `document_sealed`, their documents cannot be opened.
 */
export const fillWithCustomers = async (
  pool: pg.Pool,
  input: { from: number; to: number; document_sealed?: Buffer },
): Promise<void> => {
  const { from, to, document_sealed = null } = input
  await pool.query(
    `insert into customer (document_type, document_index, document_sealed, account_status, name, birth_date, cellphone,
       email, created_at, registered_at, updated_at)
     select 'cpf', sha256(('document' || n)::bytea), coalesce($3::bytea, substr(sha512(('sealed' || n)::bytea), 1, 39)), 'active',
       concat_ws(' ', ($4::text[])[1 + n % 20], ($4::text[])[1 + n / 20 % 20], ($5::text[])[1 + n / 400 % 20],
         ($5::text[])[1 + n / 8000 % 20]), date '1950-01-01' + n % 20000, '119' || lpad((n % 100000000)::text, 8, '0'),
       'pessoa' || n || '@exemplo.com.br', now(), now(), now()
     from generate_series($1::int, $2::int - 1) as n`,
    [from, to, document_sealed, givenNames, surnames],
  )
}

/** Adds a session for each customer without one, and `credits` point credits for each without points. */
export const fillSessionsAndPoints = async (pool: pg.Pool, credits: number): Promise<void> => {
  await pool.query(
    `insert into session (token_hash, customer_id, level, family_id, access_version, created_at, last_seen_at,
       idle_expires_at, absolute_expires_at)
     select sha256(id::text::bytea), id, 'customer', uuidv7(), access_version, now(), now(), now() + interval '14 days', now() + interval '30 days'
     from customer where not exists (select from session where customer_id = customer.id)`,
  )
  await pool.query(
    `create temporary table without_points as select id as customer_id from customer except select customer_id from points_balance`,
  )
  await pool.query(
    `insert into points_balance (customer_id, balance) select customer_id, 100 * $1::int from without_points`,
    [credits],
  )
  await withoutIndexes(pool, ['points_posting', 'points_entry', 'points_lot'], () =>
    insertCredits(
      pool,
      `select customer_id, 100 * n as balance_after from generate_series(1, ${credits}) as n, without_points`,
    ),
  )
  await pool.query('drop table without_points')
}

/** Adds `count` point credits for each of the given customers, scattered over the ledger. */
export const addCredits = async (
  pool: pg.Pool,
  input: { customer_ids: readonly string[]; count: number },
): Promise<void> => {
  const { customer_ids, count } = input
  await pool.query(
    `insert into points_balance (customer_id, balance) select id, 100 * $2::int from unnest($1::uuid[]) as id`,
    [customer_ids, count],
  )
  await pool.query('create temporary table credited_customer as select unnest($1::uuid[]) as customer_id', [
    customer_ids,
  ])
  await insertCredits(
    pool,
    `select customer_id, 100 * n as balance_after from credited_customer, generate_series(1, ${count}) as n
    order by random()`,
  )
  await pool.query('drop table credited_customer')
}

/** Inserts credits of 100 points: the posting, its two balanced entries, and the lot. */
const insertCredits = async (pool: pg.Pool, credits: string): Promise<void> => {
  await pool.query(
    `create temporary table credit as select uuidv7() as id, customer_id, balance_after from (${credits}) as one`,
  )
  await pool.query(
    `insert into points_posting (id, kind, customer_id, source_kind, source_id, about, created_at)
     select id, 'earn', customer_id, 'purchase', id::text, 'Nota fiscal', now() from credit`,
  )
  await pool.query(
    `insert into points_entry (posting_id, customer_id, account, points, balance_after)
     select id, customer_id, account, points, case when account = 'customer' then balance_after end
     from credit, (values ('customer', 100), ('issuance', -100)) as side(account, points)`,
  )
  await pool.query(
    `insert into points_lot (customer_id, posting_id, points, remaining, expires_at)
     select customer_id, id, 100, 100, now() + interval '300 days' from credit`,
  )
  await pool.query('drop table credit')
}

/** Runs the work without secondary indexes and recreates them afterwards. */
export const withoutIndexes = async (
  pool: pg.Pool,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await pool.query(definition)
}
