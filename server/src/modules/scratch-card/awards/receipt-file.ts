import {
  awardReceiptFile,
  deskReceiptFile,
  type ReceiptFormat,
} from '@clube/contract/scratch-card/award-calls.ts'
import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { findPeople, maskedDocumentOf } from '../../identity/index.ts'
import { nameFor, type Actor } from '../../sessions/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { auditAward } from '../desk/audit-desk.ts'
import { findLiveDeliveries } from '../desk/delivery-store.ts'
import { awardCodes } from './award.ts'
import { findAward, type DrawnAward } from './award-store.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { findOwnAward, withPrizes } from './view-awards.ts'

/**
 * The receipt of the customer's delivered prize.
 * @throws {Refusal} as `findOwnAward`, or scratch-card.no-receipt
 */
export const readOwnReceipt = async (
  deps: ScratchCardDeps,
  input: Actor & { award_id: string; format: ReceiptFormat },
): Promise<Buffer> => {
  const refuse = refusalsOf(awardReceiptFile)
  const award = await findOwnAward(deps.db, { ...input, refuse })
  const nameOf = (name: string) => nameFor(input, name)
  const content = await drawReceipt(deps, deps.db, { award, format: input.format, nameOf })
  if (content === null) throw refuse('scratch-card.no-receipt')
  return content
}

/**
 * The receipt for the desk; the access is audited.
 * @throws {Refusal} scratch-card.unknown-award, scratch-card.no-receipt
 */
export const readDeskReceipt = (
  deps: ScratchCardDeps,
  { award_id, format, staff_id }: { award_id: string; format: ReceiptFormat; staff_id: string },
): Promise<Buffer> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(deskReceiptFile)
    const award = await findAward(tx, award_id)
    if (!award) throw refuse('scratch-card.unknown-award')
    const content = await drawReceipt(deps, tx, { award, format, nameOf: (name) => name })
    if (content === null) throw refuse('scratch-card.no-receipt')
    await auditAward(deps, tx, {
      staff_id,
      award_id,
      action: 'print-receipt',
      sentence: 'Abriu o recibo da entrega de um prêmio.',
    })
    return content
  })

/** The receipt of the delivery that was not undone; null if there is none. */
const drawReceipt = async (
  deps: ScratchCardDeps,
  db: Db,
  input: { award: DrawnAward; format: ReceiptFormat; nameOf: (name: string) => string },
): Promise<Buffer | null> => {
  const { id, customer_id, code_sealed, position } = input.award
  const delivery = (await findLiveDeliveries(db, [id])).get(id)
  if (!delivery || code_sealed === null) return null
  const [award] = await withPrizes(db, [input.award])
  const person = (await findPeople(db, [customer_id])).get(customer_id)
  if (!award || !person) throw new Error('The award or its customer was not found')
  const staff = await deps.namesOfStaff(db, [delivery.staff_id])
  return receiptPdf(
    {
      campaign_title: award.campaign.title,
      prize_title: award.prize.title,
      value_cents: award.prize.value_cents,
      pickup_place: award.prize.pickup_place ?? '',
      customer_name: input.nameOf(person.name ?? ''),
      document: maskedDocumentOf(deps.vault, person),
      delivered_at: delivery.delivered_at,
      delivered_by: staff.get(delivery.staff_id)?.name ?? null,
      has_signature: delivery.has_signature,
      code_end: voucherCodeEnd(shortCodeOf(awardCodes.open(deps.vault, code_sealed))),
      position,
    },
    deps.sender,
    { format: input.format, zone: deps.time_zone },
  )
}
