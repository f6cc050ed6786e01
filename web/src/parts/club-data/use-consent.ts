import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import type { ReadableConsent } from '../consent-view/consent-view.tsx'
import { loadConsent } from '../consent-view/load-consent.ts'

/** A consent document, in force or in the version asked for, ready to be read; `scope` is a promotion's slug for its own. */
export function useConsent(kind: string, version?: string, scope?: string): UseQueryResult<ReadableConsent> {
  const send = useSend()
  return useQuery({
    queryKey: ['consent', kind, version ?? null, scope ?? null],
    queryFn: ({ signal }) => loadConsent(send, { kind, version, scope, signal }),
  })
}
