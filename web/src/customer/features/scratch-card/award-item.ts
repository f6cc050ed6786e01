import { endSentence } from '@clube/contract/kernel/club-time.ts'
import { awardStateTitles, type AwardState } from '@clube/contract/scratch-card/calls.ts'
import type { ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { formatEnd } from '../../../parts/club-time.ts'
import { pickupDeadlineText } from '../../promotions/deadline-text.ts'
import type { NowEntry, WalletItem } from '../../promotions/promotion.ts'
import { scratchPaths } from './scratch-paths.ts'

/** The kind's icon in the *Carteira*: a trophy. */
export const awardIcon =
  'M7.5 4.5h9v5a4.5 4.5 0 0 1-9 0ZM7.5 6H4.500c0 3 1.200 4.500 3.300 4.800M16.500 6h3c0 3-1.200 4.500-3.300 4.800M12 14v3.500M8.500 20h7c0-1.700-1.500-2.500-3.500-2.500s-3.500.8-3.500 2.500Z'

export const awardTones = {
  pending: 'good',
  delivered: undefined,
  expired: undefined,
  cancelled: undefined,
} as const satisfies Record<AwardState, Tone>

/** The state at `nowMs`: this device's copy may be older than the deadline. */
const stateAt = ({ state, expires_at }: ScratchAward, nowMs: number): AwardState =>
  state === 'pending' && expires_at !== null && Date.parse(expires_at) <= nowMs ? 'expired' : state

/** Whether the prize can be picked up now. */
export const isPending = (award: ScratchAward, nowMs: number): boolean => stateAt(award, nowMs) === 'pending'

/** Until when a prize can be picked up, with the remaining time; empty for points. */
export const awardDeadlineText = ({ expires_at }: ScratchAward, nowMs: number): string =>
  expires_at === null ? '' : pickupDeadlineText(expires_at, nowMs)

/** Why a prize can no longer be picked up, as shown on its card; null while it can. */
export function endedText(award: ScratchAward, nowMs: number): string | null {
  const state = stateAt(award, nowMs)
  switch (state) {
    case 'pending':
      return null
    case 'delivered':
      return award.delivered_at === null
        ? awardStateTitles.delivered
        : `Entregue em ${formatEnd(award.delivered_at)}`
    case 'expired':
      return award.expires_at === null
        ? awardStateTitles.expired
        : endSentence(`O prazo de retirada terminou em ${formatEnd(award.expires_at)}`)
    case 'cancelled':
      return awardStateTitles.cancelled
    default:
      return state satisfies never
  }
}

/** A prize in the *Carteira*. */
export function awardItem(award: ScratchAward, nowMs: number): Omit<WalletItem, 'icon'> {
  const state = stateAt(award, nowMs)
  const { award_id, campaign_title, delivered_at, expires_at, prize, won_at } = award
  return {
    id: award_id,
    title: prize.title,
    text: prize.pickup_place === null ? campaign_title : `${prize.pickup_place}, ${campaign_title}`,
    stage: state === 'pending' ? 'usable' : 'past',
    status: { label: awardStateTitles[state], tone: awardTones[state] },
    validity: state === 'pending' ? awardDeadlineText(award, nowMs) : null,
    at: delivered_at ?? expires_at ?? won_at,
    href: scratchPaths.award(award_id),
  }
}

const formatPrizes = countFormatter('prêmio', 'prêmios')

/** The prizes to pick up, with the next deadline; null if there are none. */
export function awardsSummary(awards: readonly ScratchAward[], nowMs: number): string | null {
  const pending = awards.filter((award) => isPending(award, nowMs))
  const [next] = pending.flatMap(({ expires_at }) => expires_at ?? []).toSorted()
  return next === undefined ? null : `${formatPrizes(pending.length)}, até ${formatEnd(next)}`
}

const hourMs = 3_600_000

/** How long before its deadline a prize is shown on the home page, the same as for its reminder. */
const soonMs = 72 * hourMs

/** The now entries of prizes whose deadline is near. */
export const awardEntriesOf = (awards: readonly ScratchAward[], nowMs: number): NowEntry[] =>
  awards.flatMap((award): NowEntry[] => {
    const { award_id, expires_at, prize } = award
    if (expires_at === null || !isPending(award, nowMs)) return []
    const leftMs = Date.parse(expires_at) - nowMs
    if (leftMs > soonMs) return []
    return [
      {
        title: 'Retire o seu prêmio da raspadinha',
        text: `${prize.title}. ${awardDeadlineText(award, nowMs)}, ${prize.pickup_place ?? ''}.`,
        href: scratchPaths.award(award_id),
        // A countdown in minutes and seconds is useful only in the last hour.
        until: leftMs <= hourMs ? expires_at : null,
      },
    ]
  })
