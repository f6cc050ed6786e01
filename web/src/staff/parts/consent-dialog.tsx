import type { ReactNode } from 'react'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useConsent } from '../../parts/club-data/use-consent.ts'
import { consentTitles } from '../../parts/consent-view/consent-titles.ts'
import { ConsentView } from '../../parts/consent-view/consent-view.tsx'
import { LoadingRows, LoadProblem } from './desk-page.tsx'

/** One version of one document; the scope is a campaign's slug, or empty for the club's own. */
export type NamedDocument = { kind: keyof typeof consentTitles; scope: string; version: string }

type ConsentDialogProps = {
  /** What is being read, or null. */
  document: NamedDocument | null
  onClose: () => void
  /** What stands below the text. */
  children?: ReactNode
}

/** A published document to read, as shoppers read it. */
export function ConsentDialog({ document, onClose, children }: ConsentDialogProps) {
  return (
    <Dialog
      open={document !== null}
      onClose={onClose}
      title={document ? consentTitles[document.kind] : ''}
      wide
    >
      {document && <Text document={document} />}
      {children}
    </Dialog>
  )
}

function Text({ document: { kind, scope, version } }: { document: NamedDocument }) {
  const consent = useConsent(kind, version, scope)
  if (consent.data) return <ConsentView consent={consent.data} />
  if (consent.isError) return <LoadProblem error={consent.error} onRetry={() => void consent.refetch()} />
  return <LoadingRows />
}
