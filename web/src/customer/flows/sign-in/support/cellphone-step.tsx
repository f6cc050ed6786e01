import { cellphoneMask, cellphoneWarning, parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { previousCellphoneRefusal, type ContactStatus } from '@clube/contract/recovery/support-form.ts'
import { MaskedField } from '../../../../kit/field/masked-field.tsx'
import { RadioGroup } from '../../../../kit/field/radio-group.tsx'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import { Lead } from '../recovery/lead.tsx'
import { contactChoices } from './contact-choices.ts'
import { Revealed } from './revealed.tsx'
import { SupportActions } from './support-actions.tsx'
import css from './support.module.css'
import type { SupportStepProps } from './support-step-props.ts'
import { useSupportForm } from './use-support-form.ts'

/** The current cellphone, and whether it is the account's (spec §2, §5). */
export function CellphoneStep(props: SupportStepProps) {
  const form = useSupportForm(props, ['cellphone_status', 'cellphone', 'previous_cellphone'], {
    rules: {
      cellphone_status: (status) => (status === '' ? requiredRadioMessage : undefined),
      cellphone: parsedRule(parseCellphone),
      previous_cellphone: (_, { cellphone_status, ...rest }) =>
        cellphone_status === '' ? undefined : previousCellphoneRefusal({ cellphone_status, ...rest }),
    },
    onConfirmed: () => props.flow.dispatch({ type: 'CELLPHONE_CONFIRMED' }),
  })
  const status = form.field('cellphone_status')
  return (
    <form {...form.props}>
      <Lead>Informe o celular que você usa hoje. Podemos falar com você por ele.</Lead>
      <MaskedField
        label="Celular atual"
        mask={cellphoneMask}
        keyboard="tel"
        autoComplete="tel-national"
        helper={cellphoneWarning(form.values.cellphone)}
        autoFocus
        {...form.field('cellphone')}
      />
      <div className={css.choice}>
        <RadioGroup
          label="Este número é o do seu cadastro?"
          options={contactChoices}
          {...status}
          onChange={(value) => status.onChange(value as ContactStatus)}
        />
      </div>
      {form.values.cellphone_status === 'changed' && (
        <Revealed>
          <MaskedField
            label="Celular anterior"
            mask={cellphoneMask}
            keyboard="tel"
            autoComplete="off"
            {...form.field('previous_cellphone')}
          />
        </Revealed>
      )}
      <SupportActions onBack={() => props.flow.goBack()} />
    </form>
  )
}
