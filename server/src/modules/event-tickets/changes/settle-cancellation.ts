import { inTransaction, type Tx } from '../../../db/database.ts'
import { lockTransactions } from '../../campaigns/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import type { EventSession } from '../event-session.ts'
import { lockSession, movePlaces } from '../event-session-store.ts'
import { cancellationNotices } from './cancellation-notices.ts'
import { endEntries, endReservations, listOpenReservations } from './cancellation-store.ts'
import { insertNotices, type UnnotifiedChange } from '../reservations/session-change-store.ts'
import { returnedAfterCancellationNote } from '../reservations/cancel-reservation.ts'

/** Reservations or entries ended in one transaction. */
const batchSize = 100

/**
 * Ends the open reservations of a cancelled session, and then its waiting list. Each batch ends them, returns
 * their places and participations, and queues the messages in one transaction, so that an interrupted run resumes with
 * the rest and everything is returned once.
 */
export const settleCancellation = async (deps: EventTicketDeps, change: UnnotifiedChange): Promise<void> => {
  while (await inTransaction(deps.db, (tx) => settleReservations(deps, tx, change)));
  while (await inTransaction(deps.db, (tx) => settleEntries(deps, tx, change)));
}

/** @returns false when nothing was left */
const settleReservations = async (
  deps: EventTicketDeps,
  tx: Tx,
  change: UnnotifiedChange,
): Promise<boolean> => {
  const { session_id } = change
  const open = await listOpenReservations(tx, { session_id, limit: batchSize })
  if (open.length === 0) return false
  // Participations are locked before sessions.
  await lockTransactions(
    tx,
    open.map(({ transaction_id }) => transaction_id),
  )
  const session = await lockCancelled(tx, session_id)
  const now = deps.clock()
  const ended = await endReservations(tx, { session_id, ids: open.map(({ id }) => id), now })
  await deps.returnParticipations(tx, {
    transaction_ids: ended.map(({ transaction_id }) => transaction_id),
    note: returnedAfterCancellationNote,
    now,
  })
  await notifyOfCancellation(deps, tx, { change, session, kind: 'holder', customer_ids: idsOf(ended) })
  return true
}

/** @returns false when nothing was left */
const settleEntries = async (deps: EventTicketDeps, tx: Tx, change: UnnotifiedChange): Promise<boolean> => {
  const { session_id } = change
  const session = await lockCancelled(tx, session_id)
  const ended = await endEntries(tx, { session_id, limit: batchSize, now: deps.clock() })
  if (ended.length === 0) return false
  const offered = ended.reduce((sum, entry) => sum + entry.offered, 0)
  await movePlaces(tx, session_id, { held: -offered })
  await notifyOfCancellation(deps, tx, { change, session, kind: 'waiting', customer_ids: idsOf(ended) })
  return true
}

const lockCancelled = async (
  tx: Tx,
  session_id: string,
): Promise<EventSession & { cancel_reason: string }> => {
  const session = await lockSession(tx, session_id)
  if (!session || session.cancel_reason === null) throw new Error('The cancelled session was not found')
  return { ...session, cancel_reason: session.cancel_reason }
}

const idsOf = (rows: readonly { customer_id: string }[]): string[] => [
  ...new Set(rows.map(({ customer_id }) => customer_id)),
]

/** Notifies customers who have not been notified of the cancellation. */
const notifyOfCancellation = async (
  deps: EventTicketDeps,
  tx: Tx,
  message: {
    change: UnnotifiedChange
    session: EventSession & { cancel_reason: string }
    kind: 'holder' | 'waiting'
    customer_ids: readonly string[]
  },
): Promise<void> => {
  const { change, kind, customer_ids } = message
  if (customer_ids.length === 0) return
  const { title, starts_at, cancel_reason: reason } = message.session
  const { session_id } = change
  const notice = cancellationNotices[kind]({ session_id, title, starts_at, reason }, deps.time_zone)
  for (const customer_id of await insertNotices(tx, change.id, customer_ids))
    await deps.notify(tx, { ...notice, customer_id })
}
