import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useConsent } from '../../../parts/club-data/use-consent.ts'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { ConsentView } from '../../../parts/consent-view/consent-view.tsx'
import css from './registration.module.css'

type ConsentChoiceProps = {
  kind: keyof typeof consentTitles
  field: { name: string; checked: boolean; onChange: (checked: boolean) => void; error: string | undefined }
}

/** One document to accept, with a button that shows its text without leaving the form. */
export function ConsentChoice({ kind, field }: ConsentChoiceProps) {
  const [open, setOpen] = useState(false)
  const consent = useConsent(kind)
  const title = consentTitles[kind]
  return (
    <div className={css.consent}>
      <Checkbox {...field} helper={consent.data ? `Versão ${consent.data.version}` : ' '}>
        Li e aceito: <strong>{title}</strong>
      </Checkbox>
      <div className={css.read}>
        <Button variant="quiet" compact aria-label={`Ler ${title}`} onClick={() => setOpen(true)}>
          Ler
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        wide
        actions={
          <Button
            onClick={() => {
              field.onChange(true)
              setOpen(false)
            }}
            disabled={!consent.data}
          >
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
    </div>
  )
}
