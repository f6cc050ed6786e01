import { auditTitles, mergeAuditTitles } from '@clube/contract/staff/audit-titles.ts'
import { implementedPromotions } from '../../promotions/promotions.ts'

const titles = mergeAuditTitles([
  auditTitles,
  ...implementedPromotions.map((promotion) => promotion.auditTitles),
])

/** Titles of actions; an action without a title shows its code. */
export const actionTitles = titles.actions

export const actionTitle = (action: string): string => actionTitles[action] ?? action

/** Title of an action's subject; the shortened id distinguishes subjects of one kind. */
export const subjectTitle = (kind: string, id: string): string =>
  `${titles.subjects[kind] ?? kind}\u00a0${shortId(id)}`

/** The end of a long identifier: enough to compare. The search field accepts the whole identifier. */
export const shortId = (id: string): string => (id.length > 12 ? `…${id.slice(-6)}` : id)
