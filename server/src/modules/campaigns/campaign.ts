import type { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import type { Audience, CampaignLegal } from '@clube/contract/campaigns/campaign.ts'
import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { campaignStateAt, type CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { formatDate, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindProperties, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'

/** The part of a campaign that staff edit while it is a draft. */
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

/** A stored campaign. `state` is the stored one; `campaignStateAt` returns the effective one. */
export type Campaign = CampaignPlan & {
  id: string
  cd_identificador: number
  slug: string
  kind: PromotionKind
  state: CampaignState
  stock_taken: number
  edited_by: string[]
  approved_by: string | null
  /** Why the approver decided that it needs no certificate; null if it was not decided. */
  certificate_waiver: string | null
  /** Why the approver returned it. */
  review_note: string | null
  /** When it was paused; null while it is not paused. */
  paused_at: Date | null
  /** When it ended; null until that is stored. */
  ended_at: Date | null
  updated_at: Date
  /** Incremented by every change to the plan. */
  revision: number
}

/** States of an approved campaign that has not ended. */
export const runningStates: readonly CampaignState[] = ['scheduled', 'active', 'paused']

type Lifetime = Pick<Campaign, 'state' | 'starts_at' | 'ends_at' | 'ended_at' | 'redeem_until' | 'spend_rule'>

/**
 * Whether the credit of receipts can still be used after the campaign's end: receipts may be approved after it. A
 * campaign cancelled before its start has no credit.
 */
const isRedeemable = ({ spend_rule, redeem_until, ...campaign }: Lifetime, now: Date): boolean =>
  spend_rule !== null &&
  redeem_until !== null &&
  now < redeem_until &&
  (campaign.ended_at ?? campaign.ends_at) > campaign.starts_at

export type ClosedRefusal = Refused<
  Pick<
    typeof transactionRefusals,
    'campaigns.not-started' | 'campaigns.paused' | 'campaigns.ended' | 'campaigns.unknown'
  >
>

/**
 * Why the campaign cannot be joined now; null while it is active, or its credit can be used. A campaign hidden from
 * shoppers is not found.
 */
export const closedRefusal = (campaign: Lifetime, now: Date, time_zone: TimeZone): ClosedRefusal | null => {
  const state = campaignStateAt(campaign, now)
  switch (state) {
    case 'active':
      return null
    case 'scheduled':
      return {
        ok: false,
        code: 'campaigns.not-started',
        values: { date: formatDate(campaign.starts_at, time_zone) },
      }
    case 'paused':
      return { ok: false, code: 'campaigns.paused' }
    case 'ended':
      if (isRedeemable(campaign, now)) return null
      return {
        ok: false,
        code: 'campaigns.ended',
        values: { date: formatDate(campaign.ended_at ?? campaign.ends_at, time_zone) },
      }
    case 'draft':
    case 'in_review':
    case 'archived':
      return { ok: false, code: 'campaigns.unknown' }
    default:
      return state satisfies never
  }
}

/** Whether the campaign's page is public. */
export const isPublic = (campaign: Pick<Campaign, 'state'>): boolean =>
  campaign.state !== 'draft' && campaign.state !== 'in_review' && campaign.state !== 'archived'

/** Validation errors of a plan's periods. */
export const periodErrors = (
  plan: Pick<CampaignPlan, 'starts_at' | 'ends_at' | 'redeem_until'>,
): FieldError[] => {
  const errors: FieldError[] = []
  if (plan.ends_at <= plan.starts_at)
    errors.push({ path: 'ends_at', message: 'O término deve ser depois do início.' })
  if (plan.redeem_until && plan.redeem_until < plan.ends_at)
    errors.push({ path: 'redeem_until', message: 'O prazo de retirada não pode acabar antes da promoção.' })
  return errors
}

/** Status of the document version referenced by a campaign. */
export type DocumentStatus =
  | { kind: 'none' }
  | { kind: 'unpublished' }
  | { kind: 'in_force' }
  /** `current` is the version in force instead. */
  | { kind: 'outdated'; current: string | null }

/** Validation errors that prevent submitting or approving a campaign. */
export const approvalErrors = (
  campaign: Pick<Campaign, 'kind' | 'ends_at' | 'legal' | 'spend_rule'>,
  documents: { regulation: DocumentStatus; terms: DocumentStatus },
  canWaiveCertificate: boolean,
  now: Date,
): FieldError[] => {
  const errors: FieldError[] = []
  const add = (path: string, message: string) => errors.push({ path, message })
  if (campaign.ends_at <= now) add('ends_at', 'A data de término já passou.')
  if (documents.regulation.kind === 'none') add('regulation_version', 'Informe a versão do regulamento.')
  documentErrors(documents.regulation, 'do regulamento', (message) => add('regulation_version', message))
  documentErrors(documents.terms, 'dos termos', (message) => add('terms_version', message))
  const { needs_certificate, uses_receipts } = promotionKindProperties[campaign.kind]
  if (campaign.spend_rule && !uses_receipts)
    add('spend_rule.every_cents', 'Este tipo de promoção não pede notas. Deixe vazio.')
  if (needs_certificate && !canWaiveCertificate) {
    const { certificate_number, authority, prize_list } = campaign.legal
    if (certificate_number === null)
      add('legal.certificate_number', 'Informe o número do certificado de autorização.')
    if (authority === null) add('legal.authority', 'Informe quem emitiu o certificado de autorização.')
    if (prize_list.length === 0) add('legal.prize_list', 'Informe a lista de prêmios.')
  }
  return errors
}

const documentErrors = (status: DocumentStatus, document: string, add: (message: string) => void): void => {
  if (status.kind === 'unpublished') add(`Publique esta versão ${document} antes.`)
  if (status.kind !== 'outdated') return
  const replacement = status.current === null ? 'outra versão' : `a versão ${status.current}`
  add(`Esta versão ${document} não está mais em vigor. Leia e informe ${replacement}.`)
}
