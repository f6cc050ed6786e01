import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import type { FieldBinding } from '../../../kit/form/use-form.ts'
import { LoadFailure } from '../../../parts/club-data/loaded.tsx'
import type { SettingsForm } from '../../promotions/promotion.ts'
import { usePartnerChoices } from './partner-desk-data.ts'
import css from './partners.module.css'
import { fieldTitles, type SettingsName } from './settings-values.ts'

const numeric = { inputMode: 'numeric', maxLength: 8, clean: digitsOf } as const

/** The partner, how many of its points one redemption exchanges, and its limits. */
export const PartnerSettingsFields = ({ field }: SettingsForm<SettingsName>) => (
  <div className={`stack ${css.settings}`}>
    <PartnerField {...field('partner')} />
    <div className={css.pair}>
      <TextField
        label={fieldTitles.minimum}
        helper="Em pontos do parceiro."
        {...numeric}
        {...field('minimum')}
      />
      <TextField
        label={fieldTitles.maximum}
        helper="Em pontos do parceiro."
        {...numeric}
        {...field('maximum')}
      />
      <TextField
        label={fieldTitles.step}
        helper="A partir do mínimo, até chegar ao máximo."
        {...numeric}
        {...field('step')}
      />
      <TextField
        label={fieldTitles.limit_per_day}
        helper="Vazio, sem limite por dia."
        {...numeric}
        {...field('limit_per_day')}
      />
    </div>
    <TextField
      label={fieldTitles.password_from_points}
      helper="Resgates que creditam este número de pontos ou mais pedem a senha na confirmação. Vazio, nunca."
      {...numeric}
      {...field('password_from_points')}
    />
  </div>
)

/** The configured partners; a stored one that is no longer configured stays until another is chosen. */
function PartnerField(props: FieldBinding<string>) {
  const choices = usePartnerChoices()
  const options = (choices.data ?? []).map(({ partner, name }) => ({ value: partner, label: name }))
  const isListed = props.value === '' || options.some(({ value }) => value === props.value)
  return (
    <>
      <Select
        {...props}
        // A native select cannot show a value before its option exists.
        key={choices.data ? 'loaded' : 'loading'}
        label={fieldTitles.partner}
        helper="Configurado pela equipe técnica do clube."
        options={isListed ? options : [...options, { value: props.value, label: props.value }]}
      />
      {choices.error && <LoadFailure error={choices.error} onRetry={choices.refetch} />}
    </>
  )
}
