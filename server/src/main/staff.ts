import { promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { auditTitles, mergeAuditTitles } from '@clube/contract/staff/audit-titles.ts'
import {
  implementedPromotions,
  countCampaignsInReview,
  countProposedRegulations,
  type CampaignDeps,
} from '../modules/campaigns/index.ts'
import { countWaitingTickets } from '../modules/customer-service/index.ts'
import type { PasswordHasher } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps } from '../modules/messaging/index.ts'
import { countWaitingDetractors } from '../modules/ratings/index.ts'
import { countWaitingReceipts } from '../modules/receipts/index.ts'
import { countWaitingRequests } from '../modules/recovery/index.ts'
import { listPendingCorrections } from '../modules/service-desk/index.ts'
import type { StaffDeps } from '../modules/staff/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Infrastructure } from './infrastructure.ts'
import { hasOtherReviewer } from './receipts.ts'

/** Campaigns of kinds that are not implemented cannot be approved, so they are not counted. */
const waitingCounters = (promotions: CampaignDeps['promotions'], clock: Clock): StaffDeps['waiting'] => ({
  'recovery.review': (db, input) => countWaitingRequests(db, { queue: 'waiting', ...input }),
  'recovery.approve-second': (db, input) => countWaitingRequests(db, { queue: 'second', ...input }),
  'receipts.review': (db, input) => countWaitingReceipts({ hasOtherReviewer }, db, input),
  'ratings.read': (db, { limit }) => countWaitingDetractors(db, limit),
  'tickets.answer': (db, { limit }) => countWaitingTickets(db, limit),
  'customers.correct': async (db, { staff_id, limit }) =>
    (await listPendingCorrections(db, { now: clock(), limit })).filter(
      ({ proposed_by }) => proposed_by !== staff_id,
    ).length,
  'campaigns.approve': async (db, { staff_id, limit }) => {
    const kinds = promotionKinds.filter((kind) => promotions[kind] !== null)
    const inReview = await countCampaignsInReview(db, { kinds, staff_id, limit })
    return Math.min(limit, inReview + (await countProposedRegulations(db, staff_id)))
  },
  ...implementedPromotions(promotions).reduce<StaffDeps['waiting']>(
    (counters, { waiting }) => ({ ...counters, ...waiting }),
    {},
  ),
})

/** Dependencies of staff. Customers and staff share one hasher, whose queue bounds this process's work. */
export const staffDepsOf = (
  infrastructure: Infrastructure,
  {
    hasher,
    messaging,
    promotions,
    listSubjects,
  }: {
    hasher: PasswordHasher
    messaging: MessagingDeps
    promotions: CampaignDeps['promotions']
    listSubjects: StaffDeps['listSubjects']
  },
): StaffDeps => {
  const { db, clock, time_zone, vault, random, limits, audit, configuration, environment } = infrastructure
  return {
    db,
    clock,
    time_zone,
    vault,
    limits,
    hasher,
    appendAuditLine: audit,
    sendMessage: createSendMessage(messaging),
    random,
    waiting: waitingCounters(promotions, clock),
    listSubjects,
    auditTitles: mergeAuditTitles([
      auditTitles,
      ...implementedPromotions(promotions).map((promotion) => promotion.auditTitles),
    ]),
    rules: {
      club_name: configuration.club.name,
      base_url: environment.base_url,
    },
  }
}
