import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { formatDateTime, formatEnd, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../../db/database.ts'
import type { ParticipationOutcome, Transaction } from '../../campaigns/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { withGifts, type VoucherWithGift } from './view-vouchers.ts'
import { lastDay, voucherStateAt } from './voucher.ts'
import { listVouchersOf } from './voucher-store.ts'

/** The vouchers of participations, as their customers see them in *Minhas participações*. */
export const describeOutcomes = async (
  { clock, time_zone }: Pick<FreeGiftDeps, 'clock' | 'time_zone'>,
  db: Db,
  transactions: readonly Pick<Transaction, 'id'>[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const now = clock()
  const ids = transactions.map(({ id }) => id)
  const vouchers = await withGifts(db, await listVouchersOf(db, ids))
  return new Map(
    vouchers.map((voucher) => [voucher.transaction_id, outcomeOf(voucher, now, time_zone)] as const),
  )
}

const outcomeOf = (voucher: VoucherWithGift, now: Date, zone: TimeZone): ParticipationOutcome => {
  const subject = { title: giftName(voucher.gift), starts_at: null }
  const state = voucherStateAt(voucher, now)
  switch (state) {
    case 'issued': {
      const until = formatEnd(voucher.expires_at, zone)
      return { status: 'completed', subject, note: `Retire em ${voucher.point.name} até ${until}.` }
    }
    case 'delivered':
      return {
        status: 'completed',
        subject,
        note: `Retirado em ${formatDateTime(voucher.delivered_at ?? now, zone)}.`,
      }
    case 'expired':
      return {
        status: 'expired',
        subject,
        note: `O prazo de retirada terminou em ${lastDay(voucher, zone)}.`,
      }
    case 'cancelled':
      return { status: 'cancelled', subject, note: null }
    default:
      return state satisfies never
  }
}
