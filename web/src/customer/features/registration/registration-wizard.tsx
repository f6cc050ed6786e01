import type { BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import { formatDocument } from '@clube/contract/brazil/document.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { SignInLayout } from '../../../kit/page/sign-in-layout.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { shownDocument } from '../../../parts/shown-document.ts'
import { lazyPart, usePreload } from '../../../parts/lazy-part.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { storedBirthDate } from '../../../parts/person-fields/person-values.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { clearHandOver, type HandOver } from '../../../platform/session/hand-over.ts'
import { initialDraft, saveDraft, type RegistrationDraft } from './registration-draft.ts'
import {
  allowedStep,
  furthestStep,
  registrationSteps,
  stepOf,
  type PasswordValues,
  type RegistrationStep,
} from './registration-steps.ts'
import { AddressStep, PasswordStep, PersonStep } from './step-forms.tsx'
import { useSubmitRegistration } from './use-submit-registration.ts'
import css from './registration.module.css'

const TermsStep = lazyPart(async () => (await import('./terms-step.tsx')).TermsStep)

const titles = {
  dados: 'Seus dados',
  endereco: 'Seu endereço',
  senha: 'Crie sua senha',
  termos: 'Falta só o seu aceite',
} as const satisfies Record<RegistrationStep, string>

const stepParameter = 'etapa'
const noPasswords: PasswordValues = { password: '', password_confirmation: '' }

/** The steps of registration. The path contains the step, so that the browser's back button shows the previous one. */
export function RegistrationSteps(props: { handOver: HandOver; acceptsEmailMarketing: boolean }) {
  const { handOver, acceptsEmailMarketing } = props
  usePreload(TermsStep)
  const club = useClub()
  const [, navigate] = useLocation()
  const search = useSearch()
  const [draft, setDraft] = useState<RegistrationDraft>(() => initialDraft(handOver))
  const [passwords, setPasswords] = useState(noPasswords)
  const [isPasswordChosen, setPasswordChosen] = useState(false)
  const [serverErrors, setServerErrors] = useState<readonly FieldError[]>([])
  const [rules] = useState(() => ({ today: clubDayOf(new Date()), min_age: club.minimum_age }))
  const { document_type } = handOver

  const furthest = furthestStep({ draft, document_type, rules, isPasswordChosen })
  const requested = new URLSearchParams(search).get(stepParameter)
  const step = allowedStep(requested, furthest)
  const position = registrationSteps.indexOf(step)
  const direction = useDirection(position)
  useStepFocus(step)

  const updateDraft = (change: Partial<RegistrationDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    saveDraft(next)
  }
  const go = (to: RegistrationStep | undefined) =>
    // After a reload the path may already name the next step.
    navigate(`${paths.registration}?${stepParameter}=${to ?? registrationSteps[0]}`, {
      replace: to === requested,
    })
  const stepAt = (by: 1 | -1) => registrationSteps[position + by]
  const cancel = () => {
    clearHandOver()
    navigate(paths.signIn)
  }
  const submit = useSubmitRegistration((errors) => {
    setServerErrors(errors)
    go(stepOf(errors[0]?.path ?? ''))
  })
  const stepErrors = useMemo(
    () => serverErrors.filter(({ path }) => stepOf(path) === step),
    [serverErrors, step],
  )
  const done = () => {
    setServerErrors(serverErrors.filter(({ path }) => stepOf(path) !== step))
    if (step === 'senha') setPasswordChosen(true)
    go(stepAt(1))
  }
  const shared = { onBack: step === 'dados' ? cancel : () => go(stepAt(-1)), errors: stepErrors }

  return (
    <SignInLayout
      brand={<ClubBrand />}
      title={titles[step]}
      step={step}
      direction={direction}
      greeting="Faça parte do clube"
      lead={
        <>
          <span className={css.segments} aria-hidden="true">
            {registrationSteps.map((each, index) => (
              <span key={each} data-done={index <= position ? '' : undefined} />
            ))}
          </span>
          <span className="small">
            Etapa {position + 1} de {registrationSteps.length}
          </span>
          {step === 'dados' && (
            <span className={css.document}>
              Cadastro para o {document_type === 'cpf' ? 'CPF' : 'CNPJ'} {shownDocument(handOver)}
            </span>
          )}
        </>
      }
    >
      {step === 'dados' && (
        <PersonStep
          {...shared}
          document_type={document_type}
          rules={rules}
          initial={draft.person}
          onChange={(person) => updateDraft({ person })}
          onDone={done}
        />
      )}
      {step === 'endereco' && (
        <AddressStep
          {...shared}
          initial={draft.address}
          onChange={(address) => updateDraft({ address })}
          onDone={done}
        />
      )}
      {step === 'senha' && (
        <PasswordStep
          {...shared}
          document={formatDocument(handOver)}
          owner={ownerOf(handOver, draft, rules)}
          initial={passwords}
          isAskedAgain={requested === 'termos'}
          onChange={(values) => {
            setPasswords(values)
            setPasswordChosen(false)
          }}
          onDone={done}
        />
      )}
      {step === 'termos' && (
        <TermsStep
          acceptsEmailMarketing={acceptsEmailMarketing}
          onBack={shared.onBack}
          onDone={(consents) => submit({ handOver, draft, passwords, ...consents, birthDateRules: rules })}
        />
      )}
    </SignInLayout>
  )
}

/** The personal data that the password must not consist of. */
const ownerOf = (
  { document_id, document_type }: HandOver,
  { person: { cellphone, birth_date } }: RegistrationDraft,
  rules: BirthDateRules,
) => ({
  document_id,
  cellphone,
  ...(document_type === 'cpf' && { birth_date: storedBirthDate(birth_date, rules) }),
})

/** The direction in which the step at a position slides in. */
function useDirection(position: number): 'forward' | 'back' {
  const [last, setLast] = useState<{ position: number; direction: 'forward' | 'back' }>({
    position,
    direction: 'forward',
  })
  if (last.position === position) return last.direction
  const direction = position < last.position ? 'back' : 'forward'
  setLast({ position, direction })
  return direction
}

/** Scrolls to the top of a new step and focuses its heading, unless one of its fields already has the focus. */
function useStepFocus(step: RegistrationStep) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (document.activeElement?.closest('form')) return
    window.scrollTo(0, 0)
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [step])
}
