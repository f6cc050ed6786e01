import { rolesWith } from '@clube/contract/kernel/permissions.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { findCampaignFacts, findTransactions, protocolOf } from '../modules/campaigns/index.ts'
import { findUnacceptedVersion } from '../modules/consent/index.ts'
import {
  createServiceEvents,
  type CustomerServiceDeps,
  type ServiceEvents,
} from '../modules/customer-service/index.ts'
import type { MessagingDeps } from '../modules/messaging/index.ts'
import type { PhotoDeps } from '../modules/photos/index.ts'
import { describeReceipts, listPurchaseIds } from '../modules/receipts/index.ts'
import { findMembers, listMembersWith } from '../modules/staff/index.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createCustomerNotifier } from './notify-customer.ts'

/** Dependencies of customer service: receipts, participations, campaigns, consent and messages. */
export const customerServiceDepsOf = (
  { db, clock, vault, audit, limits, notifications, configuration }: Infrastructure,
  {
    photos,
    messaging,
    scanner,
  }: { photos: PhotoDeps; messaging: MessagingDeps; scanner: CustomerServiceDeps['scanner'] },
): CustomerServiceDeps & { readonly events: ServiceEvents } => {
  const notify = createCustomerNotifier(messaging)
  return {
    db,
    clock,
    vault,
    audit,
    limits,
    photos,
    notifications,
    events: createServiceEvents(notifications, clock),
    scanner,
    hours: businessHoursOf(configuration),
    describeLinks,
    areOwn: async (reader, { customer_id, ...ids }) => {
      const { transaction_id, purchase_id, campaign_id } = ids
      const links = await describeLinks(reader, { transaction_id: null, purchase_id, campaign_id })
      if (campaign_id !== null && links.campaign === null) return false
      if (purchase_id !== null && !(await listPurchaseIds(reader, customer_id)).includes(purchase_id))
        return false
      if (transaction_id === null) return true
      const transaction = (await findTransactions(reader, [transaction_id])).get(transaction_id)
      return transaction?.customer_id === customer_id
    },
    findTermsToAccept: (reader, customer_id) => findUnacceptedVersion(reader, { customer_id, kind: 'sac' }),
    notifyOfAnswer: (tx, { customer_id, protocol, path }) =>
      notify(tx, {
        customer_id,
        topic: null,
        contentFor: () => ({ template: 'service-answer', protocol, path }),
        expires_at: null,
      }),
    namesOfStaff: findMembers,
    listAgents: (reader) => listMembersWith(reader, rolesWith('tickets.answer')),
  }
}

/** The configured hours by weekday, Sunday first. */
const businessHoursOf = ({ club, customer_service: { hours, holidays } }: ClubConfiguration) => {
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = hours
  return {
    time_zone: club.time_zone,
    holidays,
    week: [sunday, monday, tuesday, wednesday, thursday, friday, saturday].map((day) =>
      day === null ? null : ([day.opens, day.closes] as const),
    ),
  }
}

const describeLinks: CustomerServiceDeps['describeLinks'] = async (db, ids) => {
  const { transaction_id, purchase_id, campaign_id } = ids
  const transaction =
    transaction_id === null ? undefined : (await findTransactions(db, [transaction_id])).get(transaction_id)
  const purchase =
    purchase_id === null ? undefined : (await describeReceipts(db, [purchase_id])).get(purchase_id)
  const campaign =
    campaign_id === null ? undefined : (await findCampaignFacts(db, [campaign_id])).get(campaign_id)
  return {
    transaction: transaction
      ? {
          transaction_id: transaction.id,
          protocol: protocolOf(transaction),
          campaign_title: transaction.campaign_title,
          kind_title: promotionKindProperties[transaction.kind].title,
          created_at: transaction.created_at.toISOString(),
        }
      : null,
    purchase: purchase_id !== null && purchase ? { purchase_id, ...purchase } : null,
    campaign: campaign ? { campaign_id: campaign.id, slug: campaign.slug, title: campaign.title } : null,
  }
}
