import type { AwardState } from '@clube/contract/scratch-card/calls.ts'
import type { endedAwardRefusals } from '@clube/contract/scratch-card/refusals.ts'
import type { ScratchCardSettings, ScratchPrize } from '@clube/contract/scratch-card/settings.ts'
import { formatDate, formatTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { signaturesOf, voucherCodesOf } from '../../campaigns/index.ts'

/** How the codes of awards are stored. */
export const awardCodes = voucherCodesOf('scratch-card.award')

/** How the signatures of deliveries are stored. */
export const awardSignatures = signaturesOf('scratch-card')

const dayMs = 24 * 3_600_000

/** The exclusive deadline for picking a prize up. */
export const pickupDeadline = (won_at: Date, { pickup_days }: { readonly pickup_days: number }): Date =>
  new Date(won_at.getTime() + pickup_days * dayMs)

/** A stored award. `state` is the stored one; `awardStateAt` gives the effective one. */
export type Award = {
  readonly id: string
  readonly deck_id: string
  readonly position: number
  readonly prize_number: number
  readonly customer_id: string
  readonly state: AwardState
  readonly won_at: Date
  /** Null for points. */
  readonly code_sealed: Buffer | null
  /** Exclusive; null for points. */
  readonly expires_at: Date | null
  /** Exclusive. After an undone delivery the prize can be picked up until then. */
  readonly held_until: Date | null
  /** When it was delivered, expired or cancelled. */
  readonly ended_at: Date | null
}

type Lifetime = Pick<Award, 'state' | 'expires_at' | 'held_until' | 'ended_at'>

/** The effective deadline, which is exclusive; null for points. */
export const deadlineOf = ({ expires_at, held_until }: Pick<Lifetime, 'expires_at' | 'held_until'>) =>
  expires_at !== null && held_until !== null && held_until > expires_at ? held_until : expires_at

/** The effective state at the given time: an award expires whether or not this is stored. */
export const awardStateAt = (award: Omit<Lifetime, 'ended_at'>, now: Date): AwardState => {
  const deadline = deadlineOf(award)
  return award.state === 'pending' && deadline !== null && now >= deadline ? 'expired' : award.state
}

export type EndedAwardRefused = Refused<typeof endedAwardRefusals>

/** Why the award can no longer be delivered, or null while it can. */
export const endedAwardRefusal = (award: Lifetime, now: Date, zone: TimeZone): EndedAwardRefused | null => {
  const state = awardStateAt(award, now)
  switch (state) {
    case 'pending':
      return null
    case 'delivered': {
      const delivered_at = award.ended_at ?? now
      const values = { date: formatDate(delivered_at, zone), time: formatTime(delivered_at, zone) }
      return { ok: false, code: 'scratch-card.already-delivered', values }
    }
    case 'expired':
      return {
        ok: false,
        code: 'scratch-card.award-expired',
        // The deadline is exclusive.
        values: { date: formatDate(new Date((deadlineOf(award) ?? now).getTime() - 1), zone) },
      }
    case 'cancelled':
      return { ok: false, code: 'scratch-card.award-cancelled' }
    default:
      return state satisfies never
  }
}

const reaches = (value_cents: number, from_cents: number | null): boolean =>
  from_cents !== null && value_cents >= from_cents

/** Whether the prize is delivered only with a signature. */
export const needsSignature = (
  { signature_from_cents }: Pick<ScratchCardSettings, 'signature_from_cents'>,
  { kind, value_cents }: Pick<ScratchPrize, 'kind' | 'value_cents'>,
): boolean => kind !== 'points' && reaches(value_cents, signature_from_cents)

/** Whether the prize is delivered only to an account with a password. */
export const needsAccount = (
  { account_from_cents }: Pick<ScratchCardSettings, 'account_from_cents'>,
  { kind, value_cents }: Pick<ScratchPrize, 'kind' | 'value_cents'>,
): boolean => kind !== 'points' && reaches(value_cents, account_from_cents)
