import { formatPlaces } from '@clube/contract/kernel/count-formats.ts'
import {
  createSessionCall,
  removeSessionCall,
  updateSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import {
  announcedChanges,
  changeErrors,
  planErrors,
  type SessionPlan,
} from '@clube/contract/event-tickets/session-plan.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { describeChange } from './changes/describe-change.ts'
import { countPeople, insertSessionChange } from './reservations/session-change-store.ts'
import { sessionChangeQueue } from './changes/notify-session-change.ts'
import type { EventTicketDeps } from './deps.ts'
import type { EventSession } from './event-session.ts'
import { findEventCampaign, readSessionForStaff } from './read-sessions.ts'
import { reallocatePlaces } from './release-expired.ts'
import {
  deleteUnusedSession,
  findSession,
  insertSession,
  lockSession,
  updateSessionPlan,
} from './event-session-store.ts'

const refuseUpdate = refusalsOf(updateSessionCall)
const refuseRemoval = refusalsOf(removeSessionCall)

const requireNoErrors = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw new InvalidInput(errors)
}

/** Audits a staff member's change to a session. */
const auditChange = (
  deps: EventTicketDeps,
  tx: Tx,
  line: { staff_id: string; action: string; session_id: string; sentence: string },
): Promise<void> =>
  deps.audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `event-tickets.${line.action}`,
    subject: { kind: 'event-session', id: line.session_id },
    sentence: line.sentence,
  })

/**
 * @throws {InvalidInput} when the plan is inconsistent
 * @throws {Refusal} campaigns.unknown
 */
export const createEventSession = async (
  deps: EventTicketDeps,
  input: { campaign_id: string; plan: SessionPlan; staff_id: string },
): Promise<StaffEventSession> => {
  requireNoErrors(planErrors(input.plan))
  const { campaign_id, plan, staff_id } = input
  const session_id = await inTransaction(deps.db, async (tx) => {
    if (!(await findEventCampaign(tx, campaign_id))) throw refusalsOf(createSessionCall)('campaigns.unknown')
    const id = await insertSession(tx, { campaign_id, plan, now: deps.clock() })
    const sentence = `Criou uma sessão com ${formatPlaces(plan.capacity)}.`
    await auditChange(deps, tx, { staff_id, action: 'create-session', session_id: id, sentence })
    return id
  })
  return readSessionForStaff(deps, session_id)
}

type SessionChange = {
  session_id: string
  plan: SessionPlan
  /** The revision that was read. */
  revision: number
  /** The number of people that was confirmed. */
  people: number | null
  staff_id: string
}

/**
 * Replaces the plan of a session. Its capacity never drops below the places held and sold; added places go to the
 * waiting list first. Ticket details are changed only with the current number of affected people; a job then notifies them.
 * @throws {InvalidInput} when the plan is inconsistent
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.session-cancelled, event-tickets.session-revised,
 *   event-tickets.people-changed, event-tickets.capacity-too-small
 */
export const updateEventSession = async (
  deps: EventTicketDeps,
  input: SessionChange,
): Promise<DataOf<typeof updateSessionCall>> => {
  const { session_id, plan, staff_id } = input
  const people_notified = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const locked = await lockSession(tx, session_id)
    if (!locked) throw refuseUpdate('event-tickets.unknown-session')
    if (locked.cancelled_at) throw refuseUpdate('event-tickets.session-cancelled')
    if (locked.revision !== input.revision) throw refuseUpdate('event-tickets.session-revised')
    requireNoErrors(changeErrors(locked, plan, now))
    // Expired holds are released first, but not offered under the old plan.
    const before = await reallocatePlaces(deps, tx, { ...locked, is_closed: true }, now)
    const people = await announceChange(deps, tx, locked, input, now)
    if (!(await updateSessionPlan(tx, { id: session_id, plan, now })))
      throw refuseUpdate('event-tickets.capacity-too-small', { k: before.held + before.sold })
    const session = await lockSession(tx, session_id)
    if (session) await reallocatePlaces(deps, tx, session, now)
    const sentence = describeChange(locked, plan, { people, time_zone: deps.time_zone })
    await auditChange(deps, tx, { staff_id, action: 'update-session', session_id, sentence })
    return people
  })
  return { ...(await readSessionForStaff(deps, session_id)), people_notified }
}

/** Records a change that affects people, if their number was confirmed. @returns their number */
const announceChange = async (
  deps: EventTicketDeps,
  tx: Tx,
  before: EventSession,
  { plan, session_id, staff_id, ...confirmed }: SessionChange,
  now: Date,
): Promise<number> => {
  if (announcedChanges(before, plan).length === 0) return 0
  const { holding, waiting } = await countPeople(tx, { session_id, now })
  const people = holding + waiting
  if (people !== (confirmed.people ?? 0)) throw refuseUpdate('event-tickets.people-changed', { k: people })
  if (people === 0) return 0
  const change = { session_id, before, after: plan, people, changed_by: staff_id, changed_at: now }
  await deps.jobs.enqueue(tx, sessionChangeQueue, { change_id: await insertSessionChange(tx, change) })
  return people
}

/** @throws {Refusal} event-tickets.unknown-session, event-tickets.session-in-use */
export const removeEventSession = (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { session_id, staff_id } = input
    if (!(await findSession(tx, session_id))) throw refuseRemoval('event-tickets.unknown-session')
    if (!(await deleteUnusedSession(tx, session_id))) throw refuseRemoval('event-tickets.session-in-use')
    const sentence = 'Apagou uma sessão sem reservas.'
    await auditChange(deps, tx, { staff_id, action: 'remove-session', session_id, sentence })
  })
