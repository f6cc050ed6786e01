import { createHash } from 'node:crypto'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'
import { formatProtocol } from '@clube/contract/campaigns/protocol.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { closedRefusal } from './campaign.ts'

/** Why a participation failed: the refusal that its calls answer with. */
export type TransactionFailure = { code: string; values: Record<string, string | number> }

/** One participation with what a decision about it needs of its campaign. */
export type Transaction = {
  id: string
  protocol_year: number
  protocol_number: number
  customer_id: string
  campaign_id: string
  kind: PromotionKind
  state: TransactionState
  service_channel: string
  purchase_ids: string[]
  /** Of the body that it was used with. */
  body_hash: Buffer | null
  /** What its call answered the first time. */
  answer: unknown
  failure: TransactionFailure | null
  created_at: Date
  expires_at: Date
  finished_at: Date | null
  campaign_slug: string
  campaign_title: string
  campaign_state: CampaignState
  campaign_starts_at: Date
  campaign_ends_at: Date
  campaign_ended_at: Date | null
}

/** Where it stands by the clock: an open one expires whether or not anybody has written that down. */
export const transactionStateAt = (
  transaction: Pick<Transaction, 'state' | 'expires_at'>,
  now: Date,
): TransactionState =>
  transaction.state === 'open' && now >= transaction.expires_at ? 'expired' : transaction.state

/** Fingerprint of a body: the order of its fields does not matter, everything else does. */
export const bodyHashOf = (body: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest()

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]))
}

/** What an attempt to use a participation comes to. */
export type Judgement =
  /** Nothing has happened yet: the work may be done. */
  | { at: 'fresh' }
  /** It was done before with the same body: the first answer stands. */
  | { at: 'repeat'; answer: unknown }
  /** The same body is still waiting for an answer from outside. */
  | { at: 'waiting'; state: 'processing' | 'unknown' }
  | { at: 'refused'; refusal: Refusal }

/** Decides an attempt to use a participation; somebody else's and one of another kind or campaign are unknown. */
export const judgeAttempt = (
  transaction: Transaction | undefined,
  attempt: {
    customer_id: string
    kind: PromotionKind
    campaign_id?: string | undefined
    body_hash: Buffer
    now: Date
  },
): Judgement => {
  const refused = (code: string): Judgement => ({ at: 'refused', refusal: new Refusal(code) })
  if (!transaction || !isTheirs(transaction, attempt)) return refused('campaigns.transaction-unknown')
  if (transaction.body_hash && !transaction.body_hash.equals(attempt.body_hash))
    return refused('campaigns.transaction-reused')
  const state = transactionStateAt(transaction, attempt.now)
  switch (state) {
    case 'open': {
      const closed = closedRefusal(campaignOf(transaction), attempt.now)
      return closed ? { at: 'refused', refusal: closed } : { at: 'fresh' }
    }
    case 'processing':
    case 'unknown':
      return { at: 'waiting', state }
    case 'completed':
      return { at: 'repeat', answer: transaction.answer }
    case 'failed': {
      const { code, values } = transaction.failure ?? { code: 'campaigns.transaction-failed', values: {} }
      return { at: 'refused', refusal: new Refusal(code, values) }
    }
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

const isTheirs = (
  transaction: Transaction,
  attempt: { customer_id: string; kind: PromotionKind; campaign_id?: string | undefined },
): boolean =>
  transaction.customer_id === attempt.customer_id &&
  transaction.kind === attempt.kind &&
  (attempt.campaign_id === undefined || transaction.campaign_id === attempt.campaign_id)

const campaignOf = (transaction: Transaction) => ({
  state: transaction.campaign_state,
  starts_at: transaction.campaign_starts_at,
  ends_at: transaction.campaign_ends_at,
  ended_at: transaction.campaign_ended_at,
})

/** What the customer can quote. */
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
