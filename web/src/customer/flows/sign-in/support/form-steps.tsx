import { cellphoneWarning, parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { parseEmail } from '@clube/contract/brazil/email.ts'
import { extraInformationMaxLength } from '@clube/contract/recovery/limits.ts'
import {
  extraInformationError,
  previousCellphoneError,
  previousEmailError,
  type ContactStatus,
  type ExtraInformationAnswer,
} from '@clube/contract/recovery/support-form.ts'
import { TextField } from '../../../../kit/field/text-field.tsx'
import { clubDayOf } from '../../../../parts/club-time.ts'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import {
  BirthDateField,
  CellphoneField,
  EmailField,
} from '../../../../parts/person-fields/contact-fields.tsx'
import { NameField } from '../../../../parts/person-fields/person-fields.tsx'
import { birthDateRule, nameRule } from '../../../../parts/person-fields/person-values.ts'
import { useClub } from '../../../../platform/app/app-context.tsx'
import { FormActions } from '../form-actions.tsx'
import { Lead } from '../recovery/lead.tsx'
import { useSupportForm, type SupportStepProps } from './use-support-form.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { RadioGroup } from '../../../../kit/field/radio-group.tsx'
import type { FieldBinding } from '../../../../kit/form/use-form.ts'
import css from './support.module.css'

/** The person's identity (spec §2 "identity information"): the name, and for people the birth date. */
export function IdentityInformationStep(props: SupportStepProps) {
  const { flow, form: person } = props
  const { minimum_age: min_age } = useClub()
  const isPerson = person.document_type === 'cpf'
  const form = useSupportForm(props, ['name', 'birth_date'], {
    rules: {
      name: nameRule(person.document_type),
      birth_date: (text) =>
        isPerson ? birthDateRule({ today: clubDayOf(new Date()), min_age })(text) : undefined,
    },
    onConfirmed: () => flow.dispatch({ type: 'IDENTITY_VERIFIED' }),
  })
  return (
    <form {...form.props}>
      <Lead>Nossa equipe confere se você é a pessoa deste cadastro.</Lead>
      <NameField
        document_type={person.document_type}
        {...(isPerson && { helper: 'Como no seu documento, só com letras e espaços' })}
        autoFocus
        {...form.field('name')}
      />
      {isPerson && <BirthDateField {...form.field('birth_date')} />}
      <FormActions submit="Continuar" leave="Voltar" onLeave={flow.goBack} />
    </form>
  )
}

/** Whether the given contact is the account's (spec §3). */
const contactChoices: readonly { value: ContactStatus; label: string }[] = [
  { value: 'unchanged', label: 'Sim, é o mesmo' },
  { value: 'changed', label: 'Não, mudou' },
  { value: 'forgotten', label: 'Não lembro' },
]

/** The current cellphone, and whether it is the account's (spec §2, §5). */
export function CellphoneStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['cellphone_status', 'cellphone', 'previous_cellphone'], {
    rules: {
      cellphone_status: requiredRadioRule,
      cellphone: parsedRule(parseCellphone),
      previous_cellphone: (_, { cellphone_status, ...rest }) =>
        cellphone_status === '' ? undefined : previousCellphoneError({ cellphone_status, ...rest }),
    },
    onConfirmed: () => props.flow.dispatch({ type: 'CELLPHONE_CONFIRMED' }),
  })
  return (
    <form {...form.props}>
      <Lead>Informe o celular que você usa hoje. Podemos falar com você por ele.</Lead>
      <CellphoneField
        label="Celular atual"
        helper={cellphoneWarning(form.values.cellphone)}
        autoFocus
        {...form.field('cellphone')}
      />
      <Choice
        label="Este número é o do seu cadastro?"
        options={contactChoices}
        field={form.field('cellphone_status')}
        revealedBy="changed"
      >
        <CellphoneField label="Celular anterior" autoComplete="off" {...form.field('previous_cellphone')} />
      </Choice>
      <FormActions submit="Continuar" leave="Voltar" onLeave={props.flow.goBack} />
    </form>
  )
}

/** The current e-mail, and whether it is the account's (spec §2, §5). */
export function EmailStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['email_status', 'email', 'previous_email'], {
    rules: {
      email_status: requiredRadioRule,
      email: parsedRule(parseEmail),
      previous_email: (_, { email_status, ...rest }) =>
        email_status === '' ? undefined : previousEmailError({ email_status, ...rest }),
    },
    onConfirmed: () => props.flow.dispatch({ type: 'EMAIL_CONFIRMED' }),
  })
  return (
    <form {...form.props}>
      <Lead>Informe o e-mail que você usa hoje. A resposta da nossa equipe chega por ele.</Lead>
      <EmailField label="E-mail atual" autoFocus {...form.field('email')} />
      <Choice
        label="Este e-mail é o do seu cadastro?"
        options={contactChoices}
        field={form.field('email_status')}
        revealedBy="changed"
      >
        <EmailField label="E-mail anterior" autoComplete="off" {...form.field('previous_email')} />
      </Choice>
      <FormActions submit="Continuar" leave="Voltar" onLeave={props.flow.goBack} />
    </form>
  )
}

const answers: readonly { value: ExtraInformationAnswer; label: string }[] = [
  { value: 'yes', label: 'Sim' },
  { value: 'forgotten', label: 'Não lembro' },
  { value: 'no', label: 'Não' },
]

/** Further information for the team (spec §2 "extra information"); described only if the answer is yes (spec §5). */
export function ExtraInformationStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['extra_information', 'extra_information_description'], {
    rules: {
      extra_information: requiredRadioRule,
      extra_information_description: (_, { extra_information, ...rest }) =>
        extra_information === '' ? undefined : extraInformationError({ extra_information, ...rest }),
    },
    onConfirmed: () => props.flow.dispatch({ type: 'EXTRA_INFORMATION_CONFIRMED' }),
  })
  return (
    <form {...form.props}>
      <Lead>Por exemplo: o endereço que está no cadastro, ou uma compra que você registrou.</Lead>
      <Choice
        label="Você lembra de outra informação do seu cadastro?"
        options={answers}
        field={form.field('extra_information')}
        revealedBy="yes"
      >
        <TextField
          label="Conte o que você lembra"
          multiline
          maxLength={extraInformationMaxLength}
          autoComplete="off"
          autoCapitalize="sentences"
          {...form.field('extra_information_description')}
        />
      </Choice>
      <FormActions submit="Continuar" leave="Voltar" onLeave={props.flow.goBack} />
    </form>
  )
}

/** Rule of a choice: one option must be chosen. */
const requiredRadioRule = (value: string): string | undefined =>
  value === '' ? requiredRadioMessage : undefined

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  field: FieldBinding<Value | ''>
  /** The option that reveals `children`. */
  revealedBy: Value
  children: ReactNode
}

/** Radio buttons, one of which reveals another field. */
function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, field, revealedBy, children } = props
  return (
    <>
      <div className={css.choice}>
        <RadioGroup
          label={label}
          options={options}
          {...field}
          onChange={(value) => field.onChange(value as Value)}
        />
      </div>
      {field.value === revealedBy && <RevealedFields>{children}</RevealedFields>}
    </>
  )
}

/** Scrolled into view if the choice was just made. */
function RevealedFields({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isChosen =
      document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'radio'
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={element} className={css.revealed}>
      {children}
    </div>
  )
}
