import {
  type DeskCampaign,
  deskCampaignsCall,
  startAtDeskCall,
} from '@clube/contract/campaigns/desk-calls.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { listInStates } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { describeReason, ineligibilityReasons } from './eligibility.ts'
import { startTransactionIn } from './start-transaction.ts'
import { protocolOf, transactionStateAt, type Transaction } from './transaction.ts'
import { countParticipations, findOpen } from './transaction-store.ts'

/** Channel of participations opened at the desk. */
const deskChannel = 'balcao'

/**
 * Active campaigns with a customer's eligibility, for the desk. The search is audited.
 * @throws {Refusal} campaigns.customer-unknown
 */
export const listDeskCampaigns = async (
  deps: CampaignDeps,
  input: { customer_id: string; staff_id: string },
): Promise<DeskCampaign[]> => {
  const { customer_id, staff_id } = input
  const now = deps.clock()
  const person = await findCustomer(deps.db, customer_id)
  if (!person) throw refusalsOf(deskCampaignsCall)('campaigns.customer-unknown')
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.look-for-customer',
      subject: { kind: 'customer', id: customer_id },
      sentence: 'Consultou as promoções de um cadastro no balcão.',
    }),
  )
  const running = await listInStates(deps.db, ['scheduled', 'active'])
  const open = running.filter((campaign) => campaignStateAt(campaign, now) === 'active')
  return Promise.all(
    open.map(async (campaign) => {
      const owner = { customer_id, campaign_id: campaign.id }
      const opened = await findOpen(deps.db, owner)
      const isOpen = opened !== undefined && transactionStateAt(opened, now) === 'open'
      // An open participation counts toward the limit, but is returned nevertheless.
      const counted = (await countParticipations(deps.db, { ...owner, now })) - (opened ? 1 : 0)
      return {
        campaign_id: campaign.id,
        kind: campaign.kind,
        title: campaign.title,
        summary: campaign.summary,
        ends_at: campaign.ends_at.toISOString(),
        reasons: ineligibilityReasons({ campaign, person, counted, now, time_zone: deps.time_zone }).map(
          (reason) => describeReason(reason).message,
        ),
        open: isOpen ? { protocol: protocolOf(opened), expires_at: opened.expires_at.toISOString() } : null,
      }
    }),
  )
}

/**
 * Opens a participation for the customer at the desk, or returns the open one. Both are audited.
 * @throws {Refusal} campaigns.customer-unknown, and refusals of `startTransaction`
 */
export const startAtDesk = (
  deps: CampaignDeps,
  input: {
    customer_id: string
    campaign_id: string
    kind: PromotionKind
    purchase_ids: readonly string[]
    staff_id: string
  },
): Promise<Transaction> =>
  inTransaction(deps.db, async (tx) => {
    const { staff_id, ...start } = input
    if (!(await findCustomer(tx, start.customer_id)))
      throw refusalsOf(startAtDeskCall)('campaigns.customer-unknown')
    const transaction = await startTransactionIn(deps, tx, {
      ...start,
      identified_session_id: null,
      service_channel: deskChannel,
    })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.start-at-desk',
      subject: { kind: 'transaction', id: transaction.id },
      sentence: `Abriu no balcão a participação ${protocolOf(transaction)}.`,
    })
    return transaction
  })
