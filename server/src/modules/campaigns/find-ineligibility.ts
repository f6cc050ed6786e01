import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../db/database.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { findCampaign } from './campaign-store.ts'
import { ineligibilityReasons, type Reason } from './eligibility.ts'
import { countParticipations } from './transaction-store.ts'

/** All reasons why a customer cannot open a participation in a campaign now; empty if eligible. */
export const findIneligibilityReasons = async (
  db: Db,
  input: { campaign_id: string; customer_id: string; now: Date; time_zone: TimeZone },
): Promise<Reason[]> => {
  const { campaign_id, customer_id, now, time_zone } = input
  const campaign = await findCampaign(db, campaign_id)
  const person = await findCustomer(db, customer_id)
  if (!campaign || !person) return [{ ok: false, code: 'campaigns.unknown' }]
  const counted = await countParticipations(db, { customer_id, campaign_id, now })
  return ineligibilityReasons({ campaign, person, counted, now, time_zone })
}
