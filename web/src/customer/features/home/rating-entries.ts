import type { OpenRating } from '@clube/contract/ratings/calls.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import type { NowEntry } from '../../promotions/promotion.ts'

/** The purchases that wait for a rating. They have weeks left, so no remaining time is shown. */
export const ratingEntries = (purchases: readonly OpenRating[]): NowEntry[] =>
  purchases.map(({ purchase_id, shop_name, issued_on }) => ({
    href: paths.rating(purchase_id),
    until: null,
    title: 'Como foi a sua compra?',
    text: `${shop_name}, ${formatDay(issued_on)}. Dê uma nota de 0 a 10.`,
  }))
