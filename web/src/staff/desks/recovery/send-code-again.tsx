import { useState } from 'react'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { sendReviewCodeCall } from '@clube/contract/recovery/decision-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { formatInstant } from '../../parts/instant.ts'
import { SendByChoice } from './send-by-choice.tsx'
import css from './recovery.module.css'

/** Sends a new code for an approved request whose code did not arrive. */
export function SendCodeAgain({ id }: { id: string }) {
  const { pending, run } = useAction()
  const [send_by, setSendBy] = useState<RecoveryMethod | ''>('')
  const [error, setError] = useState<string>()
  const sendAgain = async (): Promise<void> => {
    if (send_by === '') return setError(requiredRadioMessage)
    await run((send) => send(sendReviewCodeCall, { params: { id }, body: { send_by } }), {
      success: ({ data }) => `Novo código enviado. Vale até ${formatInstant(data.expires_at)}.`,
    })
  }
  return (
    <section className="panel" aria-label="Novo código">
      <SendByChoice
        value={send_by}
        error={error}
        onChange={(chosen) => {
          setError(undefined)
          setSendBy(chosen)
        }}
      />
      <div className={`row ${css.actions}`}>
        <Button compact look="outline" pending={pending} onClick={sendAgain}>
          Enviar novo código
        </Button>
      </div>
    </section>
  )
}
