import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { useId } from 'react'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { FieldNote } from '../../../kit/field/field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { moneyCharacters } from '../../../parts/money.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { promotionOf } from '../../promotions/promotions.ts'
import css from './campaigns.module.css'
import { FormSection } from './form-section.tsx'
import type { PlanFieldsProps } from './plan-form.ts'

const numeric = { inputMode: 'numeric', autoComplete: 'off', maxLength: 9, clean: digitsOf } as const

/** Start, end, and until when prizes can be collected. */
export function PeriodFields({ form }: PlanFieldsProps) {
  const moment = { type: 'datetime-local', autoComplete: 'off' } as const
  return (
    <FormSection title="Quando" lead="Dia e hora do clube. A promoção começa e termina sozinha.">
      <TextField label="Início" {...moment} {...form.field('starts_at')} />
      <TextField
        label="Término"
        {...moment}
        helper="Para valer o dia 24 inteiro, escolha dia 25 às 00:00."
        {...form.field('ends_at')}
      />
      <TextField
        label="Retirada até (se houver)"
        {...moment}
        helper="Até quando se busca o que foi ganho."
        {...form.field('redeem_until')}
      />
    </FormSection>
  )
}

const documentNames = { cpf: 'Pessoas (CPF)', cnpj: 'Empresas (CNPJ)' } as const
const documentTypes = ['cpf', 'cnpj'] as const

/** Who may take part. */
export function AudienceFields({ form }: PlanFieldsProps) {
  const id = useId()
  const { minimum_age } = useClub()
  const path = 'audience.document_types'
  const { value, onChange, error } = form.field(path)
  return (
    <FormSection title="Quem pode participar">
      <fieldset data-path={path} aria-describedby={`${id}-note`} className={css.choices}>
        <legend>Documentos aceitos</legend>
        {documentTypes.map((type) => (
          <Checkbox
            key={type}
            name={type}
            checked={value.includes(type)}
            onChange={(isIn) =>
              onChange(documentTypes.filter((each) => (each === type ? isIn : value.includes(each))))
            }
          >
            {documentNames[type]}
          </Checkbox>
        ))}
        <FieldNote id={`${id}-note`} error={error} />
      </fieldset>
      <TextField
        label="Idade mínima (se houver)"
        {...numeric}
        maxLength={3}
        helper={`Vazia, vale a do clube: ${minimum_age} anos. Sorteios e raspadinhas são para maiores de 18.`}
        {...form.field('audience.minimum_age')}
      />
    </FormSection>
  )
}

/** Value of receipts, stock, and how often one person may take part. */
export function LimitFields({ form }: PlanFieldsProps) {
  const hints = promotionOf(form.values.kind)?.hints ?? {}
  return (
    <FormSection title="Notas, estoque e limite">
      <TextField
        label="A cada (valor em notas)"
        inputMode="numeric"
        autoComplete="off"
        clean={moneyCharacters}
        placeholder="R$ 0,00"
        helper="Vazio, se a promoção não pede notas."
        {...form.field('spend_rule.every_cents')}
      />
      <TextField
        label="Participações que isso dá"
        {...numeric}
        helper="Vazio, se a promoção não pede notas."
        {...form.field('spend_rule.participations')}
      />
      <TextField
        label="Estoque"
        {...numeric}
        helper={hints.stock ?? 'Unidades ao todo. Vazio, se não há um fim.'}
        {...form.field('stock_total')}
      />
      <TextField
        label="Participações por pessoa"
        {...numeric}
        helper={hints.limit ?? 'Vazio, sem limite.'}
        {...form.field('limit_per_customer')}
      />
    </FormSection>
  )
}
