import {
  deskChangesCall,
  deskStream,
  type DeskTicket,
  type ServiceMember,
} from '@clube/contract/customer-service/staff-calls.ts'
import { useEffect, useRef } from 'react'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useEventStream, type StreamState } from '../../../platform/api/event-stream.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { listKeys, overviewKey, ticketKey } from './service-data.ts'

/** Interval of polling while the stream is interrupted, in milliseconds. */
export const pollMs = 15_000
/** Many events in a row reload the lists once, after this time in milliseconds. */
const gatherMs = 1_000

/**
 * Keeps the lists and the open ticket up to date while the desk is open: by the event stream, or by polling where the stream
 * is interrupted.
 */
export function useLiveDesk(ticket_id: string | null): StreamState {
  const { staff_id } = useStaffIdentity()
  const queries = useQueryCache()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const revision = useRef<string>(undefined)

  const refreshLists = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const queryKey of [...listKeys, overviewKey, waitingKey])
        void queries.invalidateQueries({ queryKey })
    }, gatherMs)
  }
  const refreshTicket = (id: string, version: number) => {
    const shown = queries.getQueryData<DeskTicket>(ticketKey(id))
    if (shown && shown.version !== version) void queries.invalidateQueries({ queryKey: ticketKey(id) })
  }
  const showReplying = (id: string, members: readonly ServiceMember[]) => {
    const replying = members.filter((member) => member.staff_id !== staff_id)
    queries.setQueryData<DeskTicket>(ticketKey(id), (shown) => shown && { ...shown, replying })
  }

  const state = useEventStream(deskStream, (event) => {
    switch (event.kind) {
      case 'ticket':
        refreshLists()
        return refreshTicket(event.ticket_id, event.version)
      case 'presence':
        return showReplying(event.ticket_id, event.replying)
      default:
        return event satisfies never
    }
  })
  const isPolling = state === 'interrupted'
  const { data: changes } = useCallQuery(
    ['tickets', 'changes', ticket_id],
    (send, signal) =>
      send(deskChangesCall, {
        query: { ...(ticket_id === null ? {} : { ticket_id }), since: revision.current },
        signal,
      }),
    { enabled: isPolling, refetchInterval: pollMs, gcTime: 0 },
  )
  useEffect(() => {
    if (!changes) return
    if (changes.has_changed && revision.current !== undefined) refreshLists()
    revision.current = changes.revision
    if (ticket_id === null) return
    if (changes.version !== null) refreshTicket(ticket_id, changes.version)
    showReplying(ticket_id, changes.replying)
  }, [changes])

  const hadEvents = useRef(false)
  useEffect(() => {
    // What happened during an interruption sent no event; the next request signs out after the session has ended.
    if (hadEvents.current || state === 'ended') {
      refreshLists()
      if (ticket_id !== null) void queries.invalidateQueries({ queryKey: ticketKey(ticket_id) })
    }
    hadEvents.current ||= state === 'live'
  }, [state])
  useEffect(() => () => clearTimeout(timer.current), [])
  return state
}
