import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { useCallQuery } from '../use-call-query.ts'

/** Shops rarely change, and the list of a large mall is long. */
const freshMs = 10 * 60_000

/** All participating shops, by name. */
export const useParticipatingShops = ({ enabled = true } = {}) =>
  useCallQuery(['participating-shops'], (send, signal) => send(listParticipatingShopsCall, { signal }), {
    staleTime: freshMs,
    enabled,
  })
