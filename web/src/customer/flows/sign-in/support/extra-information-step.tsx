import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { extraInformationMaxLength } from '@clube/contract/recovery/limits.ts'
import {
  extraInformationRefusal,
  type ExtraInformationAnswer,
} from '@clube/contract/recovery/support-form.ts'
import { RadioGroup } from '../../../../kit/field/radio-group.tsx'
import { TextField } from '../../../../kit/field/text-field.tsx'
import { Lead } from '../recovery/lead.tsx'
import { Revealed } from './revealed.tsx'
import { SupportActions } from './support-actions.tsx'
import css from './support.module.css'
import type { SupportStepProps } from './support-step-props.ts'
import { useSupportForm } from './use-support-form.ts'

const answers: readonly { value: ExtraInformationAnswer; label: string }[] = [
  { value: 'yes', label: 'Sim' },
  { value: 'forgotten', label: 'Não lembro' },
  { value: 'no', label: 'Não' },
]

/** Further information for the team (spec §2 "extra information"); described only if the answer is yes (spec §5). */
export function ExtraInformationStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['extra_information', 'extra_information_description'], {
    rules: {
      extra_information: (answer) => (answer === '' ? requiredRadioMessage : undefined),
      extra_information_description: (_, { extra_information, ...rest }) =>
        extra_information === '' ? undefined : extraInformationRefusal({ extra_information, ...rest }),
    },
    onConfirmed: () => props.flow.dispatch({ type: 'EXTRA_INFORMATION_CONFIRMED' }),
  })
  const answer = form.field('extra_information')
  return (
    <form {...form.props}>
      <Lead>Por exemplo: o endereço que está no cadastro, ou uma compra que você registrou.</Lead>
      <div className={css.choice}>
        <RadioGroup
          label="Você lembra de outra informação do seu cadastro?"
          options={answers}
          {...answer}
          onChange={(value) => answer.onChange(value as ExtraInformationAnswer)}
        />
      </div>
      {form.values.extra_information === 'yes' && (
        <Revealed>
          <TextField
            label="Conte o que você lembra"
            multiline
            maxLength={extraInformationMaxLength}
            autoComplete="off"
            autoCapitalize="sentences"
            {...form.field('extra_information_description')}
          />
        </Revealed>
      )}
      <SupportActions onBack={() => props.flow.goBack()} />
    </form>
  )
}
