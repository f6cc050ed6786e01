import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { promotionKindFacts, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { centsOf, formatCents, moneyCharacters } from '../../../parts/money.ts'
import { prizesOf, prizeValues } from './campaign-values.ts'
import css from './campaigns.module.css'
import { FormSection } from './form-section.tsx'
import { LegalGate } from './gate-notices.tsx'
import type { PlanFieldsProps } from './plan-form.ts'

/** Information that the law requires to be shown. */
export function LegalFields({ form }: PlanFieldsProps) {
  const kind = promotionKinds.find((each) => each === form.values.kind)
  const isAsked = kind !== undefined && promotionKindFacts[kind].needs_certificate
  return (
    <FormSection
      title="Autorização e prêmios"
      {...(isAsked ? {} : { lead: 'Só para promoções que distribuem prêmios.' })}
    >
      {isAsked && (
        <div className={css.whole}>
          <LegalGate kind={kind} />
        </div>
      )}
      <TextField
        label="Número do certificado"
        autoComplete="off"
        maxLength={60}
        {...form.field('legal.certificate_number')}
      />
      <TextField
        label="Quem autorizou"
        autoComplete="off"
        maxLength={120}
        {...form.field('legal.authority')}
      />
      <Prizes form={form} />
    </FormSection>
  )
}

/** The list of prizes, each with a button that removes it. */
function Prizes({ form }: Pick<PlanFieldsProps, 'form'>) {
  const prizes = prizesOf(form.values)
  const total = prizes.reduce((sum, one) => sum + Number(one.quantity) * centsOf(one.value_cents), 0)
  const keep = (next: typeof prizes) => form.setValues(prizeValues(next))
  return (
    <div className={css.whole} data-path="legal.prize_list">
      {prizes.map((_prize, at) => (
        <fieldset key={at} className={css.prize}>
          <legend>Prêmio {at + 1}</legend>
          <TextField
            label="Nome do prêmio"
            autoComplete="off"
            maxLength={120}
            {...form.field(`legal.prize_list.${at}.title`)}
          />
          <TextField
            label="Quantidade"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            clean={digitsOf}
            {...form.field(`legal.prize_list.${at}.quantity`)}
          />
          <TextField
            label="Valor de cada"
            inputMode="numeric"
            autoComplete="off"
            placeholder="R$ 0,00"
            clean={moneyCharacters}
            {...form.field(`legal.prize_list.${at}.value_cents`)}
          />
          <span className={css.remove}>
            <Button
              compact
              look="quiet"
              aria-label={`Retirar o prêmio ${at + 1}`}
              onClick={() => keep(prizes.filter((_each, index) => index !== at))}
            >
              Retirar
            </Button>
          </span>
        </fieldset>
      ))}
      <p className={css.prizeFoot}>
        <Button
          compact
          look="outline"
          onClick={() => keep([...prizes, { title: '', quantity: '', value_cents: '' }])}
        >
          Adicionar prêmio
        </Button>
        {total > 0 && <span className="soft small">Valor total: {formatCents(total)}</span>}
      </p>
    </div>
  )
}
