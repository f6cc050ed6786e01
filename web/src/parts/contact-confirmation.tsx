import { parseVerificationCode, verificationCodeLength } from '@clube/contract/brazil/verification-code.ts'
import {
  confirmContactCall,
  contactCodeDeliveryCall,
  sendContactCodeCall,
  type CodeDelivery,
} from '@clube/contract/identity/contact-calls.ts'
import { useState, type ReactNode } from 'react'
import { Button, QuietButton } from '../kit/button/button.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { CodeField } from '../kit/field/code-field.tsx'
import { serverNow } from '../platform/clock/server-clock.ts'
import { paths } from '../platform/navigation/paths.ts'
import { saveDraft } from '../platform/storage/drafts.ts'
import { useCacheProfile, useProfile } from './club-data/use-profile.ts'
import { formatHour } from './club-time.ts'
import { useDraft } from './draft/use-draft.ts'
import { LinkButton } from './link-button.tsx'
import { parsedRule } from './parsed-rule.ts'
import { useActionForm } from './use-action-form.ts'
import { useAction } from './use-action.ts'
import { useCallQuery } from './use-call-query.ts'

type Channel = 'email' | 'sms'

const names = { email: 'e-mail', sms: 'celular' } as const
const confirmed = { email: 'E-mail confirmado.', sms: 'Celular confirmado.' } as const
const codeTexts: Readonly<Record<CodeDelivery, Record<Channel, string>>> = {
  sending: {
    email: 'Estamos enviando um código de 6 números para o seu e-mail.',
    sms: 'Estamos enviando um código de 6 números por SMS para o seu celular.',
  },
  delayed: {
    email: 'Ainda não conseguimos entregar o código e continuamos tentando. Confira se o e-mail está certo.',
    sms: 'Ainda não conseguimos entregar o código e continuamos tentando. Confira se o celular está certo.',
  },
  sent: {
    email: 'Enviamos um código de 6 números para o seu e-mail. Veja também a caixa de spam.',
    sms: 'Enviamos um código de 6 números por SMS para o seu celular.',
  },
  failed: {
    email: 'O código não pôde ser entregue. Confira se o e-mail está certo. Se estiver, peça outro código.',
    sms: 'O código não pôde ser entregue. Confira se o celular está certo. Se estiver, peça outro código.',
  },
}

type ContactConfirmationProps = {
  channel: Channel
  /** Why the person should confirm the contact here. */
  reason: string
  /** Called before the form unmounts, to move the focus. */
  onConfirmed: () => void
  /** Opens the form in which the contact is corrected; by default the profile does. */
  onCorrect?: () => void
}

/** Confirms a contact by the code sent to it; an unconfirmed contact may be another person's. */
export function ContactConfirmation(props: ContactConfirmationProps) {
  const { channel, reason, onConfirmed, onCorrect } = props
  const { data: profile } = useProfile()
  const contact = channel === 'email' ? profile?.email : profile?.cellphone
  const draft = useDraft({
    name: `contact-code/${channel}`,
    initial: { contact: '', expires_at: '', message_id: '' },
    days: 1,
  })
  const [sent, setSent] = useState(draft.initial)
  // A code sent to a contact that has since been corrected cannot be used.
  const isSent = sent.contact === contact && Date.parse(sent.expires_at) > serverNow()
  const { pending, run } = useAction()
  const sendCode = (success: string | null) =>
    void run((send) => send(sendContactCodeCall, { body: { channel } }), {
      // The same message as in the code's form.
      place: 'form',
      success: () => success,
      onSuccess: ({ expires_at, message_id = '' }) => {
        const code = { contact: contact ?? '', expires_at, message_id }
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
        {...sent}
        channel={channel}
        pending={pending}
        onCorrect={onCorrect}
        onResend={() => sendCode('Pedimos outro código. O anterior não vale mais.')}
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
          <strong>Seu {names[channel]} ainda não foi confirmado.</strong> {reason} Até lá, ele recebe só
          alguns avisos por dia.
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
  /** Identifies the message with the code; empty if unknown. */
  message_id: string
  /** True while another code is being sent. */
  pending: boolean
  onResend: () => void
  onConfirmed: () => void
  onCorrect: (() => void) | undefined
}

function CodeForm(props: CodeFormProps) {
  const { channel, expires_at, message_id, pending, onResend, onConfirmed } = props
  const delivery = useDelivery({ channel, message_id, expires_at })
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
  const status = <DeliveryStatus channel={channel} delivery={delivery} />
  // There is no code to enter.
  if (delivery === 'failed') return <UndeliveredCode {...props} status={status} />
  return (
    <form {...form.props} className="stack">
      {status}
      <CodeField
        label={`Código do ${names[channel]}`}
        length={verificationCodeLength}
        helper={`O código vale até ${formatHour(expires_at)}.`}
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

/** The person corrects the contact, or requests another code. */
function UndeliveredCode({
  channel,
  status,
  pending,
  onResend,
  onCorrect,
}: CodeFormProps & { status: ReactNode }) {
  const correct = `Alterar ${names[channel]}`
  return (
    <div className="stack">
      {status}
      {onCorrect ? (
        <Button variant="outline" onClick={onCorrect}>
          {correct}
        </Button>
      ) : (
        <LinkButton variant="outline" href={paths.profile}>
          {correct}
        </LinkButton>
      )}
      <QuietButton pending={pending} onClick={onResend}>
        Enviar outro código
      </QuietButton>
    </div>
  )
}

type DeliveryProps = Pick<CodeFormProps, 'channel' | 'message_id' | 'expires_at'>

/** The delivery status of the code. */
function useDelivery({ channel, message_id, expires_at }: DeliveryProps): CodeDelivery {
  const { data } = useCallQuery(
    ['contact-code-delivery', message_id],
    (send, signal) => send(contactCodeDeliveryCall, { query: { message_id }, signal }),
    {
      enabled: message_id !== '',
      // If the first call fails, nothing is known and the code may still arrive; later failures do not stop polling.
      refetchInterval: (known) =>
        known && serverNow() < Date.parse(expires_at) ? pollIntervalOf(channel, known.delivery) : false,
    },
  )
  return data?.delivery ?? (message_id === '' ? 'sent' : 'sending')
}

function DeliveryStatus({ channel, delivery }: { channel: Channel; delivery: CodeDelivery }) {
  const text = codeTexts[delivery][channel]
  return (
    <div role="status">
      {delivery === 'delayed' || delivery === 'failed' ? <Notice tone="warn">{text}</Notice> : <p>{text}</p>}
    </div>
  )
}

/** Carriers may report a failed delivery of a text message later. */
const pollIntervalOf = (channel: Channel, delivery: CodeDelivery): number | false => {
  if (delivery === 'failed' || (delivery === 'sent' && channel === 'email')) return false
  return delivery === 'sending' ? 2_000 : 10_000
}
