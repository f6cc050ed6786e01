import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'

/** '2 raspadinhas' */
export const formatCards = (count: number): string =>
  formatUses(promotionKindProperties.scratch_card.unit, count)

/** The number of cards that the person can draw now with the credit of their receipts. */
export const availableOf = ({
  participations,
  uses_left_today,
}: Pick<CreditProgress, 'participations' | 'uses_left_today'>): number =>
  Math.min(participations, uses_left_today ?? participations)
