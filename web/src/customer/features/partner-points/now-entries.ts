import type { Redemption } from '@clube/contract/partner-points/calls.ts'
import type { NowEntry } from '../../promotions/promotion.ts'
import { partnerPaths } from './partner-paths.ts'
import { exchangeText } from './redemption-labels.ts'

/** A redemption without a result yet. */
export const processingEntry = (redemption: Redemption): NowEntry => ({
  title: 'Resgate em processamento',
  text: `${exchangeText(redemption)}. Não repita a operação.`,
  href: partnerPaths.redemption(redemption.transaction_id),
  until: null,
})
