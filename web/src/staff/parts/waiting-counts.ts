import type { Permission } from '@clube/contract/kernel/permissions.ts'
import { waitingCountLimit, waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { useCallQuery } from '../../parts/use-call-query.ts'

const refreshMs = 30_000

/** Invalidated by decisions, so that the counts are updated immediately. */
export const waitingKey = ['waiting'] as const

/** The number of items that wait for a decision by any of the permissions; 0 until loaded. */
export function useWaitingCounts(): (permissions: readonly Permission[] | undefined) => number {
  const { data = [] } = useCallQuery(waitingKey, (send, signal) => send(waitingCountsCall, { signal }), {
    refetchInterval: refreshMs,
  })
  return (permissions = []) =>
    data.reduce((sum, { permission, count }) => (permissions.includes(permission) ? sum + count : sum), 0)
}

/** A count, which the server caps at a limit. */
export const formatWaitingCount = (count: number): string =>
  count >= waitingCountLimit ? `${waitingCountLimit - 1}+` : String(count)
