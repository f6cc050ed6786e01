import { listOpenRatingsCall } from '@clube/contract/ratings/calls.ts'
import { useReloadOnVisit } from '../page-visit.ts'
import { useCallQuery } from '../use-call-query.ts'

/** Reloaded after a receipt is registered or rated. */
export const openRatingsKey = ['open-ratings']

/** The purchases that wait for a rating, in order of their deadlines. */
export const useOpenRatings = () =>
  useCallQuery(openRatingsKey, (send, signal) => send(listOpenRatingsCall, { signal }), {
    refetchOnMount: useReloadOnVisit(),
  })
