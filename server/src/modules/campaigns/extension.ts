import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { isAuthorized } from '@clube/contract/campaigns/campaign.ts'
import {
  clubDayOf,
  formatDate,
  formatDay,
  formatHour,
  type TimeZone,
} from '@clube/contract/kernel/club-time.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { periodErrors, type Campaign } from './campaign.ts'
import type { RegulationRow } from './regulation-store.ts'

/** A later end of a running campaign. */
export type CampaignExtension = {
  ends_at: Date
  /** The new deadline for collecting prizes; null if it is unchanged. */
  redeem_until: Date | null
  /** The last day that the authority authorized (yyyy-MM-dd); null if the campaign needs no certificate. */
  authorized_until: string | null
}

/** Validation errors of an extension: it can only move dates later, within the authorized period. */
export const extensionErrors = (
  campaign: Pick<
    Campaign,
    'kind' | 'legal' | 'certificate_waiver' | 'starts_at' | 'ends_at' | 'redeem_until'
  >,
  extension: CampaignExtension,
  time_zone: TimeZone,
): FieldError[] => {
  const { ends_at, authorized_until } = extension
  const redeem_until = extension.redeem_until ?? campaign.redeem_until
  const errors = periodErrors({ starts_at: campaign.starts_at, ends_at, redeem_until })
  const add = (path: string, message: string) => errors.push({ path, message })
  if (ends_at <= campaign.ends_at) add('ends_at', 'O novo término deve ser depois do atual.')
  if (campaign.redeem_until && redeem_until && redeem_until < campaign.redeem_until)
    add('redeem_until', 'O prazo de retirada não pode ser encurtado.')
  if (isAuthorized(campaign, promotionKindProperties[campaign.kind])) {
    if (authorized_until === null) add('authorized_until', requiredTextMessage)
    // The end is exclusive.
    else if (clubDayOf(new Date(ends_at.getTime() - 1), time_zone) > authorized_until)
      add('ends_at', `A autorização vale até ${formatDay(authorized_until)}.`)
  }
  return errors
}

/** The extension of a change, or null. */
export const extensionOf = (change: RegulationRow) => {
  const { ends_at, former_ends_at, redeem_until, former_redeem_until, authorized_until } = change
  if (ends_at === null || former_ends_at === null) return null
  return { ends_at, former_ends_at, redeem_until, former_redeem_until, authorized_until }
}

/** "24/12/2026 às 22h" */
const describeInstant = (instant: Date, zone: TimeZone): string =>
  `${formatDate(instant, zone)} às ${formatHour(instant, zone)}`

/** The dates before and after, for audit and messages: "o término passa de … para …". */
export const describeExtension = (
  extension: {
    ends_at: Date
    former_ends_at: Date
    redeem_until: Date | null
    former_redeem_until: Date | null
  },
  zone: TimeZone,
): string => {
  const { ends_at, former_ends_at, redeem_until, former_redeem_until } = extension
  const end = `o término passa de ${describeInstant(former_ends_at, zone)} para ${describeInstant(ends_at, zone)}`
  if (redeem_until === null) return end
  const previous = former_redeem_until ? ` de ${describeInstant(former_redeem_until, zone)}` : ''
  return `${end}, e o prazo de retirada passa${previous} para ${describeInstant(redeem_until, zone)}`
}
