import { supportSteps, type SupportStep } from '@clube/contract/identity/sign-in-flow.ts'
import { useState } from 'react'
import { Button } from '../../../../kit/button/button.tsx'
import { Progress } from '../../../../kit/feedback/progress.tsx'
import { Dialog } from '../../../../kit/surface/dialog.tsx'
import signIn from '../sign-in.module.css'
import css from './support.module.css'

/** The last step is informational only. */
const stepCount = supportSteps.length - 1

/** The progress of the sub-flow, with a cancel button at every step (spec §4 RESET). */
export function SupportProgress({ step, onCancel }: { step: SupportStep; onCancel: () => void }) {
  const [confirming, setConfirming] = useState(false)
  const at = supportSteps.indexOf(step) + 1
  const valueText = `Etapa ${at} de ${stepCount}`
  return (
    <div className={css.progress}>
      <Progress label="Andamento do pedido" value={at} max={stepCount} valueText={valueText} />
      <button type="button" className={`small ${signIn.link}`} onClick={() => setConfirming(true)}>
        Cancelar pedido
      </button>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Cancelar o pedido?"
        actions={
          <>
            <Button variant="danger" onClick={onCancel}>
              Sim, cancelar
            </Button>
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              Continuar o pedido
            </Button>
          </>
        }
      >
        <p>O que você preencheu e as fotos serão apagados.</p>
      </Dialog>
    </div>
  )
}
