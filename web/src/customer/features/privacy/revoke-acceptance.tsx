import { useState } from 'react'
import { revokeAcceptanceCall, type Acceptance } from '@clube/contract/consent/acceptance-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { useAction } from '../../../parts/use-action.ts'
import css from './privacy.module.css'

/** Cache key of the acceptances. */
export const acceptancesKey = ['acceptances']

/** Revokes an acceptance after explaining the effect. */
export function RevokeAcceptance({ acceptance }: { acceptance: Acceptance }) {
  const { acceptance_id, kind } = acceptance
  const { pending, run } = useAction()
  const [confirming, setConfirming] = useState(false)
  const title = consentTitles[kind]
  const revoke = async () => {
    await run((send) => send(revokeAcceptanceCall, { body: { acceptance_id } }), {
      success: 'Aceite revogado.',
      refresh: [acceptancesKey],
    })
    setConfirming(false)
  }
  return (
    <>
      <div className={css.revoke}>
        <Button compact variant="quiet" aria-label={`Revogar: ${title}`} onClick={() => setConfirming(true)}>
          Revogar
        </Button>
      </div>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Revogar este aceite?"
        actions={
          <>
            <Button variant="danger" pending={pending} onClick={() => void revoke()}>
              Sim, revogar
            </Button>
            <Button variant="quiet" onClick={() => setConfirming(false)}>
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
