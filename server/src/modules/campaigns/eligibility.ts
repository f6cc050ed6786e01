import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { ageRefusal } from '@clube/contract/campaigns/minimum-age.ts'
import { eligibilityRefusals, unknownCampaignRefusal } from '@clube/contract/campaigns/refusals.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { closedRefusal, type Campaign } from './campaign.ts'

/** Customer data for eligibility. */
export type Person = {
  readonly document_type: 'cpf' | 'cnpj'
  readonly account_status: string
  /** yyyy-MM-dd */
  readonly birth_date: string | null
}

const reasonEntries = { ...eligibilityRefusals, ...unknownCampaignRefusal }

/** A reason for ineligibility. */
export type Reason = Refused<typeof reasonEntries>

const documentNames = { cpf: 'CPF', cnpj: 'CNPJ' } as const

/** All reasons why the customer is not eligible now, those of the campaign first. */
export const ineligibilityReasons = (input: {
  campaign: Campaign
  person: Person
  /** Number of the customer's participations that count toward the limit. */
  counted: number
  now: Date
  time_zone: TimeZone
}): Reason[] => {
  const { campaign, person, counted, now, time_zone } = input
  const reasons: Reason[] = []
  const closed = closedRefusal(campaign, now, time_zone)
  if (closed) reasons.push(closed)
  if (campaign.stock_total !== null && campaign.stock_taken >= campaign.stock_total)
    reasons.push({ ok: false, code: 'campaigns.exhausted' })
  if (person.account_status !== 'active') reasons.push({ ok: false, code: 'campaigns.account-not-active' })
  const { document_types } = campaign.audience
  if (!document_types.includes(person.document_type)) {
    const document = document_types.map((type) => documentNames[type]).join(' e ')
    reasons.push({ ok: false, code: 'campaigns.document-type', values: { document } })
  }
  const age = campaign.audience.minimum_age
  const refusal = ageRefusal(age, person, clubDayOf(now, time_zone))
  if (refusal === 'birth-date-missing') reasons.push({ ok: false, code: 'campaigns.birth-date-missing' })
  if (age !== null && refusal === 'under-age')
    reasons.push({ ok: false, code: 'campaigns.under-age', values: { age } })
  if (campaign.limit_per_customer !== null && counted >= campaign.limit_per_customer)
    reasons.push({
      ok: false,
      code: promotionKindProperties[campaign.kind].limit_refusal,
      values: { count: campaign.limit_per_customer },
    })
  return reasons
}

/** A reason as shown on the campaign's page: the sentence of its refusal. */
export const describeReason = ({ code, values }: Reason): { code: string; message: string } => ({
  code,
  message: fillMessage(reasonEntries[code].message, values),
})
