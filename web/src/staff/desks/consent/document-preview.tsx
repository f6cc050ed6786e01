import type { consentKinds } from '@clube/contract/club/club.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { failureOf } from '../../../parts/call-failed.ts'
import { ConsentView } from '../../../parts/consent-view/consent-view.tsx'
import { LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import css from './consent.module.css'
import { usePreview } from './use-preview.ts'

type DocumentPreviewProps = {
  kind: (typeof consentKinds)[number]
  version: string
  html: string
  /** When it would be published. */
  now: Date
}

/** The document as people will read it, what was taken out of it, and its fingerprint. Nothing in it can run. */
export function DocumentPreview({ kind, version, html, now }: DocumentPreviewProps) {
  const { preview, isCurrent } = usePreview(html)
  return (
    <section className={css.panel} aria-labelledby="previa">
      <h2 id="previa">Como vai ficar</h2>
      {html.trim() === '' ? (
        <p className={css.soft}>Escreva o texto para ver aqui como as pessoas vão ler.</p>
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
          <div className={css.evidence}>
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
        <LoadingRows />
      )}
    </section>
  )
}

/** What the server says of a text that cannot be published is said here: nobody has asked to publish it yet. */
function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error)
  const refused = 'errors' in failure ? failure.errors[0]?.message : undefined
  return refused === undefined ? (
    <LoadProblem error={error} onRetry={onRetry} />
  ) : (
    <Notice tone="warn">{refused}</Notice>
  )
}
