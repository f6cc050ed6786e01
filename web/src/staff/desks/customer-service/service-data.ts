import { presentTicketOf } from '@clube/contract/customer-service/action-calls.ts'
import { listTemplatesCall } from '@clube/contract/customer-service/answer-template.ts'
import { readServiceHoursCall } from '@clube/contract/customer-service/service-hours.ts'
import {
  deskOverviewCall,
  openTicketCall,
  refreshTicketCall,
  type DeskTicket,
} from '@clube/contract/customer-service/staff-calls.ts'
import { useEffect, useState } from 'react'
import { dataOf } from '../../../parts/call-failed.ts'
import { useAction, type ActionOutcome } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure, Sent } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { useQuery, useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { waitingKey } from '../../parts/waiting-counts.ts'

export const queueKey = ['tickets', 'queue'] as const
export const overviewKey = ['tickets', 'overview'] as const
export const templatesKey = ['tickets', 'templates'] as const
export const hoursKey = ['tickets', 'hours'] as const
const customerTicketsKey = ['tickets', 'of-customer'] as const
export const customerTicketsKeyOf = (ticket_id: string) => [...customerTicketsKey, ticket_id] as const
const openTicketKey = ['tickets', 'ticket'] as const
export const ticketKey = (ticket_id: string) => [...openTicketKey, ticket_id] as const
/** The lists that a change of any ticket may change. */
export const listKeys = [queueKey, customerTicketsKey] as const

export const useOverview = () =>
  useCallQuery(overviewKey, (send, signal) => send(deskOverviewCall, { signal }))
export const useTemplates = () =>
  useCallQuery(templatesKey, (send, signal) => send(listTemplatesCall, { signal }))
export const useHours = () => useCallQuery(hoursKey, (send, signal) => send(readServiceHoursCall, { signal }))

/** A ticket: opened, which leaves an audit line, and then refreshed. Leaving its page forgets it. */
export function useTicket(ticket_id: string): QueryResult<DeskTicket> {
  const send = useSend()
  const queries = useQueryCache()
  return useQuery({
    queryKey: ticketKey(ticket_id),
    queryFn: ({ signal }) =>
      queries.getQueryData(ticketKey(ticket_id)) === undefined
        ? dataOf(send(openTicketCall, { body: { ticket_id }, signal }))
        : dataOf(send(refreshTicketCall, { params: { ticket_id }, signal })),
    gcTime: 0,
  })
}

type TicketActionOutcome = Omit<ActionOutcome<DeskTicket>, 'onSuccess' | 'onFailure'> & {
  onSuccess?: (ticket: DeskTicket) => void
}

/**
 * What every action on a ticket does with its response: it shows the ticket, also the present one of a conflict. A conflict on a
 * ticket that was opened long ago has none: the refresh then fails, and the page offers to open the ticket again.
 */
export function useTicketOutcome(onOwnChange: (ticket: DeskTicket) => void) {
  const queries = useQueryCache()
  const show = (ticket: DeskTicket) => queries.setQueryData(ticketKey(ticket.ticket_id), ticket)
  return {
    onSuccess: (ticket: DeskTicket) => {
      show(ticket)
      onOwnChange(ticket)
    },
    onFailure: (failure: Failure): boolean => {
      if (failure.kind !== 'refused' || failure.code !== 'customer-service.changed') return false
      const present = presentTicketOf(failure.present)
      if (present) show(present)
      else void queries.invalidateQueries({ queryKey: openTicketKey })
      return false
    },
    refresh: [...listKeys, overviewKey, waitingKey],
  }
}

/** Runs actions on the open ticket. */
export function useTicketAction(onOwnChange: (ticket: DeskTicket) => void) {
  const { pending, run } = useAction()
  const outcome = useTicketOutcome(onOwnChange)
  return {
    pending,
    run: (request: (send: Send) => Promise<Sent<DeskTicket>>, own: TicketActionOutcome = {}) =>
      run(request, {
        ...outcome,
        ...own,
        onSuccess: (ticket) => {
          outcome.onSuccess(ticket)
          own.onSuccess?.(ticket)
        },
      }),
  }
}

/** How often times relative to now are rendered again, in milliseconds. */
const tickMs = 30_000

/** The server's time, updated while the page is open. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return new Date(now)
}
