import type pg from 'pg'
import { fingerprint } from '../../server/src/modules/vault/index.ts'
import { generatedText } from './words.ts'

const messagesPerTicket = 5
export const staffToken = 'A'.repeat(43)
/** The session of a customer whose stream is open. */
export const listenerToken = (number: number): string => `l${number}`.padEnd(43, 'L')

/** Two members. The first one is signed in. */
export const addAgents = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `insert into staff (email, name, roles, state, password_hash, totp_sealed, created_at, updated_at)
     select 'pessoa' || n || '@exemplo.com.br', 'Pessoa ' || n, array['service_supervisor'], 'active', 'none', '', now(), now()
     from generate_series(0, 1) as n`,
  )
  await pool.query(
    `insert into staff_session (token_hash, staff_id, state, created_at, last_seen_at, idle_expires_at, absolute_expires_at)
     select $1, id, 'open', now(), now(), now() + interval '2 days', now() + interval '2 days'
     from staff where email = 'pessoa0@exemplo.com.br'`,
    [fingerprint(staffToken)],
  )
}

/** Signs in the customers of tickets in progress, each once. */
export const addListeners = async (
  pool: pg.Pool,
  count: number,
): Promise<{ ticket_id: string; version: number }[]> => {
  const { rows } = await pool.query<{ ticket_id: string; customer_id: string; version: number }>(
    `select distinct on (customer_id) id as ticket_id, customer_id, version from service_ticket
     where state = 'in_progress' order by customer_id, id limit $1`,
    [count],
  )
  // The sessions have no device families.
  await pool.query('set session_replication_role = replica')
  await pool.query('delete from session')
  await pool.query(
    `insert into session (token_hash, customer_id, level, family_id, access_version, created_at, last_seen_at,
       idle_expires_at, absolute_expires_at)
     select token_hash, c.id, 'customer', uuidv7(), c.access_version, now(), now(), now() + interval '14 days',
       now() + interval '30 days'
     from unnest($1::bytea[], $2::uuid[]) as l(token_hash, customer_id) join customer c on c.id = l.customer_id`,
    [rows.map((_, number) => fingerprint(listenerToken(number))), rows.map(({ customer_id }) => customer_id)],
  )
  await pool.query('vacuum (analyze) session')
  return rows
}

/**
 * Adds tickets of the last two years with five messages each to a club with customers and agents: one in ten waits for staff
 * (half of them new), one in twenty for its customer, one in twenty is resolved. Neither foreign keys nor triggers are active.
 */
export const fillTickets = async (pool: pg.Pool, tickets: number): Promise<void> => {
  await pool.query(
    `create temporary table numbered_customer as select row_number() over (order by id) - 1 as number, id from customer`,
  )
  await pool.query('create unique index on numbered_customer (number); analyze numbered_customer')
  await pool.query(
    `insert into service_ticket (protocol_year, customer_id, client_request_id, request_hash, state, area, category, priority,
       subject, assignee_id, version, created_at, opened_on, changed_at, last_message_at, last_author, message_count,
       last_sent_number, read_number, first_answer_due_at, due_at, first_answered_at, resolved_at, closed_at)
     select 2026, c.id, gen_random_uuid(), '', state, (array['purchases', 'promotions', 'general', 'accounts'])[1 + n / 7 % 4],
       (array['purchase', 'promotion', 'other', 'account'])[1 + n / 7 % 4],
       (array['normal', 'high', 'normal', 'low', 'urgent'])[1 + n / 20 % 5], 'Nota sem pontos, número ' || n,
       case when state = 'new' then null else (select id from staff where email =
         case when n / 20 % 5 < 3 then 'pessoa0@exemplo.com.br' else 'pessoa1@exemplo.com.br' end) end,
       4, at, at::date, at + interval '4 hours', at + interval '4 hours', 'customer', ${messagesPerTicket}, 4, 4,
       at + interval '1 day', at + interval '7 days', case when state <> 'new' then at + interval '1 hour' end,
       case when state = 'resolved' then now() when state = 'closed' then at + interval '1 day' end,
       case when state = 'closed' then at + interval '8 days' end
     from (select n, now() - interval '2 years' * (1 - n::float8 / $1) as at,
         case n % 20 when 0 then 'new' when 10 then 'in_progress' when 1 then 'waiting_customer' when 2 then 'resolved'
           else 'closed' end as state
       from generate_series(1, $1::int) as n) as t
     join numbered_customer c on c.number = t.n % (select count(*) from numbered_customer) order by t.n`,
    [tickets],
  )
  await pool.query(
    `create temporary table numbered_ticket as
     select row_number() over (order by created_at) - 1 as n, id, created_at, assignee_id from service_ticket`,
  )
  await pool.query('create unique index on numbered_ticket (n); analyze numbered_ticket')
  await fillMessages(pool, tickets)
  await pool.query('drop table numbered_customer, numbered_ticket')
}

const fillMessages = async (pool: pg.Pool, tickets: number): Promise<void> => {
  const batch = 2_000
  for (let first = 0; first < tickets; first += batch)
    await pool.query(
      `insert into service_message (ticket_id, number, author, staff_id, visibility, body, created_at, words)
       select t.id, number, case when number % 2 = 0 then 'staff' else 'customer' end,
         case when number % 2 = 0 then (select id from staff where email = 'pessoa0@exemplo.com.br') end, 'public', body,
         t.created_at + interval '1 hour' * (number - 1), service_words(body)
       from unnest($1::text[]) with ordinality as text(body, i),
         lateral (select (i - 1) % ${messagesPerTicket} + 1 as number, $2 + (i - 1) / ${messagesPerTicket} as n) as place
       join numbered_ticket t on t.n = place.n order by i`,
      [
        Array.from({ length: Math.min(batch, tickets - first) * messagesPerTicket }, (_, index) =>
          generatedText(1 - (first + index / messagesPerTicket) / tickets),
        ),
        first,
      ],
    )
  await pool.query('alter table service_message_word drop constraint service_message_word_pkey')
  await pool.query(
    `insert into service_message_word (word, position) select unnest(tsvector_to_array(words)), position
     from service_message order by position`,
  )
  await pool.query('alter table service_message_word add primary key (word, position)')
}
