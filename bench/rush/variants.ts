/*
 * Alternative implementations of the same route, all with the same HTTP layer, contract and, except for `memory`, session
 * check. VARIANT=memory counts places without a database, VARIANT=cte decides each request in one statement, VARIANT=lock
 * in a transaction that locks the session's row.
 */
import { sql } from 'kysely'
import { pino } from 'pino'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { holdEnd } from '@clube/contract/campaigns/hold.ts'
import { type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { inTransaction, openDatabase, type Db } from '../../server/src/db/database.ts'
import { createApp } from '../../server/src/http/app.ts'
import { bindCall } from '../../server/src/http/bind.ts'
import { refusalsOf } from '../../server/src/kernel/refusal.ts'
import { createSessionFinder } from '../../server/src/modules/sessions/index.ts'

type ReservationRequest = {
  customer_id: string
  transaction_id: string
  session_id: string
  quantity: number
}
type Variant = (db: Db, request: ReservationRequest) => Promise<SavedReservation>

const soldOut = () => refusalsOf(reserveCall)('event-tickets.sold-out')

const heldPlaces = new Map<string, number>()
/** Grants a thousand places of each session. */
const memory: Variant = async (_db, { session_id, quantity, transaction_id }) => {
  const before = heldPlaces.get(session_id) ?? 0
  if (before + quantity > 1000) throw soldOut()
  heldPlaces.set(session_id, before + quantity)
  return reservationOf({ id: transaction_id, campaign_id: transaction_id, session_id, quantity }, new Date())
}

const cte: Variant = async (db, { customer_id, transaction_id, session_id, quantity }) => {
  const now = new Date()
  const { rows } = await sql<{ id: string; campaign_id: string }>`
    with participation as (
      update promotion_transaction set state = 'completed', body_hash = sha256('body'), response = '{}', finished_at = ${now}
      where id = ${transaction_id} and customer_id = ${customer_id} and state = 'open' and expires_at > ${now}
        and exists (select 1 from event_session where id = ${session_id} and held + sold + ${quantity} <= capacity)
      returning id
    ), places as (
      update event_session set held = held + ${quantity}
      where id = ${session_id} and held + sold + ${quantity} <= capacity and exists (select 1 from participation)
      returning id, campaign_id
    ), hold as (
      insert into event_reservation
        (transaction_id, session_id, customer_id, quantity, state, service_channel, created_at, expires_at)
      select ${transaction_id}::uuid, id, ${customer_id}::uuid, ${quantity}::integer, 'held', 'site',
        ${now}::timestamptz, ${holdEnd(now)}::timestamptz
      from places returning id
    )
    select hold.id, places.campaign_id from hold, places`.execute(db)
  const [row] = rows
  if (!row) throw soldOut()
  return reservationOf({ ...row, session_id, quantity }, now)
}

const lock: Variant = (db, { customer_id, transaction_id, session_id, quantity }) =>
  inTransaction(db, async (tx) => {
    const now = new Date()
    const participation = await sql`select id from promotion_transaction where id = ${transaction_id}
      and customer_id = ${customer_id} and state = 'open' and expires_at > ${now} for update`.execute(tx)
    if (participation.rows.length === 0) throw soldOut()
    const { rows } = await sql<{ campaign_id: string; free: number }>`
      select campaign_id, capacity - held - sold as free from event_session where id = ${session_id} for update`.execute(
      tx,
    )
    const [session] = rows
    if (!session || session.free < quantity) throw soldOut()
    await sql`update event_session set held = held + ${quantity} where id = ${session_id}`.execute(tx)
    const held = await sql<{ id: string }>`
      insert into event_reservation
        (transaction_id, session_id, customer_id, quantity, state, service_channel, created_at, expires_at)
      values (${transaction_id}, ${session_id}, ${customer_id}, ${quantity}, 'held', 'site', ${now}, ${holdEnd(now)})
      returning id`.execute(tx)
    await sql`update promotion_transaction set state = 'completed', body_hash = sha256('body'), response = '{}',
      finished_at = ${now} where id = ${transaction_id}`.execute(tx)
    const id = held.rows[0]?.id ?? ''
    return reservationOf({ id, campaign_id: session.campaign_id, session_id, quantity }, now)
  })

const reservationOf = (
  hold: { id: string; campaign_id: string; session_id: string; quantity: number },
  now: Date,
): SavedReservation => ({
  reservation_id: hold.id,
  campaign_id: hold.campaign_id,
  session_id: hold.session_id,
  quantity: hold.quantity,
  created_at: now.toISOString(),
  expires_at: holdEnd(now).toISOString(),
})

const name = process.env['VARIANT'] as 'memory' | 'cte' | 'lock'
const variant = { memory, cte, lock }[name]
const { db } = openDatabase(process.env['DATABASE_URL'] ?? '', {
  poolSize: 10,
  // Hundreds of requests wait for ten connections. The waiting is part of the measurement and must not time out.
  connectTimeoutMs: 120_000,
  statementTimeoutMs: 0,
})
const clock = () => new Date()
const app = await createApp({
  log: pino({ level: 'silent' }),
  baseUrl: 'http://127.0.0.1',
  trustProxy: false,
})
const findSession = createSessionFinder(db, clock)
bindCall(
  {
    app,
    guards: {
      identifiedAccess: 'participate',
      findSession: (token) =>
        name === 'memory'
          ? Promise.resolve({
              session_id: token,
              customer_id: token,
              level: 'customer',
              name: null,
              document_type: 'cpf',
            })
          : findSession(token),
      findStaffSession: async () => null,
      spendProof: async () => {},
    },
    clock,
    secureCookies: false,
    checkResponses: false,
  },
  reserveCall,
  async ({ body, session: { customer_id } }) => ({ data: await variant(db, { ...body, customer_id }) }),
)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
