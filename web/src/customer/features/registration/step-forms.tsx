import type { BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import type { DocumentType } from '@clube/contract/brazil/document.ts'
import { checkPasswordCall } from '@clube/contract/identity/account-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { passwordMaxLength, passwordMinLength } from '@clube/contract/brazil/password.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Button, QuietButton } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useForm, type Form, type FormOptions } from '../../../kit/form/use-form.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { AddressFields } from '../../../parts/address-fields/address-fields.tsx'
import { addressRules, type AddressValues } from '../../../parts/address-fields/address-values.ts'
import { BirthDateField } from '../../../parts/person-fields/contact-fields.tsx'
import { PersonFields } from '../../../parts/person-fields/person-fields.tsx'
import { useAction } from '../../../parts/use-action.ts'
import type { PersonValues } from './registration-draft.ts'
import { passwordRules, personRules, type PasswordValues } from './registration-steps.ts'
import css from './registration.module.css'

type StepProps<Values> = {
  initial: Values
  /** Called on every change, so that a reload loses nothing. */
  onChange: (values: Values) => void
  onDone: (values: Values) => Promise<void> | void
  onBack: () => void
  /** The server's errors for this step's fields. */
  errors: readonly FieldError[]
}

/** Name, birth date (people only), cellphone, e-mail. */
export function PersonStep({
  document_type,
  rules,
  ...step
}: StepProps<PersonValues> & { document_type: DocumentType; rules: BirthDateRules }) {
  const form = useStepForm(step, personRules(document_type, rules))
  return (
    <StepForm form={form} onBack={step.onBack} back="Usar outro documento">
      <PersonFields form={form} document_type={document_type}>
        {document_type === 'cpf' && <BirthDateField {...form.field('birth_date')} />}
      </PersonFields>
    </StepForm>
  )
}

/** The address of the person or company. */
export function AddressStep(step: StepProps<AddressValues>) {
  const form = useStepForm(step, addressRules)
  return (
    <StepForm form={form} onBack={step.onBack}>
      <AddressFields form={form} />
    </StepForm>
  )
}

type PasswordStepProps = StepProps<PasswordValues> & {
  /** The username for the browser's password manager. */
  document: string
  /** Whether the person had already completed this step. */
  isAskedAgain: boolean
  /** The personal data that the password must not consist of. */
  owner: Omit<BodyOf<typeof checkPasswordCall>, 'password'>
}

/** The password, twice. The server refuses a weak one here rather than at the end. */
export function PasswordStep({ document, owner, isAskedAgain, ...step }: PasswordStepProps) {
  const { run } = useAction()
  const check = ({ password }: PasswordValues) =>
    run((send) => send(checkPasswordCall, { body: { ...owner, password } }), { form })
  const form: Form<PasswordValues> = useStepForm(
    {
      ...step,
      onDone: async (values) => {
        if (await check(values)) await step.onDone(values)
      },
    },
    passwordRules,
  )
  return (
    <StepForm form={form} onBack={step.onBack} isShort>
      {isAskedAgain && (
        <Notice>A senha não fica guardada na página. Digite-a outra vez para continuar de onde parou.</Notice>
      )}
      <input type="text" name="username" autoComplete="username" value={document} readOnly hidden />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        helper={`No mínimo ${passwordMinLength} caracteres.`}
        {...form.field('password')}
      />
      <PasswordField
        label="Confirme a senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        {...form.field('password_confirmation')}
      />
    </StepForm>
  )
}

type StepFormProps = {
  form: Pick<Form<object>, 'props' | 'pending'>
  onBack: () => void
  back?: string
  /** A short form's buttons stay at the bottom of the screen; a long form's are at its end. */
  isShort?: boolean
  children: ReactNode
}

function StepForm({ form, onBack, back = 'Voltar', isShort = false, children }: StepFormProps) {
  const buttons = (
    <>
      <Button type="submit" pending={form.pending}>
        Continuar
      </Button>
      <QuietButton onClick={onBack}>{back}</QuietButton>
    </>
  )
  return (
    <form {...form.props}>
      {children}
      {isShort ? <StepActions>{buttons}</StepActions> : <div className={css.actions}>{buttons}</div>}
    </form>
  )
}

/** A step's form: reports every change and shows the server's errors under its fields. */
function useStepForm<Values extends Record<string, unknown>>(
  step: Omit<StepProps<Values>, 'onBack'>,
  rules: FormOptions<Values>['rules'] & object,
): Form<Values> {
  const form = useForm<Values>({ initial: step.initial, rules, onSubmit: step.onDone })
  const { values, setServerErrors } = form
  const { errors } = step
  const lastValues = useRef(values)
  const report = useEffectEvent(step.onChange)
  const showErrors = useEffectEvent(setServerErrors)
  useEffect(() => {
    if (lastValues.current === values) return
    lastValues.current = values
    report(values)
  }, [values])
  useEffect(() => {
    if (errors.length > 0) showErrors(errors)
  }, [errors])
  return form
}
