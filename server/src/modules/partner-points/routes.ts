import {
  linkPartnerCall,
  listPartnersCall,
  listRedemptionsCall,
  quotePartnerPointsCall,
  readRedemptionCall,
  redeemPartnerPointsCall,
  unlinkPartnerCall,
} from '@clube/contract/partner-points/calls.ts'
import { processingMessage } from '@clube/contract/partner-points/partner.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { createOutsidePacer } from '../../http/pacer.ts'
import type { PartnerDeps } from './deps.ts'
import { linkPartner, unlinkPartner } from './links/link-partner.ts'
import { quotePoints } from './links/quote-points.ts'
import { viewPartners } from './links/view-partners.ts'
import { redeemPoints, type RedemptionSaga } from './redemptions/redeem-points.ts'
import { listRedemptions, readRedemption } from './redemptions/view-redemptions.ts'

/** Binds the customers' calls. */
export const bindPartnerPoints = (binder: Binder, deps: PartnerDeps, saga: RedemptionSaga): void => {
  bindCall(binder, listPartnersCall, async ({ session }) => ({
    data: await viewPartners(deps, session.customer_id),
  }))
  bindCall(binder, linkPartnerCall, async ({ body, session }) => ({
    data: await linkPartner(deps, { ...body, customer_id: session.customer_id }),
  }))
  bindCall(binder, unlinkPartnerCall, async ({ body, session }) => ({
    data: await unlinkPartner(deps, { ...body, customer_id: session.customer_id }),
  }))
  bindCall(binder, quotePartnerPointsCall, async ({ body, session }) => ({
    data: await quotePoints(deps, { ...body, customer_id: session.customer_id }),
  }))
  bindCall(
    { ...binder, pace: createOutsidePacer() },
    redeemPartnerPointsCall,
    async ({ params, body, session }) => {
      const { campaign_id, points, quote_id, current_password } = body
      const data = await redeemPoints(deps, saga, {
        ...params,
        named_transaction_id: body.transaction_id,
        campaign_id,
        points,
        quote_id,
        current_password,
        customer_id: session.customer_id,
      })
      return data.status === 'processing' ? { data, message: processingMessage } : { data }
    },
  )
  bindCall(binder, readRedemptionCall, async ({ params, session }) => ({
    data: await readRedemption(deps, { ...params, customer_id: session.customer_id }),
  }))
  bindCall(binder, listRedemptionsCall, ({ query, session }) =>
    listRedemptions(deps, session.customer_id, { cursor: query.cursor }),
  )
}
