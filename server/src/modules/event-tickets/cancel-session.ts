import { formatPeople } from '@clube/contract/kernel/count-formats.ts'
import { cancelSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { formatDate, formatHour } from '@clube/contract/kernel/club-time.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { lockSession, markSessionCancelled } from './event-session-store.ts'
import { readSessionForStaff } from './read-sessions.ts'
import { reallocatePlaces } from './release-expired.ts'
import { countPeople, insertSessionChange } from './reservations/session-change-store.ts'
import { sessionChangeQueue } from './changes/notify-session-change.ts'

const refuse = refusalsOf(cancelSessionCall)

/**
 * Cancels a session permanently: after the commit, nothing is sold or confirmed and nobody is admitted. A job then ends
 * reservations and entries, returns what participations used, and notifies everyone.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.session-cancelled, event-tickets.session-revised,
 *   event-tickets.session-over, event-tickets.people-changed
 */
export const cancelSession = async (
  deps: EventTicketDeps,
  input: { session_id: string; reason: string; revision: number; people: number; staff_id: string },
): Promise<DataOf<typeof cancelSessionCall>> => {
  const { session_id, reason, revision, staff_id } = input
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const session = await lockSession(tx, session_id)
    if (!session) throw refuse('event-tickets.unknown-session')
    if (session.cancelled_at) throw refuse('event-tickets.session-cancelled')
    if (session.revision !== revision) throw refuse('event-tickets.session-revised')
    if (now >= (session.ends_at ?? session.starts_at)) throw refuse('event-tickets.session-over')
    // Expired holds are released first; nothing more is offered.
    await reallocatePlaces(deps, tx, { ...session, is_closed: true }, now)
    const { holding, waiting } = await countPeople(tx, { session_id, now })
    const people = holding + waiting
    if (people !== input.people) throw refuse('event-tickets.people-changed', { k: people })
    if (!(await markSessionCancelled(tx, { id: session_id, reason, now })))
      throw new Error('The locked session was changed')
    if (people > 0) {
      const change = {
        session_id,
        before: session,
        after: null,
        people,
        changed_by: staff_id,
        changed_at: now,
      }
      await deps.jobs.enqueue(tx, sessionChangeQueue, { change_id: await insertSessionChange(tx, change) })
    }
    const start = `${formatDate(session.starts_at, deps.time_zone)} ${formatHour(session.starts_at, deps.time_zone)}`
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'event-tickets.cancel-session',
      subject: { kind: 'event-session', id: session_id },
      sentence: `Cancelou a sessão "${session.title}" de ${start}. Motivo: ${reason} (${formatPeople(people)} a avisar)`,
    })
  })
  return { ...(await readSessionForStaff(deps, session_id)), people_notified: input.people }
}
