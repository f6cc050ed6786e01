import { useEffect } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { campaignFaults, type CampaignValues } from './campaign-values.ts'
import css from './campaigns.module.css'
import { DocumentFields } from './document-fields.tsx'
import { LegalFields } from './legal-fields.tsx'
import { AudienceFields, LimitFields, PeriodFields } from './plan-fields.tsx'
import type { PlanForm } from './plan-form.ts'
import { WhatFields } from './what-fields.tsx'

type CampaignFormProps = {
  initial: CampaignValues
  /** Kind and address stay for good once they are stored. */
  isNew: boolean
  /** The field that somebody came for. */
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
    // Only on arrival: whoever writes on is not called back.
  }, [])
  const parts = { form, isNew }
  return (
    <form {...form.props} className={css.form}>
      <WhatFields {...parts} />
      <PeriodFields {...parts} />
      <AudienceFields {...parts} />
      <LimitFields {...parts} />
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

type Rules = NonNullable<Parameters<typeof useForm<CampaignValues>>[0]['rules']>

/** Prizes that are judged while they are written; the server judges any number. */
const judgedPrizes = 50

/** Every field asks the schema of the call, as do the rows of the prizes. */
const rules = (initial: CampaignValues): Rules => {
  const rule = (path: string) => (_value: unknown, values: CampaignValues) => campaignFaults(values).get(path)
  const rows = Array.from({ length: judgedPrizes }, (_each, at) =>
    ['title', 'quantity', 'value_cents'].map((part) => `legal.prize_list.${at}.${part}`),
  ).flat()
  return Object.fromEntries([...Object.keys(initial), ...rows].map((path) => [path, rule(path)])) as Rules
}
