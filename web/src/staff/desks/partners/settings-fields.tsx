import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import type { SettingsForm } from '../../promotions/promotion.ts'
import css from './partners.module.css'
import { fieldTitles, type SettingsName } from './settings-values.ts'

const numeric = { inputMode: 'numeric', maxLength: 8, clean: digitsOf } as const

/** The partner, how many of its points one redemption exchanges, and its limits. */
export const PartnerSettingsFields = ({ field }: SettingsForm<SettingsName>) => (
  <div className="stack">
    <TextField
      label={fieldTitles.partner}
      helper="O nome do programa no endereço, em minúsculas e com hífens, como está na mesa Conciliação."
      autoCapitalize="none"
      autoComplete="off"
      maxLength={40}
      {...field('partner')}
    />
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
