import { sql, type Kysely } from 'kysely'

/** Customer service: tickets, their messages and attachments, templates of answers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const accented = 'áàâãäéèêëíìîïóòôõöúùûüçñ'
const plain = 'aaaaaeeeeiiiiooooouuuucn'

const statements = [
  `create sequence service_ticket_number as bigint`,

  `create table service_ticket (
    id uuid primary key default uuidv7(),
    protocol_year integer not null,
    protocol_number bigint not null default nextval('service_ticket_number'),
    customer_id uuid not null references customer,
    client_request_id uuid not null,
    -- Of the request that opened it, to recognize a repetition.
    request_hash bytea not null,
    state text not null check (state in ('new', 'in_progress', 'waiting_customer', 'resolved', 'closed')),
    area text not null,
    category text not null,
    priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
    subject text not null check (char_length(subject) between 1 and 120),
    transaction_id uuid references promotion_transaction,
    purchase_id uuid references purchase,
    campaign_id uuid references campaign,
    assignee_id uuid references staff,
    version integer not null check (version > 0),
    created_at timestamptz not null,
    -- The club's day of created_at, for the figures.
    opened_on date not null,
    changed_at timestamptz not null,
    last_message_at timestamptz not null,
    last_author text not null check (last_author in ('customer', 'staff', 'system')),
    -- Numbers of messages within the ticket: all of them, the last one that the customer was sent, and the last one they read.
    message_count integer not null check (message_count >= 0),
    last_sent_number integer not null check (last_sent_number >= 0),
    read_number integer not null check (read_number >= 0),
    first_answer_due_at timestamptz not null,
    due_at timestamptz not null,
    first_answered_at timestamptz,
    resolved_at timestamptz,
    closed_at timestamptz,
    merged_into uuid references service_ticket,
    rating smallint check (rating between 1 and 5),
    rating_comment text check (char_length(rating_comment) between 1 and 500),
    rated_at timestamptz,
    is_urgent boolean not null generated always as (priority = 'urgent') stored,
    next_due_at timestamptz not null generated always as (
      case when first_answered_at is null and first_answer_due_at < due_at then first_answer_due_at else due_at end) stored,
    constraint service_ticket_protocol unique (protocol_year, protocol_number),
    constraint service_ticket_request unique (customer_id, client_request_id),
    constraint service_ticket_closed check ((state = 'closed') = (closed_at is not null)),
    constraint service_ticket_resolved check (state not in ('new', 'in_progress', 'waiting_customer') or resolved_at is null),
    constraint service_ticket_resolution check (state <> 'resolved' or resolved_at is not null),
    constraint service_ticket_rated_once check (num_nulls(rating, rated_at) in (0, 2)),
    constraint service_ticket_merged check (merged_into is null or (state = 'closed' and merged_into <> id)),
    constraint service_ticket_read check (read_number <= message_count and last_sent_number <= message_count)
  )`,
  `create index service_ticket_customer on service_ticket (customer_id, last_message_at desc, id desc)`,
  `create index service_ticket_unread on service_ticket (customer_id) where last_sent_number > read_number`,
  // The numbers of the desk are counted without reading the tickets.
  `create index service_ticket_active on service_ticket (is_urgent desc, next_due_at, id) include (area, assignee_id)
    where state in ('new', 'in_progress')`,
  `create index service_ticket_area on service_ticket (area, is_urgent desc, next_due_at, id)
    where state in ('new', 'in_progress')`,
  `create index service_ticket_category on service_ticket (category, is_urgent desc, next_due_at, id)
    where state in ('new', 'in_progress')`,
  `create index service_ticket_unassigned on service_ticket (is_urgent desc, next_due_at, id)
    where state in ('new', 'in_progress') and assignee_id is null`,
  `create index service_ticket_waiting on service_ticket (is_urgent desc, next_due_at, id) where state = 'waiting_customer'`,
  `create index service_ticket_done on service_ticket (last_message_at desc, id desc) where state in ('resolved', 'closed')`,
  `create index service_ticket_assignee on service_ticket (assignee_id, is_urgent desc, next_due_at, id)
    where state in ('new', 'in_progress')`,
  `create index service_ticket_to_close on service_ticket (resolved_at, id) where state = 'resolved'`,
  `create index service_ticket_changed on service_ticket (changed_at desc, id)`,
  `create index service_ticket_opened on service_ticket (opened_on, id)`,
  `create index service_ticket_merged on service_ticket (merged_into) where merged_into is not null`,

  // Words as they are searched: without accents, plurals in -ões like their singular, stemmed as Portuguese.
  `create function service_words(text) returns tsvector language sql immutable parallel safe as $$
    select strip(to_tsvector('pg_catalog.portuguese'::regconfig, regexp_replace(
      translate(lower($1), '${accented}', '${plain}'), '(c|s|t)oes\\M', '\\1ao', 'g')))
  $$`,

  `create table service_message (
    id uuid primary key default uuidv7(),
    -- In the order of their arrival, for searching from the newest.
    position bigint generated always as identity,
    ticket_id uuid not null references service_ticket,
    number integer not null check (number > 0),
    author text not null check (author in ('customer', 'staff', 'system')),
    staff_id uuid references staff,
    visibility text not null check (visibility in ('public', 'internal')),
    body text not null check (char_length(body) <= 2000),
    client_message_id uuid,
    -- Of text and attachments, to recognize a repetition.
    content_hash bytea,
    created_at timestamptz not null,
    -- Of the body, and of the ticket's subject for its first message.
    words tsvector not null,
    constraint service_message_number unique (ticket_id, number),
    constraint service_message_once unique (ticket_id, client_message_id),
    constraint service_message_author check ((author = 'staff') = (staff_id is not null)),
    constraint service_message_internal check (visibility = 'public' or author <> 'customer')
  )`,
  `create unique index service_message_position on service_message (position)`,

  // A row per word of a message. Unlike a GIN index, it returns the newest messages of a word first. Positions have no foreign
  // key, which would be checked for every word; the trigger below keeps both tables alike. Reading only the index requires
  // that new pages are vacuumed, by default at a fifth of the table.
  `create table service_message_word (
    word text collate "C" not null,
    position bigint not null,
    primary key (word, position)
  ) with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)`,
  `create function store_service_message_words() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from service_message_word
        where word = any (tsvector_to_array(old.words)) and position = old.position;
      end if;
      if tg_op <> 'DELETE' then
        insert into service_message_word (word, position)
        select unnest(tsvector_to_array(new.words)), new.position;
      end if;
      return null;
    end $$`,
  `create trigger service_message_words after insert or update of words or delete on service_message
    for each row execute function store_service_message_words()`,

  // The newest messages with two words and all others. The settings leave PostgreSQL only one plan: both lists are read in their
  // order and merged until the limit is reached. Its estimates of the words' frequencies would sometimes lead to nested loops.
  `create function service_messages_with(
    first_word text, second_word text, other_words text[], oldest bigint, newest bigint, maximum integer
  ) returns setof bigint language sql stable rows 51
  set enable_nestloop = off set enable_hashjoin = off set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off
  as $$
    select position from (
      select position from (
        select position from service_message_word where word = first_word and position between oldest and newest
        order by position desc offset 0) as one
      join (
        select position from service_message_word where word = second_word and position between oldest and newest
        order by position desc offset 0) as other using (position)
      order by position desc offset 0
    ) as found
    where (select count(*) from service_message_word as w
      where w.word = any (other_words) and w.position = found.position) = cardinality(other_words)
    order by position desc limit maximum
  $$`,

  `create table service_attachment (
    id uuid primary key,
    -- Who uploaded it.
    customer_id uuid references customer,
    staff_id uuid references staff,
    -- Null while it waits for its message.
    message_id uuid references service_message,
    position smallint,
    type text not null check (type in ('image/jpeg', 'application/pdf')),
    name text not null check (char_length(name) between 1 and 255),
    bytes integer not null check (bytes between 1 and 10485760),
    object_key text not null unique,
    -- Null once it was purged: without the key no copy of the object is readable.
    sealed_data_key bytea,
    sha256 bytea not null,
    created_at timestamptz not null,
    purge_after timestamptz,
    purged_at timestamptz,
    constraint service_attachment_uploader check (num_nulls(customer_id, staff_id) = 1),
    constraint service_attachment_purged check ((purged_at is null) = (sealed_data_key is not null)),
    constraint service_attachment_kept check (message_id is not null or purge_after is not null)
  )`,
  `create unique index service_attachment_message on service_attachment (message_id, position)`,
  `create index service_attachment_due on service_attachment (purge_after, id) where purged_at is null`,
  `create index service_attachment_customer on service_attachment (customer_id) where customer_id is not null`,

  `create table service_ticket_opening (
    ticket_id uuid not null references service_ticket,
    staff_id uuid not null references staff,
    opened_at timestamptz not null,
    primary key (ticket_id, staff_id)
  )`,
  `create index service_ticket_opening_age on service_ticket_opening (opened_at)`,

  `create table answer_template (
    id uuid primary key,
    version integer not null check (version > 0),
    title text not null check (char_length(title) between 1 and 60),
    body text not null check (char_length(body) between 1 and 2000),
    outcome text check (outcome in ('continue', 'ask', 'resolve')),
    category text,
    priority text check (priority in ('urgent', 'high', 'normal', 'low')),
    changed_by uuid not null references staff,
    changed_at timestamptz not null
  )`,
  `create unique index answer_template_title on answer_template (lower(title))`,
]
