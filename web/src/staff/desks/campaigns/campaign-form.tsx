import { useEffect } from 'react'
import { promotionKindFacts, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { promotionOf } from '../../promotions/promotions.ts'
import { campaignErrors, settingsPath, type CampaignValues } from './campaign-values.ts'
import css from './campaigns.module.css'
import { DocumentFields } from './document-fields.tsx'
import { FormSection } from './form-section.tsx'
import { LegalFields } from './legal-fields.tsx'
import { AudienceFields, LimitFields, PeriodFields } from './plan-fields.tsx'
import type { PlanFieldsProps, PlanForm } from './plan-form.ts'
import { WhatFields } from './what-fields.tsx'

type CampaignFormProps = {
  initial: CampaignValues
  /** Kind and slug cannot change once they are stored. */
  isNew: boolean
  /** The field to focus on arrival. */
  focusOn: string | null
  onSave: (values: CampaignValues, form: PlanForm) => Promise<void>
}

/** The whole plan of a campaign. */
export function CampaignFormView({ initial, isNew, focusOn, onSave }: CampaignFormProps) {
  const form: PlanForm = useForm<CampaignValues>({
    initial,
    rules: rules(initial),
    onSubmit: (values) => onSave(values, form),
  })
  const { focus } = form
  useEffect(() => {
    if (focusOn !== null) focus(focusOn)
    // Only on arrival: later focus changes are the user's own.
  }, [])
  const parts = { form, isNew }
  return (
    <form {...form.props} className={`stack ${css.form}`}>
      <WhatFields {...parts} />
      <PeriodFields {...parts} />
      <AudienceFields {...parts} />
      <LimitFields {...parts} />
      <SettingsFields {...parts} />
      <LegalFields {...parts} />
      <DocumentFields {...parts} />
      <div className={css.save}>
        <Button type="submit" compact pending={form.pending}>
          Salvar rascunho
        </Button>
      </div>
    </form>
  )
}

/** The fields of the settings that belong to the campaign's kind. */
function SettingsFields({ form }: PlanFieldsProps) {
  const kind = promotionKinds.find((each) => each === form.values.kind)
  const promotion = promotionOf(form.values.kind)
  if (!kind || !promotion) return null
  const { Fields } = promotion.settings
  return (
    <FormSection title={`Ajustes próprios do tipo ${promotionKindFacts[kind].title}`}>
      <Fields key={kind} field={(name) => form.field(settingsPath(name))} />
    </FormSection>
  )
}

type Rules = NonNullable<Parameters<typeof useForm<CampaignValues>>[0]['rules']>

/** Number of prizes that are validated while they are written; the server validates any number. */
const judgedPrizes = 50

/** Every field is validated by the schema of the call, and so are the rows of the prizes. */
const rules = (initial: CampaignValues): Rules => {
  const rule = (path: string) => (_value: unknown, values: CampaignValues) => campaignErrors(values).get(path)
  const rows = Array.from({ length: judgedPrizes }, (_each, at) =>
    ['title', 'quantity', 'value_cents'].map((part) => `legal.prize_list.${at}.${part}`),
  ).flat()
  return Object.fromEntries([...Object.keys(initial), ...rows].map((path) => [path, rule(path)])) as Rules
}
