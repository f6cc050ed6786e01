import { sql, type Kysely } from 'kysely'

/** Ratings of purchases: who is asked, what they answer, and the counters of the figures. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // When a customer was last asked: one row per customer, so that concurrent approvals ask once.
  `create table rating_customer (
    customer_id uuid primary key references customer,
    asked_at timestamptz not null
  )`,

  `create table rating_request (
    purchase_id uuid primary key references purchase,
    customer_id uuid not null references customer,
    identified_session_id uuid,
    shop_id uuid not null references shop,
    asked_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > asked_at),
    -- The receipt was reversed or corrected, or the account was erased.
    withdrawn_at timestamptz,
    -- Whether the e-mail was sent, or why not: the person answered, does not want it, or has no confirmed address.
    email text not null check (email in ('waiting', 'sent', 'skipped'))
  )`,
  `create index rating_request_customer on rating_request (customer_id, expires_at)`,
  `create index rating_request_email on rating_request (asked_at, purchase_id) where email = 'waiting'`,

  `create table purchase_rating (
    id uuid primary key default uuidv7(),
    -- Once per purchase.
    purchase_id uuid not null unique references rating_request,
    customer_id uuid not null references customer,
    shop_id uuid not null references shop,
    rating smallint not null check (rating between 0 and 10),
    reasons text[] not null check (cardinality(reasons) <= 10),
    -- Null without one, and after the customer's data were erased.
    comment text check (char_length(comment) between 1 and 1000),
    allows_contact boolean not null,
    answered_by text not null check (answered_by in ('session', 'link')),
    -- The club's day, for the counters.
    rated_on date not null,
    rated_at timestamptz not null
  )`,
  `create index purchase_rating_customer on purchase_rating (customer_id)`,
  `create index purchase_rating_day on purchase_rating (rated_on, shop_id)`,
  `create index purchase_rating_without_consent on purchase_rating (id) where rating <= 6 and not allows_contact`,

  // Answers are never changed or deleted. The erasure of an account removes the comment and the consent to be contacted.
  `create function refuse_rating_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        old.comment := null;
        old.allows_contact := false;
        if new is not distinct from old then
          return new;
        end if;
      end if;
      raise exception 'ratings never change' using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger purchase_rating_stays before update or delete on purchase_rating
    for each row execute function refuse_rating_change()`,
  `create trigger purchase_rating_not_truncated before truncate on purchase_rating
    for each statement execute function refuse_rating_change()`,

  // Detractors who allow contact; a follow-up is recorded once.
  `create table rating_follow_up (
    rating_id uuid primary key references purchase_rating,
    shop_id uuid not null references shop,
    outcome text check (outcome in ('resolved', 'talked', 'not_reached')),
    note text check (char_length(note) between 1 and 500),
    followed_up_by text,
    followed_up_at timestamptz,
    constraint rating_follow_up_once check (num_nulls(outcome, followed_up_by, followed_up_at) in (0, 3)),
    check (note is null or outcome is not null)
  )`,
  `create index rating_follow_up_waiting on rating_follow_up (rating_id) where followed_up_at is null`,
  `create index rating_follow_up_done on rating_follow_up (rating_id) where followed_up_at is not null`,

  `create table rating_day (
    day date not null,
    shop_id uuid not null references shop,
    promoters integer not null check (promoters >= 0),
    passives integer not null check (passives >= 0),
    detractors integer not null check (detractors >= 0),
    primary key (day, shop_id)
  )`,

  // E-mails that customers choose now include the request to rate a purchase. Existing rows satisfy the narrower check.
  `alter table notice_choice drop constraint notice_choice_topic_check`,
  `alter table notice_choice add constraint notice_choice_topic check (topic in ('receipts', 'points',
    'expiring_points', 'reservations', 'waiting_list', 'participations', 'purchase_ratings')) not valid`,
  `alter table notice_choice drop constraint notice_choice_check`,
  `alter table notice_choice add constraint notice_choice_optional_email check (
    (channel = 'sms' and topic <> 'purchase_ratings')
    or (channel = 'email' and topic in ('expiring_points', 'purchase_ratings'))) not valid`,
]
