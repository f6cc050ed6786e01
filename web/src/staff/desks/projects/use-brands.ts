import { listBrandsCall } from '@clube/contract/new-project/brand-calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { brandsKey } from './project-paths.ts'

/** All brands by name. */
export const useBrands = () => useCallQuery(brandsKey, (send, signal) => send(listBrandsCall, { signal }))
