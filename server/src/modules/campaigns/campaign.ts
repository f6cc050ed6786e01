import type { Audience, CampaignLegal, SpendRule } from '@clube/contract/campaigns/campaign.ts'
import { campaignStateAt, type CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { clubDayInWords } from '@clube/contract/kernel/club-time.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindFacts, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** What staff decide of a campaign and may change while it is a draft. */
export type CampaignPlan = {
  title: string
  summary: string
  description: string
  starts_at: Date
  ends_at: Date
  redeem_until: Date | null
  audience: Audience
  spend_rule: SpendRule | null
  stock_total: number | null
  limit_per_customer: number | null
  legal: CampaignLegal
  regulation_version: string | null
  terms_version: string | null
  settings: Record<string, unknown>
}

/** A stored campaign. `state` is the last one written down; ask `campaignStateAt` for the one that counts. */
export type Campaign = CampaignPlan & {
  id: string
  cd_identificador: number
  slug: string
  kind: PromotionKind
  state: CampaignState
  stock_taken: number
  edited_by: string[]
  approved_by: string | null
  /** Why it was sent back to its writers. */
  review_note: string | null
  /** When it ended, once that is written down. */
  ended_at: Date | null
  updated_at: Date
}

type Lifetime = Pick<Campaign, 'state' | 'starts_at' | 'ends_at' | 'ended_at'>

/** Why nobody can take part now, or null while the campaign is active. A campaign shoppers never see is unknown. */
export const closedRefusal = (campaign: Lifetime, now: Date): Refusal | null => {
  const state = campaignStateAt(campaign, now)
  switch (state) {
    case 'active':
      return null
    case 'scheduled':
      return new Refusal('campaigns.not-started', { date: clubDayInWords(campaign.starts_at) })
    case 'paused':
      return new Refusal('campaigns.paused')
    case 'ended':
      return new Refusal('campaigns.ended', { date: clubDayInWords(campaign.ended_at ?? campaign.ends_at) })
    case 'draft':
    case 'in_review':
    case 'archived':
      return new Refusal('campaigns.unknown')
    default:
      return state satisfies never
  }
}

/** Whether shoppers may read the campaign's page. */
export const isPublic = (campaign: Pick<Campaign, 'state'>): boolean =>
  campaign.state !== 'draft' && campaign.state !== 'in_review' && campaign.state !== 'archived'

/** What is wrong with the periods of a plan, at any time. */
export const periodFaults = (
  plan: Pick<CampaignPlan, 'starts_at' | 'ends_at' | 'redeem_until'>,
): FieldError[] => {
  const faults: FieldError[] = []
  if (plan.ends_at <= plan.starts_at)
    faults.push({ path: 'ends_at', message: 'O término deve ser depois do início.' })
  if (plan.redeem_until && plan.redeem_until < plan.ends_at)
    faults.push({ path: 'redeem_until', message: 'O prazo de retirada não pode acabar antes da promoção.' })
  return faults
}

/** Where the version of a document stands that a campaign names. */
export type DocumentStanding =
  | { at: 'none' }
  | { at: 'unpublished' }
  | { at: 'in_force' }
  /** `current` is the version in force instead. */
  | { at: 'outdated'; current: string | null }

/** What is missing before a campaign can be put before the second person, or be signed by that person. */
export const signingFaults = (
  campaign: Pick<Campaign, 'kind' | 'ends_at' | 'legal'>,
  documents: { regulation: DocumentStanding; terms: DocumentStanding },
  now: Date,
): FieldError[] => {
  const faults: FieldError[] = []
  const miss = (path: string, message: string) => faults.push({ path, message })
  if (campaign.ends_at <= now) miss('ends_at', 'A data de término já passou.')
  if (documents.regulation.at === 'none') miss('regulation_version', 'Informe a versão do regulamento.')
  missDocument(documents.regulation, 'do regulamento', (message) => miss('regulation_version', message))
  missDocument(documents.terms, 'dos termos', (message) => miss('terms_version', message))
  if (promotionKindFacts[campaign.kind].needs_certificate) {
    const { certificate_number, authority, prize_list } = campaign.legal
    if (certificate_number === null)
      miss('legal.certificate_number', 'Informe o número do certificado de autorização.')
    if (authority === null) miss('legal.authority', 'Informe quem emitiu o certificado de autorização.')
    if (prize_list.length === 0) miss('legal.prize_list', 'Informe a lista de prêmios.')
  }
  return faults
}

const missDocument = (standing: DocumentStanding, ofWhat: string, miss: (message: string) => void): void => {
  if (standing.at === 'unpublished') miss(`Publique esta versão ${ofWhat} antes.`)
  if (standing.at !== 'outdated') return
  const instead = standing.current === null ? 'outra versão' : `a versão ${standing.current}`
  miss(`Esta versão ${ofWhat} não está mais em vigor. Leia e informe ${instead}.`)
}
