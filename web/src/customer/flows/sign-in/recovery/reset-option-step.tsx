import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import type { RecoveryOption } from '@clube/contract/recovery/code-calls.ts'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Button, QuietButton } from '../../../../kit/button/button.tsx'
import { Notice } from '../../../../kit/feedback/notice.tsx'
import { RadioGroup } from '../../../../kit/field/radio-group.tsx'
import { useForm } from '../../../../kit/form/use-form.ts'
import { trackPending } from '../../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import { useApp, useClub } from '../../../../platform/app/app-context.tsx'
import { FormActions } from '../form-actions.tsx'
import { emptyDraft } from '../support/support-draft.ts'
import { Lead } from './lead.tsx'
import { flowEnd, type RecoveryStepProps } from './recovery-data.ts'
import css from './recovery.module.css'
import { sendSmsCode } from './send-code.ts'
import { smsWaitSeconds, smsWaitText, useSmsWait, warnOfSmsCooldown } from './sms-cooldown.ts'
import { isKiosk } from '../../../../platform/storage/service-channel.ts'
import { hasNativeApp } from '../../../../platform/native-bridge/handle-pictures.ts'

/** Reset-option choice (spec §2, title Precisamos verificar sua identidade). */
export function ResetOptionStep(props: RecoveryStepProps) {
  const { flow, form: person, recoveryData, onFailure, onRecoveryDataChange } = props
  const options = offeredOptions(recoveryData.configuration?.available_options ?? [])
  const app = useApp()
  const wait = useSmsWait()
  const [isLocal, setLocal] = useState(false)

  const form = useForm<{ option: RecoveryOption | '' }>({
    initial: { option: '' },
    rules: { option: (option) => (option === '' ? requiredRadioMessage : undefined) },
    onSubmit: async ({ option }): Promise<void> => {
      switch (option) {
        case 'sms':
          return sendSms()
        case 'remote_support':
          onRecoveryDataChange((before) => ({ ...before, draft: before.draft ?? emptyDraft }))
          return flow.dispatch({ type: 'SUPPORT_REQUESTED' })
        case 'local_support':
          return setLocal(true)
        case '':
          return
        default:
          option satisfies never
      }
    },
  })
  const sendSms = async (): Promise<void> => {
    if (smsWaitSeconds(Date.now()) > 0) return warnOfSmsCooldown()
    const sent = await trackPending(sendSmsCode(app, person))
    if (!sent.ok) return onFailure(sent.failure, form)
    const { expires_at: code_expires_at } = sent.data
    onRecoveryDataChange((before) => ({ ...before, code_expires_at, flow_expires_at: flowEnd() }))
    flow.dispatch({ type: 'RESET_CODE_SENT' })
  }

  if (isLocal) {
    return (
      <LocalSupport onBack={options.length > 1 ? () => setLocal(false) : undefined} onReset={flow.reset} />
    )
  }
  const { onChange, ...field } = form.field('option')
  return (
    <form {...form.props}>
      <Lead>Escolha como quer continuar.</Lead>
      <div
        className={css.options}
        onClick={(event) => wait > 0 && isSmsOptionClick(event) && warnOfSmsCooldown()}
      >
        <RadioGroup
          label="Opções de verificação"
          {...field}
          onChange={(option) => onChange(option as RecoveryOption)}
          options={options.map((option) => ({
            value: option,
            ...choices[option],
            ...(option === 'sms' && wait > 0 ? { description: smsWaitText(wait), disabled: true } : {}),
          }))}
        />
      </div>
      <FormActions submit="Continuar" pending={form.pending} onLeave={flow.reset} />
    </form>
  )
}

const choices: Readonly<Record<RecoveryOption, { label: string; description: string }>> = {
  sms: {
    label: 'Receber um código por SMS',
    description: 'Para o celular do seu cadastro, se você já o confirmou.',
  },
  local_support: { label: 'Fale conosco', description: 'No balcão de atendimento do shopping.' },
  remote_support: {
    label: 'Confirme sua identidade',
    description: 'Com fotos do seu documento e uma selfie, por este celular.',
  },
}

/** Spec §2: the options that the server allows; photos only on a person's own mobile device with a camera. */
const offeredOptions = (options: readonly RecoveryOption[]): readonly RecoveryOption[] =>
  options.filter((option) => option !== 'remote_support' || (isMobileDevice() && !isKiosk()))

/** A disabled radio fires no click event; only its label does. */
const isSmsOptionClick = ({ target }: MouseEvent): boolean =>
  target instanceof Element && Boolean(target.closest('label')?.querySelector('input:disabled'))

type LocalSupportProps = {
  /** Returns to the other options; undefined if none exist. */
  onBack: (() => void) | undefined
  onReset: () => void
}

/** Recovery at the service desk (spec §2): where it is, and what to bring. */
function LocalSupport({ onBack, onReset }: LocalSupportProps) {
  const { text, phone } = useClub().service_desk
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div className={css.page}>
      <section ref={notice} tabIndex={-1}>
        <Notice>Por favor dirija-se ao balcão para recuperar a sua senha!</Notice>
      </section>
      <p>{text}</p>
      <p>Leve um documento original com foto. No balcão você recebe um código para criar uma nova senha.</p>
      {phone !== null && (
        <p>Telefone: {isKiosk() ? phone : <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}</p>
      )}
      <StepActions>
        <Button onClick={onReset}>Voltar ao início</Button>
        {onBack && <QuietButton onClick={onBack}>Escolher outra opção</QuietButton>}
      </StepActions>
    </div>
  )
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { userAgentData?: { mobile?: boolean } }

/** Whether this is a phone or tablet: only these are offered recovery by photos (spec §6). */
export function isMobileDevice(device: Device = navigator): boolean {
  if (device.userAgentData?.mobile === true || hasNativeApp()) return true
  // Tablets report that they are not mobile, and an iPad that it is a Mac; no Mac has a touch screen.
  return (
    /Android|iPhone|iPad|iPod/.test(device.userAgent) ||
    (device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1)
  )
}
