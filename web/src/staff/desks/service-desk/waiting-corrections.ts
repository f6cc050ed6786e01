import { listCorrectionsCall } from '@clube/contract/service-desk/correction-calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useHasPermission } from '../../parts/staff-session.ts'

/** Corrections that wait for a second attendant, for members who can confirm them. */
export const useWaitingCorrections = () =>
  useCallQuery(['corrections'], (send, signal) => send(listCorrectionsCall, { signal }), {
    enabled: useHasPermission('customers.correct'),
    refetchInterval: 30_000,
  })
