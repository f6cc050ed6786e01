import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { choiceRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { giftAvailabilityTitles, type Gift, type GiftAvailability } from '@clube/contract/free-gifts/gift.ts'
import {
  costsReceipts,
  pointsOf,
  type GiftPrice,
  type PriceRule,
} from '@clube/contract/free-gifts/settings.ts'
import type { VoucherState } from '@clube/contract/free-gifts/voucher.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { formatCents } from '../../../parts/money.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import type { Action } from '../../promotions/promotion.ts'

export const availabilityLabels = {
  available: { title: giftAvailabilityTitles.available, tone: 'good' },
  last: { title: giftAvailabilityTitles.last, tone: 'warn' },
  out: { title: giftAvailabilityTitles.out, tone: 'bad' },
} as const satisfies Record<GiftAvailability, { title: string; tone: Tone }>

export const voucherTones = {
  issued: 'good',
  delivered: undefined,
  expired: undefined,
  cancelled: undefined,
} as const satisfies Record<VoucherState, Tone>

/** What one gift uses: "R$ 400,00 das suas notas e 800 pontos". */
export function spentText(price: GiftPrice, rule: PriceRule): string {
  const parts = [
    costsReceipts(price) && (rule ? `${formatCents(rule.every_cents)} das suas notas` : 'Suas notas'),
    pointsOf(price) > 0 && formatPoints(pointsOf(price)),
  ]
  return parts.filter((part) => part !== false).join(' e ')
}

/** The receipts and points that the person can spend on gifts; undefined while unknown. */
export type SpendableBalance = {
  readonly credit: CreditProgress | undefined
  /** Balance in points. */
  readonly points: number | undefined
  /** Whether the promotion has ended, after which only the credit of earlier receipts can be used. */
  readonly hasEnded: boolean
}

/** Why the person cannot choose a gift yet, with a link to the next step, if there is one. */
export type Obstacle = { readonly message: string; readonly action: Action | null }

/** Opens the registration of receipts, which earn credit and points. */
export const newReceiptAction: Action = { href: paths.newReceipt, label: 'Cadastrar nota fiscal' }

/** The first obstacle, in the words of the server's refusal where there is one; null if the person has what the gift costs, as far as known. */
export function obstacleTo(
  { price }: Pick<Gift, 'price'>,
  { credit, points, hasEnded }: SpendableBalance,
): Obstacle | null {
  const action = hasEnded ? null : newReceiptAction
  if (hasEnded && !costsReceipts(price))
    return { message: 'A promoção terminou: este brinde não pode mais ser trocado por pontos.', action }
  if (costsReceipts(price) && credit?.uses_left_today === 0) {
    const n = credit.spend_rule.limit_per_day ?? 1
    return { message: fillMessage(choiceRefusals['free-gifts.daily-limit'].message, { n }), action: null }
  }
  if (costsReceipts(price) && credit?.participations === 0) {
    const missing = formatCents(credit.missing_cents)
    const { message } = choiceRefusals['free-gifts.missing-receipts']
    return hasEnded
      ? { message: 'A promoção terminou, e suas notas não completaram o valor deste brinde.', action }
      : { message: fillMessage(message, { missing }), action }
  }
  if (points !== undefined && points < pointsOf(price))
    return {
      message: fillMessage(pointsRefusals['points.insufficient'].message, { balance: points }),
      action,
    }
  return null
}
