import { clubYearOf } from '@clube/contract/kernel/club-time.ts'
import { transactionLifeSeconds } from '@clube/contract/campaigns/transaction-states.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { findCampaign } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { reasonsAgainst } from './eligibility.ts'
import { transactionStateAt, type Transaction } from './transaction.ts'
import { insertOpen, saveTransactionState } from './transaction-outcome-store.ts'
import { countParticipations, findTransaction, lockOpen } from './transaction-store.ts'

export type StartInput = {
  readonly customer_id: string
  readonly campaign_id: string
  readonly kind: PromotionKind
  readonly purchase_ids: readonly string[]
  readonly service_channel: string
}

/**
 * Opens a participation for an eligible person; the one that is still open for the same receipts is given back instead.
 * @throws {Refusal} campaigns.unknown, one of `eligibilityRefusals`, or campaigns.purchase-unusable
 */
export const startTransaction = (deps: CampaignDeps, input: StartInput): Promise<Transaction> =>
  inTransaction(deps.db, (tx) => startTransactionIn(deps, tx, input))

/** The same inside a transaction of the caller, for instance when an approved receipt completes an entitlement. */
export const startTransactionIn = async (
  deps: CampaignDeps,
  tx: Tx,
  input: StartInput,
): Promise<Transaction> => {
  const now = deps.clock()
  const campaign = await findCampaign(tx, input.campaign_id)
  if (!campaign || campaign.kind !== input.kind) throw new Refusal('campaigns.unknown')
  const person = await findCustomer(tx, input.customer_id)
  if (!person) throw new Refusal('session.required')
  const [reason] = reasonsAgainst({ campaign, person, counted: 0, now })
  if (reason) throw reason

  const existing = await openOrFind(deps, tx, input, now)
  if (existing.reused) return existing.transaction
  const { transaction } = existing
  // Counted after the insert: no second one can be opened beside it, so the number is exact.
  const counted = await countParticipations(tx, input)
  if (campaign.limit_per_customer !== null && counted > campaign.limit_per_customer)
    throw new Refusal('campaigns.limit-reached', { count: campaign.limit_per_customer })
  if (input.purchase_ids.length > 0)
    await deps.purchases.claim(tx, { ...input, transaction_id: transaction.id, now })
  return transaction
}

/** Each round either opens one, finds one, or ends one that stood in the way. */
const rounds = 4

const openOrFind = async (
  deps: CampaignDeps,
  tx: Tx,
  input: StartInput,
  now: Date,
): Promise<{ transaction: Transaction; reused: boolean }> => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await insertOpen(tx, {
      protocol_year: clubYearOf(now),
      customer_id: input.customer_id,
      campaign_id: input.campaign_id,
      kind: input.kind,
      service_channel: input.service_channel,
      purchase_ids: [...input.purchase_ids],
      created_at: now,
      expires_at: new Date(now.getTime() + transactionLifeSeconds * 1000),
    })
    if (id !== null) {
      const transaction = await findTransaction(tx, id)
      if (!transaction) throw new Error('A participation vanished while it was opened')
      return { transaction, reused: false }
    }
    const open = await lockOpen(tx, input)
    if (open && transactionStateAt(open, now) === 'open' && samePurchases(open, input))
      return { transaction: open, reused: true }
    if (open) await giveWay(deps, tx, open, now)
  }
  throw new Error('No participation could be opened')
}

const samePurchases = (open: Transaction, input: StartInput): boolean =>
  open.purchase_ids.length === input.purchase_ids.length &&
  open.purchase_ids.every((id) => input.purchase_ids.includes(id))

/** An open one that is over, or that was opened for other receipts, makes room. */
const giveWay = async (deps: CampaignDeps, tx: Tx, open: Transaction, now: Date): Promise<void> => {
  const isOver = transactionStateAt(open, now) === 'expired'
  await saveTransactionState(tx, open.id, {
    state: isOver ? 'expired' : 'cancelled',
    finished_at: isOver ? open.expires_at : now,
  })
  await deps.purchases.release(tx, [open.id])
}
