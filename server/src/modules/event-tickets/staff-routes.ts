import {
  createSessionCall,
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingCall,
  removeSessionCall,
  sessionTicketsCsvPath,
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
  updateSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { bindCall, type Binder, type CallContext } from '../../http/bind.ts'
import type { EventTicketDeps } from './deps.ts'
import { listReservations, listTickets, listWaitingPeople } from './list-session.ts'
import { createSession, removeSession, updateSession } from './manage-sessions.ts'
import { listStaffSessions, watchSession } from './read-sessions.ts'
import type { SessionPlan } from './session.ts'
import { listEventCampaigns } from './session-store.ts'
import { bindTicketFile } from './ticket-file-routes.ts'

/** Serves the desk where sessions are planned and watched. */
export const bindEventDesk = (binder: Binder, deps: EventTicketDeps): void => {
  bindCall(binder, staffListEventCampaignsCall, async () => {
    const campaigns = await listEventCampaigns(deps.db)
    return {
      data: campaigns.map(({ id, starts_at, ends_at, ...campaign }) => ({
        campaign_id: id,
        ...campaign,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
      })),
    }
  })
  bindCall(binder, staffListSessionsCall, async ({ query }) => ({
    data: await listStaffSessions(deps, query),
  }))
  bindCall(binder, staffReadSessionCall, async ({ params }) => ({
    data: await watchSession(deps, params.session_id),
  }))
  bindCall(binder, createSessionCall, async ({ body, staff: { staff_id } }) => {
    const { campaign_id, ...plan } = body
    return { data: await createSession(deps, { campaign_id, plan: planOf(plan), staff_id }) }
  })
  bindCall(binder, updateSessionCall, async ({ body, staff: { staff_id } }) => {
    const { session_id, ...plan } = body
    return { data: await updateSession(deps, { session_id, plan: planOf(plan), staff_id }) }
  })
  bindCall(binder, removeSessionCall, async ({ body, staff: { staff_id } }) => {
    await removeSession(deps, { ...body, staff_id })
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
  bindTicketFile(binder, deps, sessionTicketsCsvPath(':session_id'))
  bindCall(binder, listSessionReservationsCall, async ({ params, query, staff: { staff_id } }) => {
    const { page, next_cursor } = await listReservations(deps, {
      ...params,
      staff_id,
      cursor: query.cursor ?? null,
      state: query.state ?? null,
    })
    return { data: page, next_cursor }
  })
  bindCall(binder, listSessionWaitingCall, async ({ params, staff: { staff_id } }) => ({
    data: await listWaitingPeople(deps, { ...params, staff_id }),
  }))
}

type PlanBody = Omit<CallContext<typeof updateSessionCall>['body'], 'session_id'>

const planOf = (body: PlanBody): SessionPlan => ({
  ...body,
  starts_at: new Date(body.starts_at),
  ends_at: body.ends_at === null ? null : new Date(body.ends_at),
  sales_from: new Date(body.sales_from),
  sales_until: new Date(body.sales_until),
  cancel_until: new Date(body.cancel_until),
  no_show_from: body.no_show_from === null ? null : new Date(body.no_show_from),
})
