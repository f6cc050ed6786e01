import {
  findOwnerOfProtocol,
  findParticipationOf,
  findResendable,
  listTransactions,
  listVouchersOf,
  type CampaignDeps,
} from '../modules/campaigns/index.ts'
import type { IdentityDeps } from '../modules/identity/index.ts'
import { listMessagesOf } from '../modules/messaging/index.ts'
import { readPoints, readStatement } from '../modules/points/index.ts'
import { findResendableReceipt, listReceiptsOf } from '../modules/receipts/index.ts'
import { findOwnerOfRequest } from '../modules/recovery/index.ts'
import type { ServiceDeskDeps } from '../modules/service-desk/index.ts'
import { findMembers } from '../modules/staff/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Dependencies of the service desk: every module with a part of the customer's page provides it here. */
export const serviceDeskDepsOf = (
  { db, clock, vault, limits, audit }: Infrastructure,
  {
    campaigns,
    identity: { rules, notifyOfChange },
  }: { campaigns: CampaignDeps; identity: Pick<IdentityDeps, 'rules' | 'notifyOfChange'> },
): ServiceDeskDeps => ({
  db,
  clock,
  vault,
  limits,
  audit,
  rules,
  notifyOfChange,
  namesOfStaff: findMembers,
  findParticipation: (reader, transaction_id) => findResendable(campaigns, reader, transaction_id),
  findReceipt: (reader, purchase_id) =>
    findResendableReceipt({ notify: campaigns.notifyOfActivity }, reader, purchase_id),
  findOwnersOfProtocol: async (reader, protocol) => {
    const owners = [await findOwnerOfProtocol(reader, protocol), await findOwnerOfRequest(reader, protocol)]
    return owners.filter((id) => id !== null)
  },
  readHistory: async (reader, { customer_id, transaction_id, limit }) => {
    const { page: statement } = await readStatement(reader, { customer_id, cursor: null })
    const participations = await listTransactions(campaigns, {
      customer_id,
      identified_session_id: null,
      campaign_id: null,
      cursor: null,
    })
    return {
      points: await readPoints(reader, customer_id, clock()),
      statement: statement.slice(0, limit),
      receipts: await listReceiptsOf(reader, customer_id, limit),
      participations: participations.page.slice(0, limit),
      participation:
        transaction_id === null
          ? null
          : await findParticipationOf(campaigns, { customer_id, transaction_id }),
      vouchers: await listVouchersOf(campaigns, reader, { customer_id, limit }),
      messages: await listMessagesOf(reader, customer_id, limit),
    }
  },
})
