import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewDocumentCall, type DocumentPreview } from '@clube/contract/consent/staff-calls.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

/** A text as it would be published, ready to be read. */
export type ReadablePreview = Omit<DocumentPreview, 'document'> & { readonly content: DocumentFragment }

/** How long nobody types before the server is asked. */
const pauseMs = 500

/**
 * What publishing would make of the HTML. The server cleans it, and the page cleans it again before it is drawn.
 * `isCurrent` tells whether it is that of this very text, or of one before.
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

/** The text once nobody has changed it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
