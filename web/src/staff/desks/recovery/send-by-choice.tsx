import { useState } from 'react'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { sendReviewCodeCall } from '@clube/contract/recovery/decision-calls.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'

const options = [
  { value: 'email', label: 'E-mail informado' },
  { value: 'sms', label: 'SMS para o celular informado' },
] as const satisfies { value: RecoveryMethod; label: string }[]

/** The reviewed contact that gets the code: the choice's props, and `confirm`, which requires one. */
export function useSendBy() {
  const [value, setValue] = useState<RecoveryMethod | ''>('')
  const [error, setError] = useState<string>()
  return {
    props: {
      value,
      error,
      onChange: (chosen: string) => {
        setError(undefined)
        setValue(chosen === 'sms' ? 'sms' : 'email')
      },
    },
    /** The chosen contact; or null, with the message shown. */
    confirm: (): RecoveryMethod | null => {
      if (value === '') setError(requiredRadioMessage)
      return value === '' ? null : value
    },
  }
}

/** Choice of the reviewed contact that gets the code. */
export const SendByChoice = (props: ReturnType<typeof useSendBy>['props']) => (
  <RadioGroup name="send_by" label="Enviar o código por" options={options} {...props} />
)

/** Sends a new code for an approved request whose code did not arrive. */
export function SendCodeAgain({ id }: { id: string }) {
  const { pending, run } = useAction()
  const sendBy = useSendBy()
  const sendAgain = async (): Promise<void> => {
    const send_by = sendBy.confirm()
    if (!send_by) return
    await run((send) => send(sendReviewCodeCall, { params: { id }, body: { send_by } }), {
      success: ({ data }) => `Novo código enviado. Vale até ${formatInstant(data.expires_at)}.`,
    })
  }
  return (
    <section className="panel" aria-label="Novo código">
      <SendByChoice {...sendBy.props} />
      <div>
        <OutlineButton pending={pending} onClick={sendAgain}>
          Enviar novo código
        </OutlineButton>
      </div>
    </section>
  )
}
