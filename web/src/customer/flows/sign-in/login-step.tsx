import { parseDocument } from '@clube/contract/brazil/document.ts'
import type { signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import { useApp } from '../../../platform/app/app-context.tsx'
import { recordChunkFailure } from '../../../platform/navigation/lazy-page.tsx'
import { useSessionEnd } from '../../../platform/session/session-end.ts'
import { isIdentified, useSession } from '../../../platform/session/session-store.ts'
import { documentInputOf } from './document-input.ts'
import { FormActions } from './form-actions.tsx'
import { loadLoginActions, preloadSteps } from './lazy-steps.ts'
import css from './sign-in.module.css'
import type { SignInForm, StepProps } from './step-props.ts'

type LoginStepProps = Omit<StepProps, 'form'> & {
  /** Whether submitting signs in without a password (spec §1). */
  isPasswordless: boolean
  onDocument: (form: SignInForm) => void
  /** Resumes the recovery that was left with the back button; undefined if nothing can be resumed. */
  onResume: (() => void) | undefined
}

/** Document entry (spec §2, title Login). In passwordless mode submitting it signs the person in. */
export function LoginStep({ flow, isPasswordless, onDocument, onResume, onFailure }: LoginStepProps) {
  const app = useApp()
  const { club, captcha } = app
  const session = useSession()
  const input = useMemo(() => documentInputOf(club), [club])
  const sessionEnd = useSessionEnd()

  /** The last document for which passwordless sign-in found no account. */
  const [unknownDocument, setUnknownDocument] = useState<string>()

  const submit = async (
    document: Omit<SignInForm, 'remember_me'>,
    { remember = false, join = false },
  ): Promise<void> => {
    const [actions] = await Promise.all([loadLoginActions(), preloadSteps(isPasswordless && !join)])
    if (!actions) {
      if (recordChunkFailure()) return reloadWithDocument(document.document_id)
      return onFailure({ kind: 'network', during: 'call' }, form)
    }
    if (isPasswordless && !join) {
      const failure = await actions.identify(app, document)
      if (!failure) return
      if (failure.kind === 'refused' && failure.code === unknownCode) setUnknownDocument(document.document_id)
      return onFailure(failure, form)
    }
    const checked = await actions.checkAccount(app, document)
    if (!checked.ok) return onFailure(checked.failure, form)
    onDocument({ ...document, remember_me: remember ? 'yes' : 'no' })
    flow.dispatch({ type: 'ACCOUNT_CHECKED', ...checked.data })
  }

  const form = useForm({
    initial: { document_id: '', remember_me: false },
    rules: { document_id: input.validate },
    onSubmit: async ({ document_id, remember_me }): Promise<void> => {
      const parsed = parseDocument(document_id, input.rules)
      if (parsed.ok) await trackPending(submit(parsed.value, { remember: remember_me }))
    },
  })

  const join = () => {
    const parsed = parseDocument(form.values.document_id, input.rules)
    if (parsed.ok) void trackPending(submit(parsed.value, { join: true }))
  }

  const prepare = () => {
    captcha.warmUp()
    void loadLoginActions()
    void preloadSteps(isPasswordless)
  }
  // The field may have been focused before hydration.
  useEffect(() => {
    const saved = restoreDocument()
    if (saved !== undefined) form.setValue('document_id', saved)
    if (form.props.ref.current?.contains(document.activeElement)) prepare()
  }, [])

  // The notice replaces the error of the action during which the session ended.
  useEffect(() => {
    if (sessionEnd !== null && currentToast().type === 'error') closeToast()
  }, [sessionEnd])

  return (
    <form {...form.props} data-first-step={isIdentified(session) ? undefined : ''} onFocus={prepare}>
      {sessionEnd !== null && (
        <div className={css.ended}>
          <Notice>{endTexts[sessionEnd]}</Notice>
        </div>
      )}
      <MaskedField
        label={input.label}
        mask={input.mask}
        keyboard={input.keyboard}
        autoComplete="username"
        autoFocus={flow.hasMoved}
        {...form.field('document_id')}
      />
      {club.remember_me === 'yes' && !isPasswordless && (
        <div className={css.remember}>
          <Checkbox {...form.check('remember_me')}>Lembrar de mim</Checkbox>
        </div>
      )}
      {unknownDocument !== undefined && unknownDocument === form.values.document_id && (
        <Button variant="outline" onClick={join}>
          Criar minha conta
        </Button>
      )}
      {onResume && (
        <Button variant="outline" onClick={onResume}>
          Continuar a recuperação da senha
        </Button>
      )}
      <FormActions
        submit="Continuar"
        pending={form.pending}
        leave="Voltar"
        onLeave={() => window.history.back()}
      />
    </form>
  )
}

const unknownCode: RefusalCodeOf<typeof signInPasswordlessCall> = 'identity.passwordless-unknown'

/** Why the session ended, for a person who did not sign out here. */
const endTexts = {
  idle: 'Sua sessão terminou porque ficou muito tempo sem uso. Entre de novo para continuar.',
  expired: 'Sua sessão chegou ao tempo máximo. Entre de novo para continuar.',
  password: 'Sua sessão terminou porque a senha da conta foi trocada. Entre com a nova senha.',
  deletion: 'Sua sessão terminou porque a exclusão da conta foi pedida.',
  'signed-out': 'Você saiu da conta em outra aba. Entre de novo para continuar.',
  unknown: 'Sua sessão terminou. Entre de novo para continuar.',
} as const

type SavedDocument = { clube_document?: string } | null

/** Reloads the page; the typed document is stored in this history entry. */
function reloadWithDocument(document: string) {
  window.history.replaceState({ clube_document: document } satisfies SavedDocument, '')
  window.location.reload()
}

function restoreDocument(): string | undefined {
  const saved = (window.history.state as SavedDocument)?.clube_document
  if (saved !== undefined) window.history.replaceState(null, '')
  return saved
}
