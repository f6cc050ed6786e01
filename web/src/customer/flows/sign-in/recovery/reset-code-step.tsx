import { parseVerificationCode, verificationCodeLength } from '@clube/contract/brazil/verification-code.ts'
import {
  recoveryOptionsCall,
  verifyResetCodeCall,
  type RecoveryConfiguration,
} from '@clube/contract/recovery/code-calls.ts'
import { resetCodeMinutes } from '@clube/contract/recovery/limits.ts'
import { useEffect, useEffectEvent } from 'react'
import { CodeField } from '../../../../kit/field/code-field.tsx'
import { useForm } from '../../../../kit/form/use-form.ts'
import { trackPending } from '../../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../../kit/toast/toast-store.ts'
import { formatHour } from '../../../../parts/club-time.ts'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import { useCountdown } from '../../../../parts/voucher/countdown.tsx'
import { useApp } from '../../../../platform/app/app-context.tsx'
import { FormActions } from '../form-actions.tsx'
import signIn from '../sign-in.module.css'
import { Lead } from './lead.tsx'
import { flowEnd, type RecoveryStepProps } from './recovery-data.ts'
import css from './recovery.module.css'
import { sendAnotherCode } from './send-code.ts'
import { smsWaitText, useSmsWait } from './sms-cooldown.ts'
import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'

/** Loaded with the reset options. */
export const SupportSteps = lazyPage(() =>
  import('../support/support-steps.tsx').then((module) => module.SupportSteps),
)

type ResetCodeStepProps = RecoveryStepProps & { at: 'resetCodeEmail' | 'resetCodeSms' }

/** These do not promise a code: an unconfirmed contact may get none, and saying so would reveal an account. */
const leads = {
  resetCodeEmail:
    'Se você já confirmou o e-mail do seu cadastro, ele recebe um código de 6 números. Veja também a caixa de spam.',
  resetCodeSms: 'Se você já confirmou o celular do seu cadastro, ele recebe por SMS um código de 6 números.',
} as const

/** Entry of a code sent by e-mail or SMS (spec §2), or issued by staff. */
export function ResetCodeStep(props: ResetCodeStepProps) {
  const { at, flow, form: person, recoveryData, onFailure, onRecoveryDataChange } = props
  const app = useApp()
  const { club, send } = app
  const wait = useSmsWait()
  useEffect(() => void SupportSteps.preload().catch(() => {}), [])

  const form = useForm({
    initial: { verification_code: '' },
    rules: { verification_code: parsedRule(parseVerificationCode) },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(
        send(verifyResetCodeCall, { body: { ...body, terms_id: club.terms_id } }),
      )
      if (!sent.ok) return onFailure(sent.failure, form)
      const { recovery_token, expires_at: token_expires_at = null } = sent.data
      onRecoveryDataChange((before) => ({ ...before, token_expires_at, flow_expires_at: flowEnd() }))
      flow.dispatch({ type: 'RESET_CODE_CONFIRMED', recovery_token })
    },
  })
  useWebOtp(at === 'resetCodeSms', (code) => {
    form.setValue('verification_code', code)
    form.submit()
  })

  const showOptions = (configuration: RecoveryConfiguration) => {
    onRecoveryDataChange((before) => ({ ...before, configuration, flow_expires_at: flowEnd() }))
    flow.dispatch({ type: 'RECOVERY_OPTIONS' })
  }
  const chooseOption = async (): Promise<void> => {
    const sent = await trackPending(send(recoveryOptionsCall, {}))
    if (!sent.ok) return onFailure(sent.failure)
    showOptions(sent.data)
  }
  const sendAnother = async (): Promise<void> => {
    const result = await trackPending(sendAnotherCode(app, person, at))
    if (result.kind === 'sent') {
      const { expires_at: code_expires_at } = result
      onRecoveryDataChange((before) => ({ ...before, code_expires_at, flow_expires_at: flowEnd() }))
      form.reset()
      form.focus('verification_code')
      return showToast({ message: 'Pedimos outro código. O anterior não vale mais.', type: 'success' })
    }
    onFailure(result.failure)
    if (result.kind === 'failed') return
    if (result.configuration) showOptions(result.configuration)
    else flow.reset()
  }

  return (
    <form {...form.props}>
      <Lead>{leads[at]}</Lead>
      <CodeField
        label="Código de verificação"
        length={verificationCodeLength}
        helper={useCodeValidity(recoveryData.code_expires_at)}
        autoFocus
        {...form.field('verification_code')}
      />
      <div className={css.links}>
        {at === 'resetCodeSms' && wait > 0 ? (
          <p className={`soft figures ${css.wait}`}>Não chegou? {smsWaitText(wait)}</p>
        ) : (
          <button type="button" className={signIn.link} onClick={() => void sendAnother()}>
            Não chegou? Enviar outro código
          </button>
        )}
        <button type="button" className={signIn.link} onClick={() => void chooseOption()}>
          Usar outra opção de verificação
        </button>
        <p className={`soft small ${css.hint}`}>
          Um contato que você ainda não confirmou só recebe o código em um aparelho em que você já entrou.
        </p>
        <p className={`soft small ${css.hint}`}>Se usar outra opção, o código enviado deixa de valer.</p>
        <p className={`soft small ${css.hint}`}>Se a nossa equipe deu um código a você, digite-o aqui.</p>
      </div>
      <FormActions submit="Confirmar" pending={form.pending} onLeave={flow.reset} />
    </form>
  )
}

/**
 * A sentence about the validity of the code. The text changes only when it expires, because screen readers announce
 * each change.
 */
function useCodeValidity(expires_at: string | null): string {
  const { hasExpired } = useCountdown(Date.parse(expires_at ?? ''), 'o código')
  if (expires_at === null) return `O código vale ${resetCodeMinutes} minutos.`
  return hasExpired
    ? 'Este código expirou. Peça um novo código.'
    : `O código vale até ${formatHour(expires_at)}.`
}

/** WebOTP's addition to the credentials API, which the DOM types lack. */
type OtpOptions = { otp: { transport: ['sms'] }; signal: AbortSignal }
type OtpCredential = { code?: unknown }
type OtpContainer = { get: (options: OtpOptions) => Promise<OtpCredential | null> }

/**
 * Reads the code from the SMS if the browser supports it (WebOTP) and the person allows it; stops waiting on unmount.
 * @param onCode called with the code at most once
 */
function useWebOtp(isEnabled: boolean, onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    if (!isEnabled || !('OTPCredential' in window)) return
    const controller = new AbortController()
    const container = navigator.credentials as unknown as OtpContainer
    const wait = async () => {
      const credential = await container.get({ otp: { transport: ['sms'] }, signal: controller.signal })
      if (typeof credential?.code === 'string' && !controller.signal.aborted) handleCode(credential.code)
    }
    // Refused, aborted or timed out: the person types the code.
    wait().catch(() => {})
    return () => controller.abort()
  }, [isEnabled])
}
