import type pg from 'pg'
import { generatedName, withoutIndexes } from './fill.ts'
import { receiptKeyOf } from '../../server/src/testing/receipts.ts'

/** Receipts with a valid key, which can be searched. */
const searchedReceipts = 100
export const searchedReceiptKey = (number: number): string =>
  receiptKeyOf({ now: new Date(), cnpj: '11222333000181', number: number + 1, series: 2 })

/** People who are found by name; ten customers have each name, as many as a search shows. */
const searchedNames = 100
const peoplePerName = 10
export const searchedName = (number: number): string => {
  const [given, , surname] = generatedName(number * 97).split(' ')
  // A search with digits is not one for a name.
  const rare = String(number)
    .padStart(2, '0')
    .replace(/\d/g, (digit) => 'aeioubcdfg'.charAt(Number(digit)))
  return `${given} ${surname} Raro${rare}`
}

/** One person has this common name and birth date. */
export const commonName = 'Ana Almeida'
export const rareBirthDate = '31/12/1949'

/** Part of the name of one guest of the event; every session has more than a hundred. */
export const guestName = (number: number): string => `Pessoa de Número ${String(number + 1).padStart(6, '0')}`

/** Tickets of the session that is as large in both clubs. */
const fixedTickets = 1_000
export const fixedSession = 'Ensaio de tamanho fixo'
/** The session with the longest waiting list. */
export const longWaitingSession = 'Coral com a lista mais longa'

/** Customers, shops and members of staff by number, for the statements below. */
const numberRows = `
  create temporary table numbered_customer as select row_number() over () as n, id from customer;
  create unique index on numbered_customer (n);
  create temporary table numbered_shop as select row_number() over () - 1 as n, id, cnpj from shop;
  create unique index on numbered_shop (n);
  analyze numbered_customer, numbered_shop`

/** The session to which rows are added; each club has one with that title. */
const sessionTitled = (title: string): string => `(select id from event_session where title = '${title}')`

/**
 * Adds the rows that desks list to a club with the demonstration's rows and `count` customers: a receipt for each
 * customer, one in fifty pending; two audit lines; half a participation; for every twentieth a recovery request, of which
 * a quarter waits in each queue; for every 25th a ticket, on average a scan, and a place on a waiting list; for every
 * third a place on another one. From 3,000 customers on, each list has a full page. Neither constraints nor triggers are
 * active.
 */
export const fillDesks = async (pool: pg.Pool, count: number): Promise<void> => {
  await pool.query(
    `insert into shop (name, cnpj, state, created_at, updated_at)
     select 'Loja de Número ' || n, lpad((10000000000000 + n)::text, 14, '0'), 'active', now(), now()
     from generate_series(1, 300) as n`,
  )
  await pool.query(numberRows)
  await withoutIndexes(pool, ['purchase', 'audit_line', 'promotion_transaction'], () =>
    fillLists(pool, count),
  )
  await fillRecovery(pool, count)
  await nameSearchedCustomers(pool)
  await fillEvents(pool)
  await pool.query('drop table numbered_customer, numbered_shop')
}

