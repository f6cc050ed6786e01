import { useId } from 'react'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { FieldNote } from '../../../kit/field/field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { moneyCharacters } from '../../../parts/money.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import css from './campaigns.module.css'
import { FormSection } from './form-section.tsx'
import type { PlanFieldsProps } from './plan-form.ts'

const digits = (text: string): string => text.replace(/\D/g, '')
const numeric = { inputMode: 'numeric', autoComplete: 'off', maxLength: 9, clean: digits } as const

/** When it begins, when it is over, until when what was won may be fetched. */
export function PeriodFields({ form }: PlanFieldsProps) {
  const moment = { type: 'datetime-local', autoComplete: 'off' } as const
  return (
    <FormSection title="Quando" lead="Dia e hora de Brasília. A promoção começa e termina sozinha.">
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

/** Kinds that count for themselves, with what to know of it. */
const stockWords: Partial<Record<PromotionKind, string>> = {
  event_tickets: 'Deixe vazio: os lugares são contados em cada sessão.',
  scratch_card: 'Deixe vazio: as raspadinhas são contadas pela lista de prêmios.',
  free_gifts: 'A promoção termina sozinha quando o estoque acaba.',
}
const limitWords: Partial<Record<PromotionKind, string>> = {
  event_tickets: 'Deixe vazio: o limite de ingressos é o de cada sessão.',
}
const forKind = (words: Partial<Record<string, string>>, kind: string, otherwise: string): string =>
  words[kind] ?? otherwise

/** What receipts are worth, how much there is, how often one person may take part. */
export function LimitFields({ form }: PlanFieldsProps) {
  const { kind } = form.values
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
        helper={forKind(stockWords, kind, 'Unidades ao todo. Vazio, se não há um fim.')}
        {...form.field('stock_total')}
      />
      <TextField
        label="Participações por pessoa"
        {...numeric}
        helper={forKind(limitWords, kind, 'Vazio, sem limite.')}
        {...form.field('limit_per_customer')}
      />
    </FormSection>
  )
}
