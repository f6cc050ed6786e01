import type { Form } from '../../../kit/form/use-form.ts'
import type { CampaignValues } from './campaign-values.ts'

/** The form of a campaign's whole plan. */
export type PlanForm = Form<CampaignValues>

/** What each part of the form needs. Kind and address are asked only while nothing is stored. */
export type PlanFieldsProps = { form: PlanForm; isNew: boolean }
