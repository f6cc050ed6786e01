import type { CampaignDeps, Promotions } from '../modules/campaigns/index.ts'
import type { MessagingDeps } from '../modules/messaging/index.ts'
import { findMembers } from '../modules/staff/index.ts'
import { creditDepsOf, receiptUseOf } from './credit.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createActivityNotifier } from './notify-customer.ts'

/** Dependencies of campaigns: the promotion kinds, and receipts as purchases. */
export const campaignDepsOf = (
  { db, clock, time_zone, audit, random }: Infrastructure,
  promotions: Promotions,
  messaging: MessagingDeps,
): CampaignDeps => ({
  db,
  clock,
  time_zone,
  audit,
  random,
  promotions,
  purchases: receiptUseOf(creditDepsOf({ db, clock, time_zone })),
  notifyOfActivity: createActivityNotifier(messaging),
  namesOfStaff: findMembers,
})
