import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import type { ReadableConsent } from '../consent-view/consent-view.tsx'
import { loadConsent } from '../consent-view/load-consent.ts'

/**
 * A consent document ready to be read, in force or in the given version; `scope` is a promotion's slug for its own.
 */
export function useConsent(kind: string, version?: string, scope?: string): UseQueryResult<ReadableConsent> {
  const send = useSend()
  return useQuery({
    queryKey: ['consent', kind, version ?? null, scope ?? null],
    queryFn: ({ signal }) => loadConsent(send, { kind, version, scope, signal }),
  })
}