const fillLists = async (pool: pg.Pool, count: number): Promise<void> => {
  await pool.query(
    `insert into purchase (customer_id, shop_id, receipt_key, amount_cents, issued_on, state, reason, review_reasons,
       points, service_channel, created_at, decided_at)
     select c.id, s.id, '35' || to_char(at, 'YYMM') || s.cnpj || '65001' || lpad(r.n::text, 9, '0') || '1'
         || lpad(r.n::text, 8, '0') || '0',
       1000 + r.n % 30000, at::date, r.state, case when r.state in ('rejected', 'reversed') then 'Ilegível' end, '{}',
       case when r.state = 'auto_approved' then 10 + r.n % 300 else 0 end, 'site', at,
       case when r.state <> 'pending_review' then at end
     from (select n, now() - interval '1 year' * (1 - n::float8 / $1) as at,
         case when n % 50 = 0 then 'pending_review' when n % 100 < 5 then 'rejected' when n % 100 = 5 then 'reversed'
           else 'auto_approved' end as state
       from generate_series(1, $1::int) as n) as r
     join numbered_customer c on c.n = r.n join numbered_shop s on s.n = r.n % 300`,
    [count],
  )
  await pool.query(
    `update purchase p set receipt_key = searched.key
     from unnest($1::text[]) with ordinality as searched(key, number)
     where p.id = (select id from purchase order by id offset searched.number * 10 limit 1)`,
    [Array.from({ length: searchedReceipts }, (_, number) => searchedReceiptKey(number))],
  )
  await pool.query(
    `insert into audit_line (position, at, actor_kind, actor_id, action, subject_kind, subject_id, sentence,
       previous_hash, hash)
     select head.position + line.n, now() - interval '1 year' * (1 - line.n::float8 / (2 * $1)),
       'staff', 'member-' || case when line.n = 1 then 'rare' else (line.n % 50)::text end,
       case when line.n = 2 then 'audit.rare' else
         (array['customers.find', 'receipts.view-photo', 'recovery.read', 'points.find'])[1 + line.n % 4] end,
       'customer', c.id::text, 'Procurou o cadastro de uma pessoa pelo documento.',
       sha256(('line' || line.n)::bytea), sha256(('line' || (line.n + 1))::bytea)
     from audit_head head, generate_series(1, 2 * $1::int) as line(n)
     join numbered_customer c on c.n = 1 + line.n % $1`,
    [count],
  )
  await pool.query(
    `update audit_head set (position, hash) = (select position, hash from audit_line order by position desc limit 1)`,
  )
  await pool.query(
    `insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
       purchase_ids, created_at, expires_at, finished_at)
     select 2026, c.id, (select id from campaign where slug = 'natal-no-ipe'), 'event_tickets', 'expired', 'site', '{}',
       now() - interval '1 day', now() - interval '23 hours', now() - interval '23 hours'
     from numbered_customer c where n % 2 = 0`,
  )
}

/** Requests in the state of each queue, in turn. */
const fillRecovery = async (pool: pg.Pool, count: number): Promise<void> => {
  const first = { staff_id: 'a', name: 'Ana' }
  const states = [
    { at: 'submitted' },
    { at: 'needs_second', first, send_by: 'email' },
    {
      at: 'held',
      first,
      second: { staff_id: 'b', name: 'Bia' },
      send_by: 'email',
      until: '2036-06-01T12:00:00.000Z',
    },
    { at: 'rejected', by: null, decided_at: '2026-06-01T12:00:00.000Z', reason: 'Foto ilegível.' },
  ]
  await pool.query(
    `insert into recovery_request (id, protocol, document_index, customer_id, state, submitted_at, answer_by)
     select gen_random_uuid(), 'P' || c.n, sha256(('request' || c.n)::bytea), c.id,
       ($2::jsonb[])[1 + c.n / 20 % 4], now() - interval '1 year' * (1 - c.n::float8 / $1), now()
     from numbered_customer c where n % 20 = 0`,
    [count, states.map((state) => JSON.stringify(state))],
  )
}

const nameSearchedCustomers = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `update customer set name = ($1::text[])[1 + c.n % $2::int], birth_date = date '1950-01-01' + c.n::int
     from numbered_customer c where c.id = customer.id and c.n <= $2::int * $3::int`,
    [
      Array.from({ length: searchedNames }, (_, number) => searchedName(number)),
      searchedNames,
      peoplePerName,
    ],
  )
  await pool.query(
    `update customer set name = $1, birth_date = to_date($2, 'DD/MM/YYYY')
     from numbered_customer c where c.id = customer.id and c.n = $3`,
    [`${commonName} Única`, rareBirthDate, searchedNames * peoplePerName + 1],
  )
}

