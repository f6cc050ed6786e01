import {
  approveCodeBatchCall,
  codesCsvFile,
  codesSheetFile,
  listCodeBatchesCall,
  requestCodeBatchCall,
  reviewCodeBatchesCall,
  voidCodeBatchCall,
  voidScratchCodeCall,
} from '@clube/contract/scratch-card/batch-calls.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  listGivingCampaignsCall,
  undoScratchGiftCall,
} from '@clube/contract/scratch-card/gift-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import { readDocument } from '../identity/index.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { findReceiver, giveCards, listGivingCampaigns } from './give-cards.ts'
import { handOutCsv, handOutSheets } from './hand-out-codes.ts'
import { approveBatch, listCampaignBatches, requestBatch, reviewBatches } from './request-batch.ts'
import { undoGift } from './undo-gift.ts'
import { voidBatch, voidCode } from './void-codes.ts'

/** Binds the batches of printed codes, and the cards given at the desk. */
export const bindScratchCodes = (binder: Binder, deps: ScratchCardDeps & ScratchServices): void => {
  bindCall(binder, listCodeBatchesCall, async ({ query, staff: { staff_id } }) => ({
    data: await listCampaignBatches(deps, { ...query, staff_id }),
  }))
  bindCall(binder, reviewCodeBatchesCall, async ({ staff: { staff_id } }) => ({
    data: await reviewBatches(deps, { staff_id }),
  }))
  bindCall(binder, requestCodeBatchCall, async ({ body, staff: { staff_id } }) => ({
    data: await requestBatch(deps, { ...body, staff_id }),
  }))
  bindCall(binder, approveCodeBatchCall, async ({ body, staff: { staff_id } }) => ({
    data: await approveBatch(deps, { ...body, staff_id }),
  }))
  bindFile(binder, codesCsvFile, ({ params, staff: { staff_id } }) =>
    handOutCsv(deps, { ...params, staff_id }),
  )
  bindFile(binder, codesSheetFile, ({ params, staff: { staff_id } }) =>
    handOutSheets(deps, { ...params, staff_id }),
  )
  bindCall(binder, voidCodeBatchCall, async ({ body, staff: { staff_id } }) => ({
    data: await voidBatch(deps, { ...body, staff_id }),
  }))
  bindCall(binder, voidScratchCodeCall, async ({ body, staff: { staff_id } }) => ({
    data: await voidCode(deps, { ...body, staff_id }),
  }))

  bindCall(binder, listGivingCampaignsCall, async () => ({ data: await listGivingCampaigns(deps) }))
  bindCall(binder, findCardReceiverCall, async ({ body, staff: { staff_id } }) => {
    const document = readDocument(deps.rules, body)
    return { data: await findReceiver(deps, { ...body, document, staff_id }) }
  })
  bindCall(binder, giveScratchCardsCall, async ({ body, staff: { staff_id } }) => ({
    data: await giveCards(deps, { ...body, staff_id }),
  }))
  bindCall(binder, undoScratchGiftCall, async ({ body, staff: { staff_id } }) => ({
    data: await undoGift(deps, { ...body, staff_id }),
  }))
}
