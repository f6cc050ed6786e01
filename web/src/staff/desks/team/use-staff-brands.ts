import { listStaffBrandsCall } from '@clube/contract/staff/management-calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'

/** The brands for which an analyst can work. */
export const useStaffBrands = () =>
  useCallQuery(['team', 'brands'], (send, signal) => send(listStaffBrandsCall, { signal }))
