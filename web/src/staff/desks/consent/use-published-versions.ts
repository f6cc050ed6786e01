import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { staffListDocumentsCall, type PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

export const publishedKey = ['documents']

/** Every version of every document, the newest first. */
export function usePublishedVersions(): UseQueryResult<PublishedVersion[]> {
  const send = useSend()
  return useQuery({
    queryKey: publishedKey,
    queryFn: ({ signal }) => dataOf(send(staffListDocumentsCall, { signal })),
  })
}
