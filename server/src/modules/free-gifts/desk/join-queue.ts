import {
  joinQueueAtDeskCall,
  joinQueueCall,
  type DeskQueueEntry,
} from '@clube/contract/free-gifts/queue-calls.ts'
import type { endedVoucherRefusals } from '@clube/contract/free-gifts/refusals.ts'
import type { QueueNumber } from '@clube/contract/free-gifts/voucher.ts'
import { clubDayOf, endOfClubDay } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import type { Actor } from '../../sessions/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import {
  findLiveEntry,
  findNumbers,
  insertEntry,
  lockQueue,
  type QueueEntry,
} from '../vouchers/queue-store.ts'
import { findOwnVoucher } from '../vouchers/view-vouchers.ts'
import { endedVoucherRefusal } from '../vouchers/voucher.ts'
import { holdVoucher, lockVoucher } from '../vouchers/voucher-store.ts'
import { auditVoucher } from './audit-desk.ts'
import { viewEntry } from './call-numbers.ts'
import { findScanned } from './read-voucher.ts'

/**
 * Takes today's number for the customer's voucher; a repeat returns the same one.
 * @throws {Refusal} one of the call's refusals, session.password-required
 */
export const joinQueue = (deps: FreeGiftDeps, input: Actor & { voucher_id: string }): Promise<QueueNumber> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(joinQueueCall)
    const { id } = await findOwnVoucher(tx, { ...input, refuse })
    const { club_day } = await takeNumber(deps, tx, { voucher_id: id, refuse })
    const number = (await findNumbers(tx, [id], club_day)).get(id)
    if (!number) throw new Error('The number was not found')
    return number
  })

/** Takes a number for a person at the desk, who shows the voucher's code. @throws {Refusal} one of the call's refusals */
export const joinQueueAtDesk = (
  deps: FreeGiftDeps,
  { code, staff_id }: { code: string; staff_id: string },
): Promise<DeskQueueEntry> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(joinQueueAtDeskCall)
    const { id: voucher_id } = await findScanned(deps, tx, { code, refuse })
    const entry = await takeNumber(deps, tx, { voucher_id, refuse })
    await auditVoucher(deps, tx, {
      staff_id,
      voucher_id,
      action: 'give-number',
      sentence: `Deu a senha ${entry.number} no balcão.`,
    })
    return viewEntry(deps, tx, entry)
  })

/** Takes a number for a voucher that can be used, or finds today's; the voucher is held until the end of the day. */
const takeNumber = async (
  deps: FreeGiftDeps,
  tx: Tx,
  { voucher_id, refuse }: { voucher_id: string; refuse: Refuse<typeof endedVoucherRefusals> },
): Promise<QueueEntry> => {
  const voucher = await lockVoucher(tx, voucher_id)
  if (!voucher) throw new Error('The voucher was not found')
  const now = deps.clock()
  const ended = endedVoucherRefusal(voucher, now, deps.time_zone)
  if (ended) throw refuse(ended)
  const club_day = clubDayOf(now, deps.time_zone)
  const earlier = await findLiveEntry(tx, { voucher_id, club_day })
  if (earlier) return earlier
  const queue = { ...voucher, club_day }
  await lockQueue(tx, queue)
  const entry = await insertEntry(tx, queue, { voucher_id, taken_at: now })
  await holdVoucher(tx, voucher_id, endOfClubDay(club_day, deps.time_zone) ?? now)
  return entry
}
