import type { endedVoucherRefusals } from '@clube/contract/free-gifts/refusals.ts'
import type { VoucherState } from '@clube/contract/free-gifts/voucher.ts'
import { formatDate, formatTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { voucherCodesOf } from '../../campaigns/index.ts'

/** How the codes of vouchers are stored. */
export const giftCodes = voucherCodesOf('free-gifts')

/** A stored voucher. `state` is the stored one; `voucherStateAt` gives the effective one. */
export type GiftVoucher = {
  readonly id: string
  readonly transaction_id: string
  readonly campaign_id: string
  readonly customer_id: string
  readonly identified_session_id: string | null
  readonly gift_id: string
  readonly pickup_point_id: string
  readonly code_sealed: Buffer
  readonly state: VoucherState
  readonly issued_at: Date
  /** Exclusive. */
  readonly expires_at: Date
  /** Exclusive. Until when it can be used after its deadline: with a queue number taken in time, or after an undone delivery. */
  readonly held_until: Date | null
  readonly delivered_at: Date | null
}

type Lifetime = Pick<GiftVoucher, 'state' | 'expires_at' | 'held_until' | 'delivered_at'>

/** The effective state at the given time: a voucher expires whether or not this is stored. */
export const voucherStateAt = ({ state, expires_at, held_until }: Lifetime, now: Date): VoucherState => {
  const isUsable = now < expires_at || (held_until !== null && now < held_until)
  return state === 'issued' && !isUsable ? 'expired' : state
}

export type EndedVoucherRefused = Refused<typeof endedVoucherRefusals>

/** Why the voucher can no longer be used, or null while it can. */
export const endedVoucherRefusal = (
  voucher: Lifetime,
  now: Date,
  zone: TimeZone,
): EndedVoucherRefused | null => {
  const state = voucherStateAt(voucher, now)
  switch (state) {
    case 'issued':
      return null
    case 'delivered': {
      const delivered_at = voucher.delivered_at ?? now
      const values = { date: formatDate(delivered_at, zone), time: formatTime(delivered_at, zone) }
      return { ok: false, code: 'free-gifts.already-delivered', values }
    }
    case 'expired':
      return { ok: false, code: 'free-gifts.voucher-expired', values: { date: lastDay(voucher, zone) } }
    case 'cancelled':
      return { ok: false, code: 'free-gifts.voucher-cancelled' }
    default:
      return state satisfies never
  }
}

/** The day of a voucher's deadline, which is exclusive; `held_until` does not count. */
export const lastDay = ({ expires_at }: Pick<GiftVoucher, 'expires_at'>, zone: TimeZone): string =>
  formatDate(new Date(expires_at.getTime() - 1), zone)
