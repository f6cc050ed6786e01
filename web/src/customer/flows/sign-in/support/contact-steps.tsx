import { cellphoneWarning, parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { parseEmail } from '@clube/contract/brazil/email.ts'
import {
  previousCellphoneRefusal,
  previousEmailRefusal,
  type ContactStatus,
} from '@clube/contract/recovery/support-form.ts'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import { CellphoneField, EmailField } from '../../../../parts/person-fields/contact-fields.tsx'
import { FormActions } from '../form-actions.tsx'
import { Lead } from '../recovery/lead.tsx'
import { Choice, chosenRule } from './choice.tsx'
import type { SupportStepProps } from './support-step-props.ts'
import { useSupportForm } from './use-support-form.ts'

/** How the given contact relates to the account's (spec §3). */
const contactChoices: readonly { value: ContactStatus; label: string }[] = [
  { value: 'unchanged', label: 'Sim, é o mesmo' },
  { value: 'changed', label: 'Não, mudou' },
  { value: 'forgotten', label: 'Não lembro' },
]

/** The current cellphone, and whether it is the account's (spec §2, §5). */
export function CellphoneStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['cellphone_status', 'cellphone', 'previous_cellphone'], {
    rules: {
      cellphone_status: chosenRule,
      cellphone: parsedRule(parseCellphone),
      previous_cellphone: (_, { cellphone_status, ...rest }) =>
        cellphone_status === '' ? undefined : previousCellphoneRefusal({ cellphone_status, ...rest }),
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
        revealing="changed"
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
      email_status: chosenRule,
      email: parsedRule(parseEmail),
      previous_email: (_, { email_status, ...rest }) =>
        email_status === '' ? undefined : previousEmailRefusal({ email_status, ...rest }),
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
        revealing="changed"
      >
        <EmailField label="E-mail anterior" autoComplete="off" {...form.field('previous_email')} />
      </Choice>
      <FormActions submit="Continuar" leave="Voltar" onLeave={props.flow.goBack} />
    </form>
  )
}
