import {
  cancelSessionCall,
  createSessionCall,
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingEntriesCall,
  removeSessionCall,
  sessionTicketsFile,
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
  updateSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { parsePlan } from '@clube/contract/event-tickets/session-plan.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { listCampaignsOfKind } from '../campaigns/index.ts'
import { bindFile } from '../../http/bind-file.ts'
import { cancelSession } from './cancel-session.ts'
import type { EventTicketDeps } from './deps.ts'
import { listReservations, listTickets } from './reservations/list-reservations.ts'
import { createEventSession, removeEventSession, updateEventSession } from './manage-sessions.ts'
import { listSessionsForStaff, readSessionOverview } from './read-sessions.ts'
import type { SessionCounts } from './session-counts.ts'
import { countSessions } from './event-session-store.ts'
import { listWaitingPeople } from './waiting-list/list-waiting.ts'
import { readTicketFile } from './reservations/read-ticket-file.ts'

/** Binds the calls of the desk for planning and monitoring sessions. */
export const bindEventDesk = (binder: Binder, deps: EventTicketDeps, counts: SessionCounts): void => {
  bindCall(binder, staffListEventCampaignsCall, async () => {
    const campaigns = await listCampaignsOfKind(deps.db, 'event_tickets')
    const sessions = await countSessions(
      deps.db,
      campaigns.map(({ id }) => id),
    )
    return {
      data: campaigns.map(({ id, slug, title, starts_at, ends_at }) => ({
        campaign_id: id,
        slug,
        title,
        sessions: sessions.get(id) ?? 0,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
      })),
    }
  })
  bindCall(binder, staffListSessionsCall, async ({ query }) => ({
    data: await listSessionsForStaff(deps, query, counts),
  }))
  bindCall(binder, staffReadSessionCall, async ({ params }) => ({
    data: await readSessionOverview(deps, params.session_id, counts),
  }))
  bindCall(binder, createSessionCall, async ({ body, staff: { staff_id } }) => {
    const { campaign_id, ...plan } = body
    return { data: await createEventSession(deps, { campaign_id, plan: parsePlan(plan), staff_id }) }
  })
  bindCall(binder, updateSessionCall, async ({ body, staff: { staff_id } }) => {
    const { session_id, revision, people, ...plan } = body
    const change = { session_id, revision, people, plan: parsePlan(plan) }
    return { data: await updateEventSession(deps, { ...change, staff_id }) }
  })
  bindCall(binder, cancelSessionCall, async ({ body, staff: { staff_id } }) => ({
    data: await cancelSession(deps, { ...body, staff_id }),
  }))
  bindCall(binder, removeSessionCall, async ({ body, staff: { staff_id } }) => {
    await removeEventSession(deps, { ...body, staff_id })
    return { data: body, message: 'Sessão apagada.' }
  })
  bindCall(binder, listSessionTicketsCall, async ({ params, query, staff: { staff_id } }) => {
    const { page, next_cursor } = await listTickets(deps, {
      ...params,
      staff_id,
      cursor: query.cursor ?? null,
      text: query.text ?? '',
    })
    return { data: page, next_cursor }
  })
  bindFile(binder, sessionTicketsFile, ({ params, staff: { staff_id } }) =>
    readTicketFile(deps, { ...params, staff_id }),
  )
  bindCall(binder, listSessionReservationsCall, async ({ params, query, staff: { staff_id } }) => {
    const { page, next_cursor } = await listReservations(deps, {
      ...params,
      staff_id,
      cursor: query.cursor ?? null,
      state: query.state ?? null,
    })
    return { data: page, next_cursor }
  })
  bindCall(binder, listSessionWaitingEntriesCall, async ({ params, staff: { staff_id } }) => ({
    data: await listWaitingPeople(deps, { ...params, staff_id }),
  }))
}
