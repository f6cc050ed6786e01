import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import type { PromotionDeps } from '../campaigns/index.ts'
import { partnerDepsOf, type PartnerServices } from './deps.ts'
import { linkPartner } from './links/link-partner.ts'
import { quotePoints } from './links/quote-points.ts'
import { createRedemptionSaga, redeemPoints } from './redemptions/redeem-points.ts'
import { proposeRefund } from './refunds/refund-redemption.ts'
import { matchWaiting, receivePart, startSettlement } from './settlement/import-settlement.ts'

/** Demonstration data, created through the use cases. */
export type PartnerPointsSeed =
  /** For which the account is linked if needed; the partner's answer decides its state. */
  | {
      readonly kind: 'redemption'
      readonly partner: string
      readonly customer_id: string
      readonly member_number: string
      readonly proof: string
      readonly campaign_id: string
      /** A new participation of the customer. */
      readonly transaction_id: string
      readonly points: number
      readonly requested_at: Date
    }
  /** A settlement file, which is imported, and a proposed refund. */
  | {
      readonly kind: 'settlement'
      readonly partner: string
      readonly staff_id: string
      readonly file: Buffer
      readonly sha256: string
      readonly from_day: string
      readonly to_day: string
      readonly refund: {
        readonly refund_id: string
        readonly transaction_id: string
        readonly reason: string
      }
    }

/** Creates a redemption, or imports a file and proposes a refund. */
export const seedPartnerPoints = async (
  promotionDeps: PromotionDeps,
  services: PartnerServices,
  seed: PartnerPointsSeed,
): Promise<void> => {
  if (seed.kind === 'settlement') {
    const deps = partnerDepsOf(promotionDeps, services)
    const { partner, staff_id, file, sha256, from_day, to_day, refund } = seed
    const { import_id } = await startSettlement(deps, {
      partner,
      file_name: `${partner}-liquidacao.csv`,
      size_bytes: file.length,
      sha256,
      from_day,
      to_day,
      staff_id,
    })
    await receivePart(deps, { import_id, offset: 0, part: new Blob([new Uint8Array(file)]), staff_id })
    await matchWaiting(deps)
    await proposeRefund(deps, { ...refund, staff_id })
    return
  }
  const deps = partnerDepsOf({ ...promotionDeps, clock: () => seed.requested_at }, services)
  const { partner, customer_id, member_number, campaign_id, transaction_id, points } = seed
  const consent_version = partnerConsentVersion
  await linkPartner(deps, { customer_id, partner, member_number, proof: seed.proof, consent_version })
  const { quote_id } = await quotePoints(deps, { customer_id, campaign_id, points })
  await redeemPoints(deps, createRedemptionSaga(deps), {
    customer_id,
    partner,
    transaction_id,
    named_transaction_id: undefined,
    campaign_id,
    points,
    quote_id,
    current_password: undefined,
  })
}
