import { parseVerificationCode, verificationCodeLength } from '@clube/contract/brazil/verification-code.ts'
import { confirmContactCall, sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { useState } from 'react'
import { Button, QuietButton } from '../kit/button/button.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { CodeField } from '../kit/field/code-field.tsx'
import { serverNow } from '../platform/clock/server-clock.ts'
import { saveDraft } from '../platform/storage/drafts.ts'
import { useCacheProfile, useProfile } from './club-data/use-profile.ts'
import { formatTime } from './club-time.ts'
import { useDraft } from './draft/use-draft.ts'
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
  const { data: profile } = useProfile()
  const contact = channel === 'email' ? profile?.email : profile?.cellphone
  const draft = useDraft({
    name: `contact-code/${channel}`,
    initial: { contact: '', expires_at: '' },
    days: 1,
  })
  const [sent, setSent] = useState(draft.initial)
  // A code sent to a contact that was corrected since cannot be used.
  const isSent = sent.contact === contact && Date.parse(sent.expires_at) > serverNow()
  const { pending, run } = useAction()
  const sendCode = (success: string | null) =>
    void run((send) => send(sendContactCodeCall, { body: { channel } }), {
      success: () => success,
      onSuccess: ({ expires_at }) => {
        const code = { contact: contact ?? '', expires_at }
        setSent(code)
        // People reload the page, or their phone discards it, while they look at the message.
        if (draft.key !== null) saveDraft(draft.key, code, draft.days)
      },
      // Another tab may have confirmed it.
      refresh: [['profile']],
    })
  if (isSent)
    return (
      <CodeForm
        channel={channel}
        expires_at={sent.expires_at}
        pending={pending}
        onResend={() => sendCode('Enviamos outro código. O anterior não vale mais.')}
        onConfirmed={() => {
          draft.erase()
          onConfirmed()
        }}
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
  /** ISO instant at which the code expires. */
  expires_at: string
  /** True while another code is being sent. */
  pending: boolean
  onResend: () => void
  onConfirmed: () => void
}

function CodeForm({ channel, expires_at, pending, onResend, onConfirmed }: CodeFormProps) {
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
        helper={`O código vale até ${formatTime(expires_at)}.`}
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
