import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { previousEmailRefusal, type ContactStatus } from '@clube/contract/recovery/support-form.ts'
import { RadioGroup } from '../../../../kit/field/radio-group.tsx'
import { TextField } from '../../../../kit/field/text-field.tsx'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import { Lead } from '../recovery/lead.tsx'
import { contactChoices } from './contact-choices.ts'
import { Revealed } from './revealed.tsx'
import { SupportActions } from './support-actions.tsx'
import css from './support.module.css'
import type { SupportStepProps } from './support-step-props.ts'
import { useSupportForm } from './use-support-form.ts'

const emailInput = {
  inputMode: 'email',
  autoCapitalize: 'none',
  maxLength: emailMaxLength,
  clean: emailCharacters,
} as const

/** The current e-mail, and whether it is the account's (spec §2, §5). */
export function EmailStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['email_status', 'email', 'previous_email'], {
    rules: {
      email_status: (status) => (status === '' ? requiredRadioMessage : undefined),
      email: parsedRule(parseEmail),
      previous_email: (_, { email_status, ...rest }) =>
        email_status === '' ? undefined : previousEmailRefusal({ email_status, ...rest }),
    },
    onConfirmed: () => props.flow.dispatch({ type: 'EMAIL_CONFIRMED' }),
  })
  const status = form.field('email_status')
  return (
    <form {...form.props}>
      <Lead>Informe o e-mail que você usa hoje. A resposta da nossa equipe chega por ele.</Lead>
      <TextField
        label="E-mail atual"
        {...emailInput}
        autoComplete="email"
        autoFocus
        {...form.field('email')}
      />
      <div className={css.choice}>
        <RadioGroup
          label="Este e-mail é o do seu cadastro?"
          options={contactChoices}
          {...status}
          onChange={(value) => status.onChange(value as ContactStatus)}
        />
      </div>
      {form.values.email_status === 'changed' && (
        <Revealed>
          <TextField
            label="E-mail anterior"
            {...emailInput}
            autoComplete="off"
            {...form.field('previous_email')}
          />
        </Revealed>
      )}
      <SupportActions onBack={() => props.flow.goBack()} />
    </form>
  )
}
