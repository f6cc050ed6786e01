import { Button } from '../../kit/button/button.tsx'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Dialog, useDialog } from '../../kit/surface/dialog.tsx'
import { Loaded } from '../club-data/loaded.tsx'
import { useConsent } from '../club-data/use-consent.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ConsentView } from './consent-view.tsx'

/** A button that shows a document in a dialog, so that a form with its countdown stays on the screen. */
export function ReadConsent({ kind, onAccept }: { kind: keyof typeof consentTitles; onAccept: () => void }) {
  const dialog = useDialog()
  const consent = useConsent(kind)
  const title = consentTitles[kind]
  const accept = () => {
    onAccept()
    dialog.close()
  }
  return (
    <>
      <Button variant="quiet" compact aria-label={`Ler ${title}`} onClick={dialog.open}>
        Ler
      </Button>
      <Dialog
        {...dialog.props}
        title={title}
        wide
        actions={
          <Button onClick={accept} disabled={!consent.data}>
            Li e aceito
          </Button>
        }
      >
        <Loaded query={consent} skeleton={<Skeleton count={6} />}>
          {(found) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a long text only from within
            <section tabIndex={0} aria-label={title}>
              <ConsentView consent={found} />
            </section>
          )}
        </Loaded>
      </Dialog>
    </>
  )
}
