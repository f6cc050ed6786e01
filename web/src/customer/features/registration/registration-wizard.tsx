import { formatDocument } from '@clube/contract/brazil/document.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { SignInLayout } from '../../../kit/page/sign-in-layout.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { clearHandOver, type HandOver } from '../../../platform/session/hand-over.ts'
import { AddressStep } from './address-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { PersonStep } from './person-step.tsx'
import { beginDraft, saveDraft, type RegistrationDraft } from './registration-draft.ts'
import {
  allowedStep,
  furthestStep,
  registrationSteps,
  stepOf,
  type PasswordValues,
  type RegistrationStep,
} from './registration-steps.ts'
import { StepProgress } from './step-progress.tsx'
import { TermsStep } from './terms-step.tsx'
import { useSubmitRegistration } from './use-submit-registration.ts'
import css from './registration.module.css'

const titles = {
  dados: 'Seus dados',
  endereco: 'Seu endereço',
  senha: 'Crie sua senha',
  termos: 'Falta só o seu aceite',
} as const satisfies Record<RegistrationStep, string>

const stepParameter = 'etapa'
const noPasswords: PasswordValues = { password: '', password_confirmation: '' }

/** The steps of registration. The step is part of the path, so that the browser's back goes one step back. */
export function RegistrationSteps({
  handOver,
  emailMarketing,
}: {
  handOver: HandOver
  emailMarketing: boolean
}) {
  const club = useClub()
  const [, navigate] = useLocation()
  const search = useSearch()
  const [draft, setDraft] = useState<RegistrationDraft>(() => beginDraft(handOver))
  const [passwords, setPasswords] = useState(noPasswords)
  const [serverErrors, setServerErrors] = useState<readonly FieldError[]>([])
  const [rules] = useState(() => ({ today: clubDayOf(new Date()), min_age: club.minimum_age }))
  const { document_type } = handOver

  const furthest = furthestStep({ draft, document_type, rules, password: passwords.password })
  const step = allowedStep(new URLSearchParams(search).get(stepParameter), furthest)
  const direction = useDirection(step)
  useStepFocus(step)

  const keep = (change: Partial<RegistrationDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    saveDraft(next)
  }
  const go = (to: RegistrationStep | undefined) =>
    navigate(`${paths.registration}?${stepParameter}=${to ?? registrationSteps[0]}`)
  const neighbour = (by: 1 | -1) => registrationSteps[registrationSteps.indexOf(step) + by]
  const cancel = () => {
    clearHandOver()
    navigate(paths.signIn)
  }
  const submit = useSubmitRegistration((errors) => {
    setServerErrors(errors)
    go(stepOf(errors[0]?.path ?? ''))
  })
  const errorsHere = useMemo(
    () => serverErrors.filter(({ path }) => stepOf(path) === step),
    [serverErrors, step],
  )
  const done = () => {
    setServerErrors(serverErrors.filter(({ path }) => stepOf(path) !== step))
    go(neighbour(1))
  }
  const shared = { onBack: step === 'dados' ? cancel : () => go(neighbour(-1)), errors: errorsHere }

  return (
    <SignInLayout
      brand={<ClubBrand />}
      title={titles[step]}
      step={step}
      direction={direction}
      greeting="Faça parte do clube"
      lead={
        <>
          <StepProgress step={step} />
          {step === 'dados' && (
            <span className={css.document}>
              Cadastro para o {document_type === 'cpf' ? 'CPF' : 'CNPJ'} {formatDocument(handOver)}
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
          onChange={(person) => keep({ person })}
          onDone={done}
        />
      )}
      {step === 'endereco' && (
        <AddressStep
          {...shared}
          initial={draft.address}
          onChange={(address) => keep({ address })}
          onDone={done}
        />
      )}
      {step === 'senha' && (
        <PasswordStep
          {...shared}
          document={formatDocument(handOver)}
          initial={passwords}
          onChange={setPasswords}
          onDone={done}
        />
      )}
      {step === 'termos' && (
        <TermsStep
          emailMarketing={emailMarketing}
          onBack={shared.onBack}
          onDone={(consents) => submit({ handOver, draft, passwords, ...consents, birthDateRules: rules })}
        />
      )}
    </SignInLayout>
  )
}

/** The side from which a step slides in. */
function useDirection(step: RegistrationStep): 'forward' | 'back' {
  const [last, setLast] = useState<{ step: RegistrationStep; direction: 'forward' | 'back' }>({
    step,
    direction: 'forward',
  })
  if (last.step === step) return last.direction
  const isBack = registrationSteps.indexOf(step) < registrationSteps.indexOf(last.step)
  const direction = isBack ? 'back' : 'forward'
  setLast({ step, direction })
  return direction
}

/** A new step starts at its top and is read out, unless one of its fields already has the focus. */
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
