import {
  createSessionCall,
  removeSessionCall,
  updateSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { findEventCampaign, readStaffSession } from './read-sessions.ts'
import { reallocatePlaces } from './release-expired.ts'
import { planErrors, type SessionPlan } from './event-session.ts'
import {
  deleteUnusedSession,
  findSession,
  insertSession,
  lockSession,
  updateSessionPlan,
} from './event-session-store.ts'

const refuseUpdate = refusalsOf(updateSessionCall)
const refuseRemoval = refusalsOf(removeSessionCall)

const checkPlan = (plan: SessionPlan): void => {
  const errors = planErrors(plan)
  if (errors.length > 0) throw new InvalidInput(errors)
}

/** Audits a change of a session by staff. */
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
export const createSession = async (
  deps: EventTicketDeps,
  input: { campaign_id: string; plan: SessionPlan; staff_id: string },
): Promise<StaffSession> => {
  checkPlan(input.plan)
  const { campaign_id, plan, staff_id } = input
  const session_id = await inTransaction(deps.db, async (tx) => {
    if (!(await findEventCampaign(tx, campaign_id))) throw refusalsOf(createSessionCall)('campaigns.unknown')
    const id = await insertSession(tx, { campaign_id, plan, now: deps.clock() })
    const sentence = `Criou uma sessão com ${plan.capacity} lugares.`
    await auditChange(deps, tx, { staff_id, action: 'create-session', session_id: id, sentence })
    return id
  })
  return readStaffSession(deps, session_id)
}

/**
 * Replaces the plan of a session. Its capacity never drops below the places held and sold; added places go to the waiting list first.
 * @throws {InvalidInput} when the plan is inconsistent
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
    if (!locked) throw refuseUpdate('event-tickets.unknown-session')
    // Expired holds are released first, but not offered under the old plan.
    const before = await reallocatePlaces(deps, tx, { ...locked, is_closed: true }, now)
    if (!(await updateSessionPlan(tx, { id: session_id, plan, now })))
      throw refuseUpdate('event-tickets.capacity-too-small', { k: before.held + before.sold })
    const session = await lockSession(tx, session_id)
    if (session) await reallocatePlaces(deps, tx, session, now)
    const sentence = `Alterou a sessão: ${locked.capacity} lugares antes, ${plan.capacity} agora.`
    await auditChange(deps, tx, { staff_id, action: 'update-session', session_id, sentence })
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
    if (!(await findSession(tx, session_id))) throw refuseRemoval('event-tickets.unknown-session')
    if (!(await deleteUnusedSession(tx, session_id))) throw refuseRemoval('event-tickets.session-in-use')
    const sentence = 'Apagou uma sessão sem reservas.'
    await auditChange(deps, tx, { staff_id, action: 'remove-session', session_id, sentence })
  })
