import { retypedDocumentError } from '@clube/contract/brazil/document.ts'
import { forgotPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { useMemo } from 'react'
import { MaskedField } from '../../../../kit/field/masked-field.tsx'
import { useForm } from '../../../../kit/form/use-form.ts'
import { trackPending } from '../../../../kit/overlay/pending-count.ts'
import { useApp } from '../../../../platform/app/app-context.tsx'
import { documentInputOf } from '../document-input.ts'
import { FormActions } from '../form-actions.tsx'
import { Lead } from './lead.tsx'
import { flowEnd, type RecoveryStepProps } from './recovery-data.ts'
import { optionsAfter } from './send-code.ts'

/** Forgotten password (spec §2, §5): requires the document again and sends a code to the account's e-mail. */
export function ForgotPasswordStep({
  flow,
  form: signIn,
  onFailure,
  onRecoveryDataChange,
}: RecoveryStepProps) {
  const app = useApp()
  const { club, send, captcha } = app
  const { document_id, document_type } = signIn
  const input = useMemo(() => documentInputOf(club), [club])
  const form = useForm({
    initial: { document_id: '' },
    rules: { document_id: (text) => retypedDocumentError(text, { document_id, rules: input.rules }) },
    onSubmit: async (): Promise<void> => {
      const body = { document_id, document_type, terms_id: club.terms_id, recovery_method: 'email' } as const
      const sent = await trackPending(send(forgotPasswordCall, { body }))
      if (sent.ok) {
        const { expires_at: code_expires_at } = sent.data
        onRecoveryDataChange((before) => ({ ...before, code_expires_at, flow_expires_at: flowEnd() }))
        return flow.dispatch({ type: 'RESET_CODE_SENT' })
      }
      onFailure(sent.failure, form)
      const configuration = await trackPending(optionsAfter(app, sent.failure))
      if (!configuration) return
      onRecoveryDataChange((before) => ({ ...before, configuration, flow_expires_at: flowEnd() }))
      flow.dispatch({ type: 'RECOVERY_OPTIONS' })
    },
  })
  return (
    <form {...form.props} onFocus={() => captcha.warmUp()}>
      <Lead>
        Digite seu documento de novo. O código vai para o e-mail do seu cadastro, se você já o confirmou.
      </Lead>
      <MaskedField
        label={input.label}
        mask={input.mask}
        keyboard={input.keyboard}
        autoComplete="off"
        autoFocus
        {...form.field('document_id')}
      />
      <FormActions submit="Enviar código" pending={form.pending} onLeave={flow.reset} />
    </form>
  )
}
