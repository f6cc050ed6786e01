import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { isIdentified, useSession } from '../../platform/session/session-store.ts'
import { useReloadOnVisit } from '../page-visit.ts'
import { useCallQuery } from '../use-call-query.ts'

/** Prefix of all queries of customer service, reloaded after every change of a ticket. */
export const serviceKey = ['customer-service']
export const unreadTicketsKey = [...serviceKey, 'unread']

export const unreadTicketsText = (count: number): string =>
  count === 1 ? '1 resposta nova' : `${count} atendimentos com resposta nova`

const pollingIntervalMs = 60_000

/** The number of tickets with an unread answer; not loaded without a password, which customer service requires. */
export const useUnreadTickets = () =>
  useCallQuery(unreadTicketsKey, (send, signal) => send(countUnreadTicketsCall, { signal }), {
    enabled: !isIdentified(useSession()),
    refetchOnMount: useReloadOnVisit(),
    refetchInterval: pollingIntervalMs,
  })
