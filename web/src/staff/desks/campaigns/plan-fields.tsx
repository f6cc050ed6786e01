import { useRef } from 'react'
import { promotionKindProperties, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { Select } from '../../../kit/field/select.tsx'
import { centsOf } from '../../../parts/money.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { CheckboxGroup } from '../../parts/checkbox-group.tsx'
import { editorOf } from '../../promotions/promotion-editors.ts'
import { settingsPath, settingsValues, slugOf, usesReceipts } from './campaign-values.ts'
import { linkOf } from './campaign-labels.ts'
import { SpendRuleFields } from './spend-rule-fields.tsx'
import { FormSection, kindOf, money, numeric, PlanText, type PlanFieldsProps } from './plan-form.tsx'

/** Kind, slug and the text shown to customers. */
export function MainFields({ form, isNew }: PlanFieldsProps) {
  const { values, setValues } = form
  const stored = kindOf(values.kind)
  // The slug follows the title until it is edited.
  const isSlugEdited = useRef(values.slug !== slugOf(values.title))
  const title = form.field('title')
  const slug = form.field('slug')
  const kind = form.field('kind')
  return (
    <FormSection
      title="O que é"
      lead={!isNew && `${stored ? promotionKindProperties[stored].title : ''} · ${linkOf(values.slug)}`}
    >
      <PlanText
        form={form}
        path="title"
        label="Nome"
        fullWidth
        maxLength={120}
        onChange={(text) => {
          title.onChange(text)
          if (isNew && !isSlugEdited.current) setValues({ slug: slugOf(text) })
        }}
      />
      {isNew && (
        <>
          <Select
            label="Tipo"
            options={promotionKinds
              .filter((value) => editorOf(value) !== null)
              .map((value) => ({ value, label: promotionKindProperties[value].title }))}
            helper="Não muda depois de salvo."
            {...kind}
            onChange={(chosen) => {
              kind.onChange(chosen)
              setValues(settingsValues(chosen, null))
            }}
          />
          <PlanText
            form={form}
            path="slug"
            label="Link da página"
            autoCapitalize="none"
            maxLength={60}
            helper={`${linkOf(values.slug || '…')}. Não muda depois de salvo.`}
            onChange={(text) => {
              isSlugEdited.current = text !== ''
              slug.onChange(text)
            }}
          />
        </>
      )}
      <PlanText
        form={form}
        path="summary"
        label="Resumo"
        fullWidth
        maxLength={300}
        helper="Uma frase, mostrada no topo da página da promoção."
      />
      <PlanText
        form={form}
        path="description"
        label="Descrição"
        fullWidth
        multiline
        maxLength={4000}
        helper="Uma linha em branco começa um parágrafo."
      />
    </FormSection>
  )
}

/** Start, end, and the deadline for collecting prizes. */
export function PeriodFields({ form }: PlanFieldsProps) {
  const dateTime = { form, type: 'datetime-local' } as const
  return (
    <FormSection title="Quando" lead="Dia e hora do clube. A promoção começa e termina sozinha.">
      <PlanText {...dateTime} path="starts_at" label="Início" />
      <PlanText
        {...dateTime}
        path="ends_at"
        label="Término"
        helper="Para valer o dia 24 inteiro, escolha dia 25 às 00:00."
      />
      <PlanText
        {...dateTime}
        path="redeem_until"
        label="Retirada até (se houver)"
        helper="Até quando se busca o que foi ganho."
      />
    </FormSection>
  )
}

/** Who may take part. */
export function AudienceFields({ form }: PlanFieldsProps) {
  const { minimum_age } = useClub()
  return (
    <FormSection title="Quem pode participar">
      <CheckboxGroup
        label="Documentos aceitos"
        options={[
          { value: 'cpf', label: 'Pessoas (CPF)' },
          { value: 'cnpj', label: 'Empresas (CNPJ)' },
        ]}
        {...form.field('audience.document_types')}
      />
      <PlanText
        form={form}
        path="audience.minimum_age"
        label="Idade mínima (se houver)"
        {...numeric}
        maxLength={3}
        helper={`Vazia, vale a do clube: ${minimum_age} anos. Sorteios e raspadinhas são para maiores de 18.`}
      />
    </FormSection>
  )
}

/** Value of receipts, stock, and how often one person may take part. */
export function LimitFields({ form }: PlanFieldsProps) {
  const hints = editorOf(form.values.kind)?.hints ?? {}
  const withoutReceipts = 'Vazio, se a promoção não pede notas.'
  const hasReceipts = usesReceipts(form.values.kind)
  return (
    <FormSection title={hasReceipts ? 'Notas, estoque e limite' : 'Estoque e limite'}>
      {hasReceipts && (
        <>
          <PlanText
            form={form}
            path="spend_rule.every_cents"
            label="A cada (valor em notas)"
            {...money}
            helper={withoutReceipts}
          />
          <PlanText
            form={form}
            path="spend_rule.participations"
            label="Participações que isso dá"
            {...numeric}
            helper={withoutReceipts}
          />
          <SpendRuleFields form={form} />
        </>
      )}
      <PlanText
        form={form}
        path="stock_total"
        label="Estoque"
        {...numeric}
        helper={hints.stock ?? 'Unidades ao todo. Vazio, se não há um fim.'}
      />
      <PlanText
        form={form}
        path="limit_per_customer"
        label="Participações por pessoa"
        {...numeric}
        helper={hints.limit ?? 'Vazio, sem limite.'}
      />
    </FormSection>
  )
}

/** The fields of the settings that belong to the campaign's kind. */
export function SettingsFields({ form }: PlanFieldsProps) {
  const kind = kindOf(form.values.kind)
  const promotion = editorOf(form.values.kind)
  if (!kind || !promotion) return null
  const { Fields } = promotion.settings
  const every_cents = centsOf(form.values['spend_rule.every_cents'])
  return (
    <FormSection title={`Ajustes próprios do tipo ${promotionKindProperties[kind].title}`}>
      <Fields
        key={kind}
        field={(name) => form.field(settingsPath(name))}
        spend_rule={every_cents > 0 ? { every_cents } : null}
        setValues={(texts) =>
          form.setValues(
            Object.fromEntries(Object.entries(texts).map(([name, text]) => [settingsPath(name), text])),
          )
        }
      />
    </FormSection>
  )
}
