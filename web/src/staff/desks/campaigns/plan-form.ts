import type { Form } from '../../../kit/form/use-form.ts'
import type { CampaignValues } from './campaign-values.ts'

/** The form of a campaign's whole plan. */
export type PlanForm = Form<CampaignValues>

/** Props of each section. Kind and slug can be changed only until the campaign is stored. */
export type PlanFieldsProps = { form: PlanForm; isNew: boolean }
