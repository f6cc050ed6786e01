import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { staffListDocumentsCall, type PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

/** Every version of every document, newest first. */
export function usePublishedVersions(): UseQueryResult<PublishedVersion[]> {
  const send = useSend()
  return useQuery({
    queryKey: ['documents'],
    queryFn: ({ signal }) => dataOf(send(staffListDocumentsCall, { signal })),
  })
}
