import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import type { consentKinds } from '@clube/contract/club/club.ts'
import { previewDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { dataOf, failureOf } from '../../../parts/call-failed.ts'
import { LoadFailure } from '../../../parts/club-data/loaded.tsx'
import { ConsentView } from '../../../parts/consent-view/consent-view.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { usePreviousData } from '../../../platform/server-data/previous-data.ts'
import { useQuery } from '../../../platform/server-data/use-query.tsx'
import css from './consent.module.css'

type DocumentPreviewProps = {
  kind: (typeof consentKinds)[number]
  version: string
  html: string
  /** The date of publication in the preview. */
  now: Date
}

/** The document as customers will read it, what was removed from it, and its fingerprint. Scripts in it cannot run. */
export function DocumentPreview({ kind, version, html, now }: DocumentPreviewProps) {
  const { preview, isCurrent } = usePreview(html)
  return (
    <section className="panel" aria-labelledby="previa">
      <h2 id="previa">Como vai ficar</h2>
      {html.trim() === '' ? (
        <p className="soft small">Escreva o texto para ver aqui como as pessoas vão ler.</p>
      ) : preview.isError ? (
        <PreviewError error={preview.error} onRetry={preview.refetch} />
      ) : preview.data ? (
        <>
          {preview.data.removed.length > 0 && (
            <Notice tone="warn">Retirado por não ser permitido: {preview.data.removed.join(', ')}.</Notice>
          )}
          <div className={css.paper}>
            <ConsentView
              consent={{
                kind,
                version: version || '…',
                state: 'active',
                created_at: now.toISOString(),
                content: preview.data.content,
              }}
            />
          </div>
          {isCurrent ? (
            <Fingerprint hash={preview.data.document_hash} />
          ) : (
            <p className={`stack soft small ${css.evidence}`}>Atualizando a prévia…</p>
          )}
        </>
      ) : (
        <Skeleton shape="field" count={5} />
      )}
    </section>
  )
}

/** Shows the server's error for a document that could not be published, before publishing is attempted. */
function PreviewError({ error, onRetry }: ComponentProps<typeof LoadFailure>) {
  const failure = failureOf(error)
  const refused = 'errors' in failure ? failure.errors[0]?.message : undefined
  return refused === undefined ? (
    <LoadFailure error={error} onRetry={onRetry} />
  ) : (
    <Notice tone="warn">{refused}</Notice>
  )
}

/** The fingerprint of a document, which acceptances store as evidence. */
export const Fingerprint = ({ hash, children }: { hash: string; children?: ReactNode }) => (
  <details className={`soft small ${css.evidence}`}>
    <summary>Prova do texto aceito</summary>
    <div className="stack">
      <p>Impressão digital do texto, guardada com cada aceite:</p>
      <code>{hash}</code>
      {children}
    </div>
  </details>
)

/** Pause in typing before the preview is requested. */
const debounceMs = 500

/**
 * The HTML as it would be published. The server sanitizes it, and the page sanitizes it again before rendering.
 * `isCurrent` is false while the preview belongs to earlier input.
 */
function usePreview(html: string) {
  const send = useSend()
  const debounced = useDebounced(html)
  const preview = usePreviousData(
    useQuery({
      queryKey: ['document-preview', debounced],
      enabled: debounced.trim() !== '',
      queryFn: async ({ signal }) => {
        const [{ document, ...facts }, { sanitizeHtml }] = await Promise.all([
          dataOf(send(previewDocumentCall, { body: { document: debounced }, signal })),
          import('../../../parts/consent-view/sanitize-html.ts'),
        ])
        return { ...facts, content: sanitizeHtml(document) }
      },
    }),
  )
  return { preview, isCurrent: debounced === html && !preview.isPlaceholderData }
}

/** The text, after typing has paused. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
