import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  approveCodeBatchCall,
  listCodeBatchesCall,
  requestCodeBatchCall,
  type CodeBatch as CodeBatchView,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  countReserved,
  findBatch,
  insertBatch,
  listBatches,
  listRequestedBatches,
  lockBatch,
  saveApproval,
} from './batch-store.ts'
import type { ScratchDeck } from './deck.ts'
import { findDeck, lockDeck } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { findScratchCampaign } from './scratch-campaign.ts'
import { viewBatch, viewBatches } from './view-batches.ts'

const refuse = refusalsOf(requestCodeBatchCall)

export type BatchRequest = {
  readonly batch_id: string
  readonly campaign_id: string
  readonly count: number
  readonly purpose: string
  readonly staff_id: string
}

/** Number of cards of a deck that neither have a code nor are reserved for a batch. */
export const countFreeCards = async (
  db: Db,
  { id, cards, codes }: Pick<ScratchDeck, 'id' | 'cards' | 'codes'>,
): Promise<number> => Math.max(0, cards - codes - (await countReserved(db, id)))

/**
 * Requests a batch of codes, which another member approves. A repeat by the same member returns it.
 * @throws {Refusal} one of the call's refusals
 */
export const requestBatch = (deps: ScratchCardDeps, input: BatchRequest): Promise<CodeBatchView> =>
  inTransaction(deps.db, async (tx) => {
    const { campaign_id, count, purpose, staff_id } = input
    const batch_id = input.batch_id.toLowerCase()
    const campaign = await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuse('campaigns.unknown')
    const deck = await lockDeck(tx, campaign_id)
    const earlier = await findBatch(tx, batch_id)
    if (earlier) {
      const isSame =
        earlier.campaign_id === campaign.id &&
        earlier.requested_by === staff_id &&
        earlier.count === count &&
        earlier.purpose === purpose
      if (isSame) return viewBatch(deps, tx, { batch_id, staff_id })
      throw refuse('scratch-card.batch-reused')
    }
    if (!campaign.settings.earned_by.includes('paper')) throw refuse('scratch-card.no-paper-codes')
    if (deck?.state !== 'sealed') throw refuse('scratch-card.deck-not-sealed')
    const left = await countFreeCards(tx, deck)
    if (count > left) throw refuse('scratch-card.too-many-codes', { left })
    const requested = { id: batch_id, deck_id: deck.id, count, purpose, requested_by: staff_id }
    // Only a concurrent request in another campaign can have taken the id.
    if (!(await insertBatch(tx, { ...requested, requested_at: deps.clock() })))
      throw refuse('scratch-card.batch-reused')
    const view = await viewBatch(deps, tx, { batch_id, staff_id })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.request-batch',
      subject: { kind: 'scratch-batch', id: batch_id },
      sentence: `Pediu ${count} códigos da promoção ${campaign.slug} para: ${purpose}`,
    })
    return view
  })

const refuseApproval = refusalsOf(approveCodeBatchCall)

/**
 * Approves a batch, as its second signature. A repeat by the same member returns the batch.
 * @throws {Refusal} one of the call's refusals
 */
export const approveBatch = (
  deps: ScratchCardDeps,
  { batch_id, staff_id }: { batch_id: string; staff_id: string },
): Promise<CodeBatchView> =>
  inTransaction(deps.db, async (tx) => {
    const batch = await findBatch(tx, batch_id)
    if (!batch) throw refuseApproval('scratch-card.unknown-batch')
    if (batch.requested_by === staff_id) throw refuseApproval('scratch-card.own-batch')
    await lockBatch(tx, batch.id)
    const isApproved = await saveApproval(tx, { id: batch.id, staff_id, now: deps.clock() })
    const view = await viewBatch(deps, tx, { batch_id: batch.id, staff_id })
    if (!isApproved) {
      const current = await findBatch(tx, batch.id)
      if (current?.state === 'approved' && current.approved_by === staff_id) return view
      throw refuseApproval('scratch-card.batch-state')
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.approve-batch',
      subject: { kind: 'scratch-batch', id: batch.id },
      sentence: `Aprovou o lote de ${batch.count} códigos pedido para: ${batch.purpose}`,
    })
    return view
  })

const refuseList = refusalsOf(listCodeBatchesCall)

/** @throws {Refusal} campaigns.unknown */
export const listCampaignBatches = async (
  deps: ScratchCardDeps,
  { campaign_id, staff_id }: { campaign_id: string; staff_id: string },
): Promise<DataOf<typeof listCodeBatchesCall>> => {
  const { db } = deps
  const campaign = await findScratchCampaign(db, campaign_id)
  if (!campaign) throw refuseList('campaigns.unknown')
  const deck = await findDeck(db, campaign_id)
  if (!deck || deck.state === 'prepared') return { batches: [], free_cards: null }
  const batches = await viewBatches(deps, db, { batches: await listBatches(db, deck.id), staff_id })
  return { batches, free_cards: await countFreeCards(db, deck) }
}

const reviewLimit = 100

/** The batches that wait for the second signature. */
export const reviewBatches = async (
  deps: ScratchCardDeps,
  { staff_id }: { staff_id: string },
): Promise<CodeBatchView[]> =>
  viewBatches(deps, deps.db, { batches: await listRequestedBatches(deps.db, reviewLimit), staff_id })
