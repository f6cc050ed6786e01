import { useState } from 'react'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { sendReviewCodeCall } from '@clube/contract/recovery/decision-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { SendByChoice, type SendBy } from './send-by-choice.tsx'
import css from './recovery.module.css'

/** A fresh code for an approved request whose code did not arrive. */
export function SendCodeAgain({ id }: { id: string }) {
  const send = useSend()
  const [send_by, setSendBy] = useState<SendBy | ''>('')
  const [error, setError] = useState<string>()
  const sendAgain = async () => {
    if (send_by === '') return setError(requiredRadioMessage)
    const sent = await trackPending(send(sendReviewCodeCall, { params: { id }, body: { send_by } }))
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({
      message: `Novo código enviado. Vale até ${instantInWords(sent.data.expires_at)}.`,
      type: 'success',
    })
  }
  return (
    <section className={css.decision} aria-label="Novo código">
      <SendByChoice
        value={send_by}
        error={error}
        onChange={(chosen) => {
          setError(undefined)
          setSendBy(chosen)
        }}
      />
      <div className={css.deeds}>
        <Button compact look="outline" onClick={() => void sendAgain()}>
          Enviar novo código
        </Button>
      </div>
    </section>
  )
}
