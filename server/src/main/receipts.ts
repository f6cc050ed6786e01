import type { PointsRules } from '@clube/contract/club/points-rules.ts'
import { rolesWith } from '@clube/contract/kernel/permissions.ts'
import { createHttpFiscalRegistry } from '../adapters/fiscal/http-fiscal-registry.ts'
import { createCircuitBreaker } from '../adapters/circuit-breaker.ts'
import { grantCredit, revokeCredit, type CreditDeps } from '../modules/credit/index.ts'
import type { MessagingDeps } from '../modules/messaging/index.ts'
import type { PhotoDeps } from '../modules/photos/index.ts'
import { earnPoints, reverseEarnedPoints } from '../modules/points/index.ts'
import { askForRating, withdrawRequest } from '../modules/ratings/index.ts'
import type { ReceiptPoints, ReceiptDeps } from '../modules/receipts/index.ts'
import { findMembers, hasOtherMember } from '../modules/staff/index.ts'
import { FiscalRegistryUnavailable } from '../ports/fiscal-registry.ts'
import { ConfigurationError } from './club-configuration.ts'
import { creditDepsOf } from './credit.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createActivityNotifier } from './notify-customer.ts'

/** Connects receipts and points, which are independent: approvals earn points, and reversals take them back. */
const pointsOfReceipts = ({ lifetime_days }: PointsRules): ReceiptPoints => ({
  earn: async (tx, { customer_id, purchase_id, shop_name, points, available_at, now }) => {
    const source = { kind: 'purchase', id: purchase_id }
    await earnPoints(tx, { customer_id, points, source, about: shop_name, available_at, lifetime_days, now })
  },
  reverse: async (tx, { purchase_id, shop_name, now }) => {
    await reverseEarnedPoints(tx, { source: { kind: 'purchase', id: purchase_id }, about: shop_name, now })
  },
})

/** Connects receipts and credit, which are independent. */
const creditOfReceipts = (deps: CreditDeps): ReceiptDeps['credit'] => ({
  grant: (tx, input) => grantCredit(deps, tx, input),
  revoke: (tx, input) => revokeCredit(deps, tx, input),
})

const fiscalRegistryOf = ({
  configuration: { fiscal_queries },
  environment,
  clock,
}: Infrastructure): ReceiptDeps['fiscal'] => {
  if (fiscal_queries === null) return null
  const { fiscal_token: token } = environment
  if (token === null)
    throw new ConfigurationError('FISCAL_TOKEN is missing: fiscal_queries names a provider.')
  const registry = createHttpFiscalRegistry({
    baseUrl: fiscal_queries.url,
    token,
    timeoutMs: fiscal_queries.timeout_ms,
  })
  const breaker = createCircuitBreaker({ clock, Unavailable: FiscalRegistryUnavailable })
  return { find: (receipt_key) => breaker(() => registry.find(receipt_key)) }
}

/** Whether another staff member can decide on receipts. */
export const hasOtherReviewer: ReceiptDeps['hasOtherReviewer'] = (db, staff_id) =>
  hasOtherMember(db, { staff_id, roles: rolesWith('receipts.review') })

/** Dependencies of receipts. */
export const receiptDepsOf = (
  infrastructure: Infrastructure,
  { photos, messaging }: { photos: PhotoDeps; messaging: MessagingDeps },
): ReceiptDeps => ({
  db: infrastructure.db,
  clock: infrastructure.clock,
  time_zone: infrastructure.time_zone,
  vault: infrastructure.vault,
  audit: infrastructure.audit,
  limits: infrastructure.limits,
  photos,
  points: pointsOfReceipts(infrastructure.configuration.club.points),
  credit: creditOfReceipts(creditDepsOf(infrastructure)),
  ratings: { ask: askForRating, withdraw: withdrawRequest },
  notify: createActivityNotifier(messaging),
  namesOfStaff: findMembers,
  hasOtherReviewer,
  rules: { ...infrastructure.configuration.receipts, ...infrastructure.configuration.club.points },
  fiscal: fiscalRegistryOf(infrastructure),
})
