import { useRef } from 'react'
import { promotionKindFacts, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { settingsValues, slugOf } from './campaign-values.ts'
import css from './campaigns.module.css'
import { FormSection } from './form-section.tsx'
import type { PlanFieldsProps } from './plan-form.ts'

/** Kind, slug and the texts shown to customers. */
export function WhatFields({ form, isNew }: PlanFieldsProps) {
  const { values, setValues } = form
  // The slug follows the title until it is edited.
  const ownSlug = useRef(false)
  const title = form.field('title')
  const slug = form.field('slug')
  const kind = form.field('kind')
  return (
    <FormSection title="O que é" {...(isNew ? {} : { lead: storedText(values) })}>
      <div className={css.whole}>
        <TextField
          label="Nome"
          autoComplete="off"
          maxLength={120}
          {...title}
          onChange={(text) => {
            title.onChange(text)
            if (isNew && !ownSlug.current) setValues({ slug: slugOf(text) })
          }}
        />
      </div>
      {isNew ? (
        <Select
          label="Tipo"
          options={promotionKinds.map((kind) => ({ value: kind, label: promotionKindFacts[kind].title }))}
          helper="Não muda depois de salvo."
          {...kind}
          onChange={(chosen) => {
            kind.onChange(chosen)
            setValues(settingsValues(chosen, null))
          }}
        />
      ) : null}
      {isNew ? (
        <TextField
          label="Endereço"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={60}
          helper={`Fica em /promocoes/${values.slug || '…'} e não muda depois de salvo.`}
          {...slug}
          onChange={(text) => {
            ownSlug.current = text !== ''
            slug.onChange(text)
          }}
        />
      ) : null}
      <div className={css.whole}>
        <TextField
          label="Resumo"
          autoComplete="off"
          maxLength={300}
          helper="Uma frase, mostrada no topo da página da promoção."
          {...form.field('summary')}
        />
      </div>
      <div className={css.whole}>
        <TextField
          label="Descrição"
          multiline
          maxLength={4000}
          helper="Uma linha em branco começa um parágrafo."
          {...form.field('description')}
        />
      </div>
    </FormSection>
  )
}

/** Kind and slug of a stored draft, read-only. */
function storedText({ kind, slug }: PlanFieldsProps['form']['values']): string {
  const known = promotionKinds.find((each) => each === kind)
  return `${known ? promotionKindFacts[known].title : ''} · /promocoes/${slug}`
}
