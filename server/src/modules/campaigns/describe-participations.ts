import type { Participation } from '@clube/contract/campaigns/transaction-calls.ts'
import { closedRefusal } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'
import type { ParticipationOutcome } from './promotion.ts'
import { campaignOf, transactionStateAt, viewOf, type Transaction } from './transaction.ts'

/** Participations with their outcomes and receipts, as their customer sees them. */
export const describeParticipations = async (
  deps: CampaignDeps,
  transactions: readonly Transaction[],
): Promise<Participation[]> => {
  const now = deps.clock()
  const outcomes = await outcomesOf(deps, transactions)
  const receipts = await deps.purchases.describe(deps.db, transactions)
  return transactions.map((transaction) => {
    const outcome = describeStatus(transaction, outcomes.get(transaction.id), now)
    const isCampaignOpen = closedRefusal(campaignOf(transaction), now, deps.time_zone) === null
    return {
      ...viewOf(transaction, now),
      ...outcome,
      receipts: [...(receipts.get(transaction.id) ?? [])],
      can_continue: outcome.status === 'unconfirmed' || (outcome.status === 'open' && isCampaignOpen),
    }
  })
}

/** Outcomes from the participations' kinds. */
const outcomesOf = async (
  { db, promotions }: CampaignDeps,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const ended = transactions.filter(({ state }) => state === 'completed' || state === 'reversed')
  const all = new Map<string, ParticipationOutcome>()
  for (const [kind, group] of Map.groupBy(ended, (transaction) => transaction.kind)) {
    const outcomes = await promotions[kind]?.describeOutcomes(db, group)
    for (const [id, outcome] of outcomes ?? []) all.set(id, outcome)
  }
  return all
}

/** The status of a participation, with the outcome that its kind describes. */
export const describeStatus = (
  transaction: Pick<Transaction, 'state' | 'expires_at' | 'return_note'>,
  outcome: ParticipationOutcome | undefined,
  now: Date,
): ParticipationOutcome => {
  const state = transactionStateAt(transaction, now)
  const withoutNote = { subject: outcome?.subject ?? null, note: null }
  switch (state) {
    case 'completed':
      return outcome ?? { ...withoutNote, status: 'completed' }
    case 'reversed':
      // A returned participation was cancelled by its customer or with the session, not by staff.
      return transaction.return_note === null
        ? { ...withoutNote, status: 'reversed' }
        : { ...withoutNote, status: 'cancelled', note: transaction.return_note }
    case 'unknown':
      return { ...withoutNote, status: 'processing' }
    case 'failed':
      return { ...withoutNote, status: 'refused' }
    case 'open':
    case 'processing':
    case 'cancelled':
    case 'expired':
      return { ...withoutNote, status: state }
    default:
      return state satisfies never
  }
}
