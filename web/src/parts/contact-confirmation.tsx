import { parseVerificationCode, verificationCodeLength } from '@clube/contract/brazil/verification-code.ts'
import {
  confirmContactCall,
  contactCodeMinutes,
  sendContactCodeCall,
} from '@clube/contract/identity/contact-calls.ts'
import { useState } from 'react'
import { Button, QuietButton } from '../kit/button/button.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { CodeField } from '../kit/field/code-field.tsx'
import { useCacheProfile } from './club-data/use-profile.ts'
import { parsedRule } from './parsed-rule.ts'
import { useActionForm } from './use-action-form.ts'
import { useAction } from './use-action.ts'

type Channel = 'email' | 'sms'

const names = { email: 'e-mail', sms: 'celular' } as const
const confirmed = { email: 'E-mail confirmado.', sms: 'Celular confirmado.' } as const
const sentTo = {
  email: 'Enviamos um código de 6 números para o seu e-mail. Veja também a caixa de spam.',
  sms: 'Enviamos um código de 6 números por SMS para o seu celular.',
} as const

type ContactConfirmationProps = {
  channel: Channel
  /** Why the person should confirm the contact here. */
  reason: string
  /** Called before the form unmounts, to move the focus. */
  onConfirmed: () => void
}

/** A contact that may be another person's, until the person enters the code that was sent to it. */
export function ContactConfirmation({ channel, reason, onConfirmed }: ContactConfirmationProps) {
  const [isSent, setSent] = useState(false)
  const { pending, run } = useAction()
  const sendCode = (success: string | null) =>
    void run((send) => send(sendContactCodeCall, { body: { channel } }), {
      success: () => success,
      onSuccess: () => setSent(true),
      // Another tab may have confirmed it.
      refresh: [['profile']],
    })
  if (isSent)
    return (
      <CodeForm
        channel={channel}
        pending={pending}
        onResend={() => sendCode('Enviamos outro código. O anterior não vale mais.')}
        onConfirmed={onConfirmed}
      />
    )
  return (
    <Notice tone="warn">
      <div className="stack">
        <p>
          <strong>Seu {names[channel]} ainda não foi confirmado.</strong> {reason}
        </p>
        <Button variant="outline" pending={pending} onClick={() => sendCode(null)}>
          Confirmar {names[channel]}
        </Button>
      </div>
    </Notice>
  )
}

type CodeFormProps = {
  channel: Channel
  /** True while another code is being sent. */
  pending: boolean
  onResend: () => void
  onConfirmed: () => void
}

function CodeForm({ channel, pending, onResend, onConfirmed }: CodeFormProps) {
  const cacheProfile = useCacheProfile()
  const form = useActionForm({
    initial: { verification_code: '' },
    rules: { verification_code: parsedRule(parseVerificationCode) },
    request: (send, values) => send(confirmContactCall, { body: { channel, ...values } }),
    success: confirmed[channel],
    onSuccess: (profile) => {
      cacheProfile(profile)
      onConfirmed()
    },
  })
  return (
    <form {...form.props} className="stack">
      <p>{sentTo[channel]}</p>
      <CodeField
        label={`Código do ${names[channel]}`}
        length={verificationCodeLength}
        helper={`O código vale ${contactCodeMinutes} minutos.`}
        autoFocus
        {...form.field('verification_code')}
      />
      <Button type="submit" pending={form.pending}>
        Confirmar
      </Button>
      <QuietButton pending={pending} onClick={onResend}>
        Não chegou? Enviar outro código
      </QuietButton>
    </form>
  )
}
