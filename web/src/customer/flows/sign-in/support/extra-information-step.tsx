import { extraInformationMaxLength } from '@clube/contract/recovery/limits.ts'
import {
  extraInformationRefusal,
  type ExtraInformationAnswer,
} from '@clube/contract/recovery/support-form.ts'
import { TextField } from '../../../../kit/field/text-field.tsx'
import { FormActions } from '../form-actions.tsx'
import { Lead } from '../recovery/lead.tsx'
import { Choice, chosenRule } from './choice.tsx'
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
      extra_information: chosenRule,
      extra_information_description: (_, { extra_information, ...rest }) =>
        extra_information === '' ? undefined : extraInformationRefusal({ extra_information, ...rest }),
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
        revealing="yes"
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
