import { requiredSelectMessage } from '@clube/contract/brazil/field-messages.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import type { registerCall } from '@clube/contract/identity/account-calls.ts'
import { useEffect } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { LoadFailure } from '../../../parts/club-data/loaded.tsx'
import { useConsent } from '../../../parts/club-data/use-consent.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ReadConsent } from '../../../parts/consent-view/read-consent.tsx'
import { useApp } from '../../../platform/app/app-context.tsx'
import css from './registration.module.css'

/** The last step's values: accepted versions, and whether marketing e-mails may be sent. */
type Consents = {
  accepted_documents: BodyOf<typeof registerCall>['accepted_documents']
  email_marketing: boolean
}

type TermsStepProps = {
  /** The choice stored in an existing account (default no, spec §3). */
  acceptsEmailMarketing: boolean
  /** Resolves to 'outdated' if the documents were replaced in the meantime: consent is requested again. */
  onDone: (consents: Consents) => Promise<'outdated' | 'handled'>
  onBack: () => void
}

const mustAccept = (accepted: boolean) => (accepted ? undefined : requiredSelectMessage)

/** The club's documents, each accepted separately, and the opt-in to marketing e-mails. */
export function TermsStep({ acceptsEmailMarketing, onDone, onBack }: TermsStepProps) {
  const { captcha } = useApp()
  const terms = useConsent('loyaltyclub_terms')
  const regulation = useConsent('loyaltyclub_regulation')
  useEffect(() => captcha.warmUp(), [captcha])
  const form = useForm({
    initial: {
      loyaltyclub_terms: false,
      loyaltyclub_regulation: false,
      email_marketing: acceptsEmailMarketing,
    },
    rules: { loyaltyclub_terms: mustAccept, loyaltyclub_regulation: mustAccept },
    onSubmit: async ({ email_marketing }) => {
      if (!terms.data || !regulation.data) return
      const accepted_documents = [terms.data, regulation.data].map(({ kind, version }) => ({ kind, version }))
      if ((await onDone({ accepted_documents, email_marketing })) === 'handled') return
      form.setValues({ loyaltyclub_terms: false, loyaltyclub_regulation: false })
      await Promise.all([terms.refetch(), regulation.refetch()])
    },
  })
  const failed = [terms, regulation].filter(({ error, data }) => error && !data)
  if (failed[0]) {
    const retry = async () => {
      const retried = await Promise.all(failed.map(({ refetch }) => refetch()))
      return { error: retried.find(({ error }) => error)?.error ?? null }
    }
    return <LoadFailure error={failed[0].error} onRetry={retry} />
  }
  return (
    <form {...form.props}>
      <ConsentChoice kind="loyaltyclub_terms" field={form.check('loyaltyclub_terms')} />
      <ConsentChoice kind="loyaltyclub_regulation" field={form.check('loyaltyclub_regulation')} />
      <div className={css.offers}>
        <Checkbox {...form.check('email_marketing')} helper="Opcional. Mude quando quiser no seu perfil.">
          Quero receber ofertas por e-mail
        </Checkbox>
      </div>
      <StepActions>
        <Button type="submit" pending={form.pending} disabled={!terms.data || !regulation.data}>
          Concluir cadastro
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Voltar
        </Button>
      </StepActions>
    </form>
  )
}

type ConsentChoiceProps = {
  kind: keyof typeof consentTitles
  field: { name: string; checked: boolean; onChange: (checked: boolean) => void; error: string | undefined }
}

/** One document to accept, with a button that shows its text without leaving the form. */
function ConsentChoice({ kind, field }: ConsentChoiceProps) {
  const consent = useConsent(kind)
  const title = consentTitles[kind]
  return (
    <div className={css.consent}>
      <Checkbox {...field} helper={consent.data ? `Versão ${consent.data.version}` : ' '}>
        Li e aceito: <strong>{title}</strong>
      </Checkbox>
      <div className={css.read}>
        <ReadConsent kind={kind} onAccept={() => field.onChange(true)} />
      </div>
    </div>
  )
}
