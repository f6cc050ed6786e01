import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf, Call } from '@clube/contract/kernel/call.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Db } from '../../db/database.ts'
import { TestBrowser } from '../../testing/browser.ts'
import { fingerprint } from '../vault/index.ts'
import { findSession } from './event-session-store.ts'

/** A signed-in customer with an open participation. */
export type Participant = {
  readonly customer_id: string
  /** Token of the session cookie. */
  readonly token: string
  readonly transaction_id: string
}

const hourMs = 3_600_000

/** Creates an active campaign with one session on sale, inserted directly for speed. */
export const createEvent = async (
  db: Db,
  input: { capacity: number; limit_per_document?: number; now: Date },
): Promise<{ campaign_id: string; session_id: string }> => {
  const { now, capacity, limit_per_document = 4 } = input
  const from = new Date(now.getTime() - hourMs)
  const until = new Date(now.getTime() + 24 * hourMs)
  const { rows } = await sql<{ campaign_id: string; session_id: string }>`
    with c as (
      insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, audience, legal,
        settings, edited_by, approved_by, created_at, updated_at)
      values (${`rush-${randomBytes(6).toString('hex')}`}, 'event_tickets', 'active', 'Natal no Ipê', 'Concerto.',
        'Concerto.', ${from}, ${until}, '{"document_types":["cpf"],"minimum_age":null}',
        '{"certificate_number":null,"authority":null,"prize_list":[]}', '{}', '{ana}', 'bia', ${from}, ${from})
      returning id
    )
    insert into event_session (campaign_id, title, place, starts_at, sales_from, sales_until, cancel_until, capacity,
      limit_per_document, is_closed, created_at, updated_at)
    select id, 'Concerto de Natal', 'Praça central', ${until}::timestamptz, ${from}::timestamptz, ${until}::timestamptz,
      ${until}::timestamptz, ${capacity}, ${limit_per_document}, false, ${from}::timestamptz, ${from}::timestamptz
    from c returning campaign_id, id as session_id`.execute(db)
  const [event] = rows
  if (!event) throw new Error('The event was not created')
  return event
}

/** The body of a change that leaves a session's plan as it is. */
export const readPlan = async (db: Db, session_id: string): Promise<BodyOf<typeof updateSessionCall>> => {
  const session = await findSession(db, session_id)
  if (!session) throw new Error('The session was not found')
  const { id: _id, campaign_id: _campaign, held: _held, sold: _sold, ...rest } = session
  const { cancelled_at: _cancelled, cancel_reason: _reason, ...plan } = rest
  return {
    ...plan,
    session_id,
    starts_at: plan.starts_at.toISOString(),
    ends_at: plan.ends_at?.toISOString() ?? null,
    sales_from: plan.sales_from.toISOString(),
    sales_until: plan.sales_until.toISOString(),
    cancel_until: plan.cancel_until.toISOString(),
    no_show_from: plan.no_show_from?.toISOString() ?? null,
    people: null,
  }
}

/** Creates `people` signed-in customers, each with an open participation. */
export const createParticipants = async (
  db: Db,
  input: { campaign_id: string; people: number; now: Date },
): Promise<Participant[]> => {
  const { campaign_id, people, now } = input
  const expires_at = new Date(now.getTime() + 12 * hourMs)
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => fingerprint(token).toString('hex'))
  const { rows } = await sql<{ customer_id: string; transaction_id: string; token_hash: string }>`
    with given as (
      select decode(hash, 'hex') as hash, uuidv7() as customer_id from unnest(${hashes}::text[]) as h (hash)
    ), customers as (
      insert into customer (id, document_type, document_index, document_sealed, account_status, name, birth_date,
        cellphone, email, created_at, registered_at, updated_at)
      select customer_id, 'cpf', sha256(hash), '', 'active', 'Ana Lúcia Pereira', '1990-03-20', '11988887777',
        'ana@exemplo.com.br', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from given
    ), sessions as (
      insert into session (token_hash, customer_id, level, access_version, created_at, last_seen_at, idle_expires_at,
        absolute_expires_at)
      select hash, customer_id, 'customer', 0, ${now}::timestamptz, ${now}::timestamptz, ${expires_at}::timestamptz,
        ${expires_at}::timestamptz
      from given
    ), transactions as (
      insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
        purchase_ids, created_at, expires_at)
      select 2026, customer_id, ${campaign_id}::uuid, 'event_tickets', 'open', 'site', '{}', ${now}::timestamptz,
        ${expires_at}::timestamptz
      from given returning id, customer_id
    )
    select g.customer_id, t.id as transaction_id, encode(g.hash, 'hex') as token_hash
    from given g join transactions t on t.customer_id = g.customer_id`.execute(db)
  const byHash = new Map(hashes.map((hash, index) => [hash, tokens[index] ?? '']))
  return rows.map(({ token_hash, ...row }) => ({ ...row, token: byHash.get(token_hash) ?? '' }))
}

/** Signs in a new staff member with one role. @returns the token of the staff cookie */
export const createStaffToken = async (db: Db, role: Role, now: Date): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + hourMs)
  await sql`
    with s as (
      insert into staff (email, name, roles, state, password_hash, created_at, updated_at)
      values (${`${randomBytes(6).toString('hex')}@exemplo.com.br`}, 'Eduardo Lima', ${[role]}, 'active', '!', ${now}, ${now})
      returning id
    )
    insert into staff_session (token_hash, staff_id, state, created_at, last_seen_at, idle_expires_at,
      absolute_expires_at)
    select ${fingerprint(token)}, id, 'open', ${now}::timestamptz, ${now}::timestamptz, ${expires_at}::timestamptz,
      ${expires_at}::timestamptz
    from s`.execute(db)
  return token
}

/** Sends a call with a session. */
export const sendAs = <C extends Call>(
  url: string,
  cookie: { sid: string } | { staff: string },
  call: C,
  body: BodyOf<C>,
) => {
  const browser = new TestBrowser(url)
  for (const [name, value] of Object.entries(cookie)) browser.cookies.set(name, value)
  return browser.send(call, { body })
}
