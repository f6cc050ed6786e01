import type { UseQueryResult } from '@tanstack/react-query'
import { staffListDocumentsCall, type PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'

/** Every version of every document, newest first. */
export const usePublishedVersions = (): UseQueryResult<PublishedVersion[]> =>
  useCallQuery(['documents'], (send, signal) => send(staffListDocumentsCall, { signal }))