const fillEvents = async (pool: pg.Pool): Promise<void> => {
  const opening = sessionTitled('Ensaio aberto')
  for (const [title, original] of [
    [fixedSession, 'Ensaio aberto'],
    [longWaitingSession, 'Coral das crianças'],
  ])
    await pool.query(
      `insert into event_session (campaign_id, title, place, starts_at, ends_at, sales_from, sales_until, cancel_until,
         no_show_from, capacity, limit_per_document, minimum_age, is_closed, created_at, updated_at)
       select campaign_id, $1, place, starts_at, ends_at, sales_from, sales_until, cancel_until, no_show_from, capacity,
         limit_per_document, minimum_age, is_closed, created_at, updated_at
       from event_session where title = $2`,
      [title, original],
    )
  await fillSession(pool, { session: opening, guests: 'n % 25 = 1' })
  await fillSession(pool, { session: sessionTitled(fixedSession), guests: `n <= ${fixedTickets}` })
  await fillWaitingList(pool, { session: sessionTitled('Coral das crianças'), people: 'n % 25 = 1' })
  await fillWaitingList(pool, { session: sessionTitled(longWaitingSession), people: 'n % 3 = 0' })
}

/** Adds tickets, of which every other is used and was then refused at another gate. */
const fillSession = async (
  pool: pg.Pool,
  { session, guests }: { session: string; guests: string },
): Promise<void> => {
  await pool.query(
    `create temporary table guest as select row_number() over () as n, id as customer_id, uuidv7() as reservation_id,
       uuidv7() as ticket_id, gen_random_uuid() as key from numbered_customer where ${guests}`,
  )
  await pool.query(
    `insert into event_reservation (id, transaction_id, session_id, customer_id, quantity, state, service_channel,
       created_at, expires_at, confirmed_at)
     select reservation_id, uuidv7(), ${session}, customer_id, 1, 'confirmed', 'site', now() - interval '1 day',
       now() - interval '1 day' + interval '15 minutes', now() - interval '1 day'
     from guest`,
  )
  await pool.query(
    `insert into event_ticket (id, reservation_id, session_id, participant_name, code_index, short_index, code_sealed,
       short_offline_hash, state, used_at, used_gate, created_at)
     select ticket_id, reservation_id, ${session}, $1 || lpad(n::text, 6, '0'), sha256(('code' || key)::bytea),
       sha256(('short' || key)::bytea), (select code_sealed from event_ticket limit 1), sha256(('offline' || key)::bytea),
       case when n % 2 = 0 then 'used' else 'valid' end, case when n % 2 = 0 then now() end,
       case when n % 2 = 0 then 'Entrada ' || n % 4 end, now()
     from guest`,
    [guestName(0).slice(0, -6)],
  )
  await pool.query(
    `insert into event_scan (client_scan_id, session_id, ticket_id, gate, result, staff_id, scanned_at, received_at,
       response)
     select gen_random_uuid(), ${session}, ticket_id, 'Entrada ' || (n + scan.number) % 4, scan.result, 'member-1',
       at, at, '{}'
     from guest, (values (0, 'admitted'), (1, 'already_used')) as scan(number, result),
       lateral (select now() - interval '1 ms' * (2 * n + scan.number) as at) as scanned
     where n % 2 = 0`,
  )
  await pool.query(
    // In three hours, since gates get the offline list only shortly before: the demonstration's session is in the evening.
    `update event_session set sold = sold + (select count(*) from guest), capacity = capacity + (select count(*) from guest),
       starts_at = now() + interval '3 hours', ends_at = now() + interval '5 hours',
       sales_until = now() + interval '3 hours', cancel_until = now() + interval '2 hours',
       no_show_from = now() + interval '195 minutes'
     where id = ${session}`,
  )
  await pool.query('drop table guest')
}

const fillWaitingList = async (
  pool: pg.Pool,
  { session, people }: { session: string; people: string },
): Promise<void> => {
  await pool.query(
    `insert into event_waiting (session_id, customer_id, quantity, state, service_channel, joined_at)
     select ${session}, id, 2, 'waiting', 'site',
       now() - interval '1 hour' + interval '1 ms' * row_number() over (order by n)
     from numbered_customer where ${people}`,
  )
  await pool.query(
    // The triggers that count are not active.
    `update event_session s set waiting = counted.waiting, waiting_places = counted.places
     from (select count(*) as waiting, sum(quantity) as places from event_waiting
       where session_id = ${session} and state = 'waiting') as counted
     where s.id = ${session}`,
  )
}
