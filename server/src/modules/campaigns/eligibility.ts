import {
  birthDateTooYoungMessage,
  parseCalendarDay,
  birthDateRefusal,
} from '@clube/contract/brazil/birth-date.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { eligibilityRefusals, type EligibilityCode } from '@clube/contract/campaigns/refusals.ts'
import { fillSentence } from '@clube/contract/kernel/refusals.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { closedRefusal, type Campaign } from './campaign.ts'

/** What eligibility needs to know of a person. */
export type Person = {
  readonly document_type: 'cpf' | 'cnpj'
  readonly account_status: string
  /** yyyy-MM-dd */
  readonly birth_date: string | null
}

const documentNames = { cpf: 'CPF', cnpj: 'CNPJ' } as const

/** Everything that speaks against this person taking part now, the campaign's own reasons first. */
export const reasonsAgainst = (input: {
  campaign: Campaign
  person: Person
  /** Participations of the person that count against the limit. */
  counted: number
  now: Date
}): Refusal[] => {
  const { campaign, person, counted, now } = input
  const reasons: Refusal[] = []
  const closed = closedRefusal(campaign, now)
  if (closed) reasons.push(closed)
  if (campaign.stock_total !== null && campaign.stock_taken >= campaign.stock_total)
    reasons.push(new Refusal('campaigns.exhausted'))
  if (person.account_status !== 'active') reasons.push(new Refusal('campaigns.account-not-active'))
  const { document_types } = campaign.audience
  if (!document_types.includes(person.document_type)) {
    const document = document_types.map((type) => documentNames[type]).join(' e ')
    reasons.push(new Refusal('campaigns.document-type', { document }))
  }
  const age = ageReason(campaign, person, now)
  if (age) reasons.push(age)
  if (campaign.limit_per_customer !== null && counted >= campaign.limit_per_customer)
    reasons.push(new Refusal('campaigns.limit-reached', { count: campaign.limit_per_customer }))
  return reasons
}

/** Companies have no age. */
const ageReason = (campaign: Campaign, person: Person, now: Date): Refusal | null => {
  const age = campaign.audience.minimum_age
  if (age === null || person.document_type === 'cnpj') return null
  const day = person.birth_date === null ? null : parseCalendarDay(person.birth_date)
  if (!day?.ok) return new Refusal('campaigns.birth-date-missing')
  const refusal = birthDateRefusal(day.value, { today: clubDayOf(now), min_age: age })
  return refusal === birthDateTooYoungMessage(age) ? new Refusal('campaigns.under-age', { age }) : null
}

/** A reason as the campaign's page shows it, in the sentence that the refusal would carry. */
export const reasonInWords = (reason: Refusal): { code: string; message: string } => {
  const code = reason.code as EligibilityCode
  return { code, message: fillSentence(eligibilityRefusals[code].message, reason.values) }
}
