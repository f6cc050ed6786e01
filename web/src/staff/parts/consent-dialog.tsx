import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import type { ReactNode } from 'react'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { Loaded } from '../../parts/club-data/loaded.tsx'
import { useConsent } from '../../parts/club-data/use-consent.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ConsentView } from '../../parts/consent-view/consent-view.tsx'
import { useCallQuery } from '../../parts/use-call-query.ts'

/** Every version of every document, newest first. */
export const usePublishedVersions = ({ enabled = true } = {}) =>
  useCallQuery(['documents'], (send, signal) => send(staffListDocumentsCall, { signal }), { enabled })

/** One version of one document; the scope is a campaign's slug, or empty for the club's own. */
export type NamedDocument = { kind: keyof typeof consentTitles; scope: string; version: string }

type ConsentDialogProps = {
  /** The document to read, or null. */
  document: NamedDocument | null
  onClose: () => void
  /** Content above the text. */
  status?: ReactNode
  /** Content below the text. */
  children?: ReactNode
}

/** A published document, as customers read it. */
export function ConsentDialog({ document, onClose, status, children }: ConsentDialogProps) {
  const title = document ? consentTitles[document.kind] : ''
  return (
    <Dialog open={document !== null} onClose={onClose} title={title} wide>
      {status}
      {document && <DocumentText {...document} />}
      {children}
    </Dialog>
  )
}

function DocumentText({ kind, scope, version }: NamedDocument) {
  return (
    <Loaded query={useConsent(kind, version, scope)} skeleton={<Skeleton count={5} />}>
      {(consent) => <ConsentView consent={consent} />}
    </Loaded>
  )
}
