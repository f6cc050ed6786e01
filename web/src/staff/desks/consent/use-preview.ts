import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewDocumentCall, type DocumentPreview } from '@clube/contract/consent/staff-calls.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

/** A text as it would be published, safe to render. */
export type ReadablePreview = Omit<DocumentPreview, 'document'> & { readonly content: DocumentFragment }

/** Pause in typing, in milliseconds, before the server is asked. */
const pauseMs = 500

/**
 * What publishing would make of the HTML. The server sanitizes it, and the page sanitizes it again before rendering.
 * `isCurrent` is false while the preview belongs to an earlier text.
 */
export function usePreview(html: string): { preview: UseQueryResult<ReadablePreview>; isCurrent: boolean } {
  const send = useSend()
  const settled = useSettled(html)
  const preview = useQuery({
    queryKey: ['document-preview', settled],
    enabled: settled.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [{ document, ...facts }, { sanitiseHtml }] = await Promise.all([
        dataOf(send(previewDocumentCall, { body: { document: settled }, signal })),
        import('../../../parts/consent-view/sanitise-html.ts'),
      ])
      return { ...facts, content: sanitiseHtml(document) }
    },
  })
  return { preview, isCurrent: settled === html && !preview.isPlaceholderData }
}

/** The text, after typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
