import { useId, type ReactNode } from 'react'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { TextField, type TextFieldProps } from '../../../kit/field/text-field.tsx'
import type { FieldBinding, Form } from '../../../kit/form/use-form.ts'
import { formatTypedAmount } from '../../../parts/money.ts'
import type { CampaignValues } from './campaign-values.ts'
import css from './campaigns.module.css'

/** The form of a campaign's whole plan. */
export type PlanForm = Form<CampaignValues>

/** Props of each section. Kind and slug can be changed only until the campaign is stored. */
export type PlanFieldsProps = { form: PlanForm; isNew: boolean }

type FormSectionProps = { title: string; lead?: string | false; children: ReactNode }

/** Related fields, in two columns where there is room. */
export function FormSection({ title, lead, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="soft small">{lead}</p>}
      <div className={css.fields}>{children}</div>
    </section>
  )
}

type PlanTextProps = Omit<TextFieldProps, keyof FieldBinding<string>> & {
  form: PlanForm
  path: Exclude<
    keyof CampaignValues,
    'audience.document_types' | 'legal.prize_list' | 'spend_rule.multipliers' | 'settings'
  >
  onChange?: (text: string) => void
  /** As wide as both columns. */
  fullWidth?: boolean
}

export function PlanText({ form, path, fullWidth = false, ...field }: PlanTextProps) {
  const text = <TextField {...form.field(path)} {...field} />
  return fullWidth ? <div className={css.fullWidth}>{text}</div> : text
}

/** Props of fields for whole numbers and for money. */
export const numeric = {
  inputMode: 'numeric',
  maxLength: 9,
  clean: digitsOf,
} as const
export const money = { inputMode: 'numeric', placeholder: 'R$ 0,00', clean: formatTypedAmount } as const

/** The kind in the form's values; undefined before it is chosen. */
export const kindOf = (text: string) => promotionKinds.find((kind) => kind === text)
