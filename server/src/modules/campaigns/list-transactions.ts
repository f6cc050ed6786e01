import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CampaignDeps } from './deps.ts'
import { viewOf } from './transaction.ts'
import { findTransaction, listOfCustomer } from './transaction-store.ts'

const pageSize = 20

/** The person's participations, the newest first, and where the next page begins. */
export const listTransactions = async (
  deps: CampaignDeps,
  input: { customer_id: string; campaign_id: string | null; cursor: string | null },
): Promise<{ page: TransactionView[]; next_cursor: string | null }> => {
  const now = deps.clock()
  const rows = await listOfCustomer(deps.db, { ...input, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const next_cursor = rows.length > pageSize ? (page.at(-1)?.id ?? null) : null
  return { page: page.map((transaction) => viewOf(transaction, now)), next_cursor }
}

/** @throws {Refusal} campaigns.transaction-unknown, also for somebody else's */
export const readTransaction = async (
  deps: CampaignDeps,
  input: { transaction_id: string; customer_id: string },
): Promise<TransactionView> => {
  const transaction = await findTransaction(deps.db, input.transaction_id)
  if (!transaction || transaction.customer_id !== input.customer_id)
    throw new Refusal('campaigns.transaction-unknown')
  return viewOf(transaction, deps.clock())
}
