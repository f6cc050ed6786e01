import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import type { QueryResult } from '../../platform/server-data/query-observer.ts'
import { useQuery } from '../../platform/server-data/use-query.tsx'
import { dataOf } from '../call-failed.ts'
import type { ReadableConsent } from '../consent-view/consent-view.tsx'

/**
 * A consent document ready to be read, in force or in the given version; `scope` is the slug of a promotion, for its
 * own document. The sanitizer is loaded lazily with it.
 */
export function useConsent(kind: string, version?: string, scope?: string): QueryResult<ReadableConsent> {
  const send = useSend()
  return useQuery({
    queryKey: ['consent', kind, version ?? null, scope ?? null],
    queryFn: async ({ signal }) => {
      const [{ document, ...facts }, { sanitizeHtml }] = await Promise.all([
        dataOf(send(readConsentDocumentCall, { params: { kind }, query: { version, scope }, signal })),
        import('../consent-view/sanitize-html.ts'),
      ])
      return { ...facts, content: sanitizeHtml(document) }
    },
  })
}
