import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  voidCodeBatchCall,
  voidScratchCodeCall,
  type CodeBatch as CodeBatchView,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { parseScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import { findBatch, lockBatch, saveVoid } from './batch-store.ts'
import { codeIndexOf } from './code-at-rest.ts'
import { findCodes, voidCodes } from './code-store.ts'
import { lockDeck } from './deck-store.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { findScratchCampaign } from './scratch-campaign.ts'
import { viewBatch } from './view-batches.ts'

const refuseBatch = refusalsOf(voidCodeBatchCall)

/**
 * Voids a batch with its codes, except used ones; one without codes is withdrawn. A repeat changes nothing.
 * @throws {Refusal} scratch-card.unknown-batch
 */
export const voidBatch = (
  deps: ScratchCardDeps,
  { batch_id, reason, staff_id }: { batch_id: string; reason: string; staff_id: string },
): Promise<CodeBatchView> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const batch = await findBatch(tx, batch_id)
    if (!batch) throw refuseBatch('scratch-card.unknown-batch')
    await lockDeck(tx, batch.campaign_id)
    await lockBatch(tx, batch.id)
    const isVoided = await saveVoid(tx, { id: batch.id, staff_id, reason, now })
    const codes = isVoided
      ? await voidCodes(tx, {
          deck_id: batch.deck_id,
          which: { batch_id: batch.id },
          staff_id,
          reason,
          now,
        })
      : 0
    const view = await viewBatch(deps, tx, { batch_id: batch.id, staff_id })
    if (isVoided)
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'scratch-card.void-batch',
        subject: { kind: 'scratch-batch', id: batch.id },
        sentence: `Anulou um lote de ${batch.count} códigos, dos quais ${codes} ainda valiam. Motivo: ${reason}`,
      })
    return view
  })

const refuseCode = refusalsOf(voidScratchCodeCall)

/**
 * Voids a paper code of a campaign. A repeat changes nothing. Wrong codes count toward a limit, so that staff cannot
 * guess codes.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const voidCode = async (
  deps: ScratchCardDeps & Pick<ScratchServices, 'limits'>,
  input: { campaign_id: string; code: string; reason: string; staff_id: string },
): Promise<DataOf<typeof voidScratchCodeCall>> => {
  const { campaign_id, reason, staff_id } = input
  const parsed = parseScratchCode(input.code)
  if (parsed.kind === 'slip') throw refuseCode('scratch-card.void-invalid-code')
  const attempt = { limit: 'scratch-code-guesses', key: staff_id, at: deps.clock() } as const
  if (!(await deps.limits.spend(attempt.limit, attempt.key, attempt.at)))
    throw refuseRequest('request.rate-limited')
  const done = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const campaign = await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuseCode('campaigns.unknown')
    const deck = await lockDeck(tx, campaign_id)
    const [code] = deck ? await findCodes(tx, [codeIndexOf(deps.vault, parsed.code)]) : []
    if (!deck || code?.deck_id !== deck.id || code.batch_id === null) return null
    if (code.state === 'used') throw refuseCode('scratch-card.void-used-code')
    const which = { id: code.id }
    const voided = await voidCodes(tx, { deck_id: deck.id, which, staff_id, reason, now })
    const batch = await viewBatch(deps, tx, { batch_id: code.batch_id, staff_id })
    if (voided > 0)
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'scratch-card.void-code',
        subject: { kind: 'scratch-batch', id: code.batch_id },
        sentence: `Anulou um código de um lote da promoção ${campaign.slug}. Motivo: ${reason}`,
      })
    return { batch, repeated: voided === 0 }
  })
  if (!done) throw refuseCode('scratch-card.void-invalid-code')
  await deps.limits.refund([attempt], attempt.at)
  return done
}
