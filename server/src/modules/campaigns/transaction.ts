import type { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import type { KernelRefusals } from '@clube/contract/kernel/refusals.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { hash } from 'node:crypto'
import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'
import { formatProtocol } from '@clube/contract/campaigns/protocol.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { isAccessible, type Actor } from '../sessions/index.ts'
import { closedRefusal } from './campaign.ts'

/** Why a participation failed: the refusal that its calls return. */
export type TransactionFailure = { code: string; values: Record<string, string | number> }

/** A participation with the campaign data that decisions need. */
export type Transaction = {
  id: string
  protocol_year: number
  protocol_number: number
  customer_id: string
  identified_session_id: string | null
  campaign_id: string
  kind: PromotionKind
  state: TransactionState
  service_channel: string
  purchase_ids: string[]
  /** Hash of the completing body. */
  body_hash: Buffer | null
  /** The stored first response. */
  response: unknown
  failure: TransactionFailure | null
  created_at: Date
  expires_at: Date
  finished_at: Date | null
  reversal_reason: string | null
  /** The explanation shown to the customer for a returned participation. */
  return_note: string | null
  campaign_slug: string
  campaign_title: string
  campaign_state: CampaignState
  campaign_starts_at: Date
  campaign_ends_at: Date
  campaign_ended_at: Date | null
  campaign_redeem_until: Date | null
  campaign_spend_rule: SpendRule | null
}

/** The effective state at the given time: an open one expires whether or not this is stored. */
export const transactionStateAt = (
  transaction: Pick<Transaction, 'state' | 'expires_at'>,
  now: Date,
): TransactionState =>
  transaction.state === 'open' && now >= transaction.expires_at ? 'expired' : transaction.state

/** Fingerprint of a body, independent of field order. */
export const bodyHashOf = (body: unknown): Buffer =>
  hash('sha256', JSON.stringify(canonical(body)) ?? '', 'buffer')

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]))
}

export type TransactionRefused = Refused<
  typeof transactionRefusals & Pick<KernelRefusals, 'session.password-required'>
>

type EndedCode = Extract<
  TransactionRefused['code'],
  | 'session.password-required'
  | `campaigns.transaction-${'unknown' | 'reused' | 'cancelled' | 'expired' | 'reversed'}`
>

/** Decision on an attempt to complete a participation. */
export type AttemptDecision =
  /** First attempt: do the work. */
  | { kind: 'fresh' }
  /** Repeated with the same body: return the first response. */
  | { kind: 'repeat'; response: unknown }
  /** The same body is waiting for an external response. */
  | { kind: 'waiting'; state: 'processing' | 'unknown' }
  /** It failed: the stored failure is returned again. */
  | { kind: 'failed'; failure: TransactionFailure | null }
  | { kind: 'refused'; refused: TransactionRefused }

/** Decides an attempt to complete a participation; one of another customer, kind or campaign is not found. */
export const evaluateAttempt = (
  transaction: Transaction | undefined,
  attempt: Actor & {
    kind: PromotionKind
    campaign_id?: string | undefined
    body_hash: Buffer
    now: Date
    time_zone: TimeZone
  },
): AttemptDecision => {
  const refused = (code: EndedCode): AttemptDecision => ({ kind: 'refused', refused: { ok: false, code } })
  if (!transaction || !matches(transaction, attempt)) return refused('campaigns.transaction-unknown')
  if (!isAccessible(transaction, attempt)) return refused('session.password-required')
  if (transaction.body_hash && !transaction.body_hash.equals(attempt.body_hash))
    return refused('campaigns.transaction-reused')
  const state = transactionStateAt(transaction, attempt.now)
  switch (state) {
    case 'open': {
      const closed = closedRefusal(campaignOf(transaction), attempt.now, attempt.time_zone)
      return closed ? { kind: 'refused', refused: closed } : { kind: 'fresh' }
    }
    case 'processing':
    case 'unknown':
      return { kind: 'waiting', state }
    case 'completed':
      return { kind: 'repeat', response: transaction.response }
    case 'failed':
      return { kind: 'failed', failure: transaction.failure }
    case 'cancelled':
      return refused('campaigns.transaction-cancelled')
    case 'expired':
      return refused('campaigns.transaction-expired')
    case 'reversed':
      return refused('campaigns.transaction-reversed')
    default:
      return state satisfies never
  }
}

const matches = (
  transaction: Transaction,
  attempt: { customer_id: string; kind: PromotionKind; campaign_id?: string | undefined },
): boolean =>
  transaction.customer_id === attempt.customer_id &&
  transaction.kind === attempt.kind &&
  (attempt.campaign_id === undefined || transaction.campaign_id === attempt.campaign_id)

/** The campaign data of a participation that decide whether it can be completed. */
export const campaignOf = (transaction: Transaction): Parameters<typeof closedRefusal>[0] => ({
  state: transaction.campaign_state,
  starts_at: transaction.campaign_starts_at,
  ends_at: transaction.campaign_ends_at,
  ended_at: transaction.campaign_ended_at,
  redeem_until: transaction.campaign_redeem_until,
  spend_rule: transaction.campaign_spend_rule,
})

/** The protocol that the customer can quote. */
export const protocolOf = (transaction: Pick<Transaction, 'protocol_year' | 'protocol_number'>): string =>
  formatProtocol({ year: transaction.protocol_year, number: transaction.protocol_number })

/** A participation as its customer sees it. */
export const viewOf = (transaction: Transaction, now: Date): TransactionView => ({
  transaction_id: transaction.id,
  protocol: protocolOf(transaction),
  state: transactionStateAt(transaction, now),
  kind: transaction.kind,
  campaign_id: transaction.campaign_id,
  campaign_slug: transaction.campaign_slug,
  campaign_title: transaction.campaign_title,
  service_channel: transaction.service_channel,
  created_at: transaction.created_at.toISOString(),
  expires_at: transaction.expires_at.toISOString(),
  finished_at: transaction.finished_at?.toISOString() ?? null,
})
