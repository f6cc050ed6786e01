import { Readable } from 'node:stream'
import { codesSheetFile, maxSheetCodes } from '@clube/contract/scratch-card/batch-calls.ts'
import { formatDate, formatTime } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { findBatch, lockBatch, saveHandOut, type CodeBatch } from './batch-store.ts'
import { codeIndexOf, createScratchCode } from './code-at-rest.ts'
import { codeLinkOf, codesCsv } from './codes-csv.ts'
import { codeSheets } from './codes-pdf.ts'
import { insertBatchCodes } from './code-store.ts'
import { lockDeck } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { findScratchCampaign, type ScratchCampaign } from './scratch-campaign.ts'

const refuse = refusalsOf(codesSheetFile)

type HandOut = { readonly batch_id: string; readonly staff_id: string }

/** Fingerprints created in one turn of the event loop, which must not delay other requests. */
const codesPerTurn = 500

/**
 * Creates the codes of an approved batch and returns them as CSV, once. They exist in this response only; their
 * fingerprints are stored before it begins.
 * @throws {Refusal} one of the file's refusals; a second request is audited
 */
export const handOutCsv = async (deps: ScratchCardDeps, input: HandOut): Promise<Readable> => {
  const { campaign, batch } = await requireApproved(deps, input)
  const { codes, indexes } = await createCodes(deps, batch.count)
  await saveCodes(deps, { ...input, batch, campaign, indexes, type: 'CSV' })
  const linkOf = (code: string) => codeLinkOf(deps.sender.base_url, campaign, code)
  return Readable.from(codesCsv(codes, linkOf))
}

/**
 * Creates the codes of a smaller approved batch and returns them as printable sheets, once.
 * @throws {Refusal} as `handOutCsv`, or scratch-card.too-many-for-sheets
 */
export const handOutSheets = async (deps: ScratchCardDeps, input: HandOut): Promise<Buffer> => {
  const { campaign, batch } = await requireApproved(deps, input)
  if (batch.count > maxSheetCodes) throw refuse('scratch-card.too-many-for-sheets')
  const { codes, indexes } = await createCodes(deps, batch.count)
  const linkOf = (code: string) => codeLinkOf(deps.sender.base_url, campaign, code)
  // Drawn before the codes are stored: a file that cannot be drawn leaves the batch approved.
  const sheets = await codeSheets(
    { campaign_title: campaign.title, codes, linkOf, created_at: deps.clock() },
    deps.sender,
  )
  await saveCodes(deps, { ...input, batch, campaign, indexes, type: 'PDF' })
  return sheets
}

type Approved = { readonly campaign: ScratchCampaign; readonly batch: CodeBatch }

/** Reads the batch without a lock; `saveCodes` checks its state again. */
const requireApproved = async (deps: ScratchCardDeps, { batch_id, staff_id }: HandOut): Promise<Approved> => {
  const batch = await findBatch(deps.db, batch_id)
  const campaign = batch && (await findScratchCampaign(deps.db, batch.campaign_id))
  if (!batch || !campaign) throw refuse('scratch-card.unknown-batch')
  const refusal = stateRefusal(deps, batch)
  if (refusal) {
    await auditRefusal(deps, { batch, staff_id })
    throw refusal
  }
  return { batch, campaign }
}

/** Null when the file can be handed out. */
const stateRefusal = ({ time_zone }: ScratchCardDeps, batch: CodeBatch): Refusal | null => {
  if (batch.handed_out_at !== null && batch.state !== 'void') {
    const date = formatDate(batch.handed_out_at, time_zone)
    return refuse('scratch-card.already-handed-out', {
      date,
      time: formatTime(batch.handed_out_at, time_zone),
    })
  }
  if (batch.state === 'void') return refuse('scratch-card.void-batch')
  return batch.state === 'approved' ? null : refuse('scratch-card.not-approved')
}

/** In its own transaction: the refused request changes nothing. */
const auditRefusal = (
  deps: ScratchCardDeps,
  { batch, staff_id }: { batch: CodeBatch; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.refuse-hand-out',
      subject: { kind: 'scratch-batch', id: batch.id },
      sentence: `Pediu o arquivo de um lote de ${batch.count} códigos, que não foi entregue.`,
    }),
  )

const createCodes = async (
  { vault, random }: ScratchCardDeps,
  count: number,
): Promise<{ codes: string[]; indexes: Buffer[] }> => {
  const codes: string[] = []
  const indexes: Buffer[] = []
  while (codes.length < count) {
    for (let n = Math.min(codesPerTurn, count - codes.length); n > 0; n -= 1) {
      const code = createScratchCode(random)
      codes.push(code)
      indexes.push(codeIndexOf(vault, code))
    }
    await new Promise(setImmediate)
  }
  return { codes, indexes }
}

const saveCodes = async (
  deps: ScratchCardDeps,
  input: Approved & { staff_id: string; indexes: readonly Buffer[]; type: 'CSV' | 'PDF' },
): Promise<void> => {
  const { campaign, batch, staff_id, indexes, type } = input
  const isHandedOut = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const deck = await lockDeck(tx, campaign.id)
    if (deck?.state !== 'sealed') throw refuse('scratch-card.deck-not-sealed')
    await lockBatch(tx, batch.id)
    if (!(await saveHandOut(tx, { id: batch.id, staff_id, now }))) return false
    if (!(await insertBatchCodes(tx, { deck_id: deck.id, batch_id: batch.id, indexes, now })))
      throw refuse('scratch-card.too-many-codes', { left: deck.cards - deck.codes })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.hand-out-batch',
      subject: { kind: 'scratch-batch', id: batch.id },
      sentence: `Baixou em ${type} os ${batch.count} códigos de um lote da promoção ${campaign.slug}, aprovado para: ${batch.purpose}`,
    })
    return true
  })
  if (isHandedOut) return
  // Another request was first.
  await requireApproved(deps, { batch_id: batch.id, staff_id })
  throw new Error('An approved batch was not handed out')
}
