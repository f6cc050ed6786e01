import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { readDeskAwardCall, type DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { oldestUndoable, type DeskMember } from '../../campaigns/index.ts'
import { deskPersonOf, findDeskPeople } from '../../identity/index.ts'
import { awardCodes, awardStateAt, deadlineOf, needsSignature } from '../awards/award.ts'
import { findAward, findAwardByCode, type DrawnAward } from '../awards/award-store.ts'
import { listAwaitingAccount, withPrizes } from '../awards/view-awards.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { auditAward } from './audit-desk.ts'
import { findLiveDeliveries, type Delivery } from './delivery-store.ts'

/** Whether the staff member may undo the delivery now. */
export const canUndo = (
  { roles }: DeskMember,
  { delivered_at, undone_at }: Pick<Delivery, 'delivered_at' | 'undone_at'>,
  now: Date,
): boolean =>
  undone_at === null && delivered_at >= oldestUndoable(now) && rolesAllow(roles, 'scratch.supervise')

/** Reads an award by its code; the access is audited. @throws {Refusal} scratch-card.unknown-award */
export const readDeskAward = (
  deps: ScratchCardDeps,
  { code, staff }: { code: string; staff: DeskMember },
): Promise<DeskAward> =>
  inTransaction(deps.db, async (tx) => {
    const parsed = parseVoucherCode(code)
    const award =
      parsed.kind === 'unknown'
        ? undefined
        : await findAwardByCode(tx, parsed.kind, awardCodes.indexOf(deps.vault, parsed.kind, parsed.code))
    if (!award) throw refusalsOf(readDeskAwardCall)('scratch-card.unknown-award')
    await auditAward(deps, tx, {
      staff_id: staff.staff_id,
      award_id: award.id,
      action: 'read-award',
      sentence: 'Leu o código de um prêmio no balcão.',
    })
    return viewDeskAward(deps, tx, { award_id: award.id, staff })
  })

/** The award as the staff member sees it. */
export const viewDeskAward = async (
  deps: ScratchCardDeps,
  db: Db,
  { award_id, staff }: { award_id: string; staff: DeskMember },
): Promise<DeskAward> => {
  const found = await findAward(db, award_id)
  const [view] = found ? await viewDeskAwards(deps, db, { awards: [found], staff }) : []
  if (!view) throw new Error('The award was not found')
  return view
}

/** Awards as the staff member sees them. */
export const viewDeskAwards = async (
  deps: ScratchCardDeps,
  db: Db,
  { awards: found, staff }: { awards: readonly DrawnAward[]; staff: DeskMember },
): Promise<DeskAward[]> => {
  const awards = await withPrizes(db, found)
  const now = deps.clock()
  const people = await findDeskPeople(deps, db, awards)
  const deliveries = await findLiveDeliveries(
    db,
    awards.map(({ id }) => id),
  )
  const names = await deps.namesOfStaff(
    db,
    [...deliveries.values()].map(({ staff_id }) => staff_id),
  )
  const awaitingAccount = await listAwaitingAccount(db, awards)
  return awards.map((award) => {
    const { id: award_id, campaign, prize } = award
    const state = awardStateAt(award, now)
    const person = deskPersonOf(people, award.customer_id)
    const delivery = deliveries.get(award_id)
    const undoable = delivery && canUndo(staff, delivery, now) ? delivery : null
    return {
      award_id,
      campaign_title: campaign.title,
      prize: {
        kind: prize.kind,
        title: prize.title,
        value_cents: prize.value_cents,
        pickup_place: prize.pickup_place,
      },
      customer_name: person.name,
      document_end: person.document_end,
      state,
      won_at: award.won_at.toISOString(),
      expires_at: deadlineOf(award)?.toISOString() ?? null,
      can_deliver: state === 'pending',
      delivered_at: delivery?.delivered_at.toISOString() ?? null,
      delivered_by: (delivery && names.get(delivery.staff_id)?.name) ?? null,
      can_undo: undoable !== null,
      client_delivery_id: undoable?.client_delivery_id ?? null,
      needs_signature: needsSignature(campaign.settings, prize),
      needs_account: awaitingAccount.has(award_id),
    }
  })
}
