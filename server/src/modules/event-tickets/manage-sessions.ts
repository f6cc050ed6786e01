import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { readStaffSession } from './read-sessions.ts'
import { freeUp } from './release-expired.ts'
import { planFaults, type SessionPlan } from './session.ts'
import {
  deleteUnusedSession,
  findSession,
  insertSession,
  isEventCampaign,
  lockSession,
  updateSessionPlan,
} from './session-store.ts'

const checkPlan = (plan: SessionPlan): void => {
  const faults = planFaults(plan)
  if (faults.length > 0) throw new InvalidInput(faults)
}

/** Leaves the line that a session was changed by staff. */
const note = (
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
 * @throws {InvalidInput} when the plan makes no sense
 * @throws {Refusal} campaigns.unknown
 */
export const createSession = async (
  deps: EventTicketDeps,
  input: { campaign_id: string; plan: SessionPlan; staff_id: string },
): Promise<StaffSession> => {
  checkPlan(input.plan)
  const { campaign_id, plan, staff_id } = input
  const session_id = await inTransaction(deps.db, async (tx) => {
    if (!(await isEventCampaign(tx, campaign_id, false))) throw new Refusal('campaigns.unknown')
    const id = await insertSession(tx, { campaign_id, plan, now: deps.clock() })
    const sentence = `Criou uma sessão com ${plan.capacity} lugares.`
    await note(deps, tx, { staff_id, action: 'create-session', session_id: id, sentence })
    return id
  })
  return readStaffSession(deps, session_id)
}

/**
 * Replaces the plan of a session. Never leaves fewer places than are held and sold; more go to the waiting list first.
 * @throws {InvalidInput} when the plan makes no sense
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.capacity-too-small
 */
export const updateSession = async (
  deps: EventTicketDeps,
  input: { session_id: string; plan: SessionPlan; staff_id: string },
): Promise<StaffSession> => {
  checkPlan(input.plan)
  const { session_id, plan, staff_id } = input
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const locked = await lockSession(tx, session_id)
    if (!locked) throw new Refusal('event-tickets.unknown-session')
    // What is over comes back first, but is not offered by the old plan.
    const before = await freeUp(deps, tx, { ...locked, is_closed: true }, now)
    if (!(await updateSessionPlan(tx, { id: session_id, plan, now })))
      throw new Refusal('event-tickets.capacity-too-small', { k: before.held + before.sold })
    const session = await lockSession(tx, session_id)
    if (session) await freeUp(deps, tx, session, now)
    const sentence = `Alterou a sessão: ${locked.capacity} lugares antes, ${plan.capacity} agora.`
    await note(deps, tx, { staff_id, action: 'update-session', session_id, sentence })
  })
  return readStaffSession(deps, session_id)
}

/** @throws {Refusal} event-tickets.unknown-session, event-tickets.session-in-use */
export const removeSession = (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { session_id, staff_id } = input
    if (!(await findSession(tx, session_id))) throw new Refusal('event-tickets.unknown-session')
    if (!(await deleteUnusedSession(tx, session_id))) throw new Refusal('event-tickets.session-in-use')
    const sentence = 'Apagou uma sessão sem reservas.'
    await note(deps, tx, { staff_id, action: 'remove-session', session_id, sentence })
  })
