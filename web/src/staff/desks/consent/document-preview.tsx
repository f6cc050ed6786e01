import type { consentKinds } from '@clube/contract/club/club.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { failureOf } from '../../../parts/call-failed.ts'
import { LoadFailure } from '../../../parts/club-data/load-failure.tsx'
import { ConsentView } from '../../../parts/consent-view/consent-view.tsx'
import css from './consent.module.css'
import { usePreview } from './use-preview.ts'

type DocumentPreviewProps = {
  kind: (typeof consentKinds)[number]
  version: string
  html: string
  /** The date of publication in the preview. */
  now: Date
}

/** The document as customers will read it, what was removed from it, and its fingerprint. Nothing in it can run. */
export function DocumentPreview({ kind, version, html, now }: DocumentPreviewProps) {
  const { preview, isCurrent } = usePreview(html)
  return (
    <section className="panel" aria-labelledby="previa">
      <h2 id="previa">Como vai ficar</h2>
      {html.trim() === '' ? (
        <p className="soft small">Escreva o texto para ver aqui como as pessoas vão ler.</p>
      ) : preview.isError ? (
        <Problem error={preview.error} onRetry={() => void preview.refetch()} />
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
          <div className={`soft small ${css.evidence}`}>
            {isCurrent ? (
              <>
                <p>Impressão digital do texto (SHA-256), guardada com cada aceite:</p>
                <code>{preview.data.document_hash}</code>
              </>
            ) : (
              <p>Atualizando a prévia…</p>
            )}
          </div>
        </>
      ) : (
        <Skeleton shape="field" count={5} />
      )}
    </section>
  )
}

/** Shows the server's error for a text that could not be published, before publishing is attempted. */
function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error)
  const refused = 'errors' in failure ? failure.errors[0]?.message : undefined
  return refused === undefined ? (
    <LoadFailure error={error} onRetry={onRetry} />
  ) : (
    <Notice tone="warn">{refused}</Notice>
  )
}
