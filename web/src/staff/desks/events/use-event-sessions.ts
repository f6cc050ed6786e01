import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import {
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
  type SessionWithGates,
} from '@clube/contract/event-tickets/staff-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'

/** Polling interval while the page is visible; the numbers contain no personal data and are not audited. */
const liveMs = 4_000
const live = { refetchInterval: liveMs, refetchOnWindowFocus: true } as const

/** Campaigns with event tickets, latest end first. */
export const useEventCampaigns = (): QueryResult<DataOf<typeof staffListEventCampaignsCall>> =>
  useCallQuery(['events', 'campaigns'], (send, signal) => send(staffListEventCampaignsCall, { signal }))

/** Sessions of a campaign with live numbers; not loaded while no campaign is chosen. */
export const useLiveSessions = (campaign_id: string | null): QueryResult<StaffEventSession[]> =>
  useCallQuery(
    ['events', 'sessions', campaign_id],
    (send, signal) => send(staffListSessionsCall, { query: { campaign_id: campaign_id ?? '' }, signal }),
    { enabled: campaign_id !== null, ...live },
  )

/** Cache key of a session's numbers; its lists have longer ones, so that both are reloaded together. */
export const sessionKey = (session_id: string) => ['events', 'session', session_id] as const

/** One session with live numbers, including those of each gate. */
export const useLiveSession = (session_id: string): QueryResult<SessionWithGates> =>
  useCallQuery(
    sessionKey(session_id),
    (send, signal) => send(staffReadSessionCall, { params: { session_id }, signal }),
    live,
  )

/** The notice above live numbers that could not be refreshed. */
export const staleNumbers = 'Os números pararam de ser atualizados.'
