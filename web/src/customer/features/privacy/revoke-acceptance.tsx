import { useState } from 'react'
import { revokeAcceptanceCall, type Acceptance } from '@clube/contract/consent/acceptance-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import css from './privacy.module.css'

/** Takes an acceptance back, after saying what that means. */
export function RevokeAcceptance(props: { acceptance: Acceptance; onRevoked: () => void }) {
  const { acceptance_id, kind } = props.acceptance
  const send = useSend()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const title = consentTitles[kind]
  const revoke = async () => {
    setPending(true)
    const sent = await trackPending(send(revokeAcceptanceCall, { body: { acceptance_id } }))
    setPending(false)
    setAsking(false)
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({ message: 'Aceite revogado.', type: 'success' })
    props.onRevoked()
  }
  return (
    <>
      <div className={css.revoke}>
        <Button compact look="quiet" aria-label={`Revogar: ${title}`} onClick={() => setAsking(true)}>
          Revogar
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Revogar este aceite?"
        actions={
          <>
            <Button look="danger" pending={pending} onClick={() => void revoke()}>
              Sim, revogar
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Manter o aceite
            </Button>
          </>
        }
      >
        O documento “{title}” deixa de valer para você a partir de agora. O que já aconteceu com base nele
        continua válido; para participar de novo, você o lê e aceita outra vez.
      </Dialog>
    </>
  )
}
