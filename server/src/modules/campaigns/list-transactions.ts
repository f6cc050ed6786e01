import { type Participation, readTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { pageOf } from '../../kernel/page.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { CampaignDeps } from './deps.ts'
import { describeParticipations } from './describe-participations.ts'
import { findTransaction, listAccessible } from './transaction-store.ts'

const refuse = refusalsOf(readTransactionCall)

const pageSize = 20

/** A page of the participations accessible to the actor, newest first. */
export const listTransactions = async (
  deps: CampaignDeps,
  input: Actor & { campaign_id: string | null; cursor: string | null },
): Promise<{ page: Participation[]; next_cursor: string | null }> => {
  const rows = await listAccessible(deps.db, { ...input, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
  return { page: await describeParticipations(deps, page), next_cursor }
}

/** A participation of a customer; null for one that does not exist or is another customer's. */
export const findParticipationOf = async (
  deps: CampaignDeps,
  { customer_id, transaction_id }: { customer_id: string; transaction_id: string },
): Promise<Participation | null> => {
  const transaction = await findTransaction(deps.db, transaction_id)
  if (transaction?.customer_id !== customer_id) return null
  const [participation] = await describeParticipations(deps, [transaction])
  return participation ?? null
}

/**
 * @throws {Refusal} campaigns.transaction-unknown (also for another customer's participation),
 * session.password-required
 */
export const readTransaction = async (
  deps: CampaignDeps,
  input: Actor & { transaction_id: string },
): Promise<Participation> => {
  const transaction = await findTransaction(deps.db, input.transaction_id)
  if (!transaction || transaction.customer_id !== input.customer_id)
    throw refuse('campaigns.transaction-unknown')
  requireAccess(transaction, input)
  const [participation] = await describeParticipations(deps, [transaction])
  if (!participation) throw new Error('The participation was not described')
  return participation
}
