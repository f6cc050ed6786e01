import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import {
  cancelTransactionCall,
  listTransactionsCall,
  readTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindForEveryone, bindForVisitors } from '../../http/bind-shared.ts'
import { actorOf } from '../sessions/index.ts'
import type { CampaignDeps } from './deps.ts'
import { bindDeskParticipations } from './desk-routes.ts'
import { cancelTransaction } from './end-transaction.ts'
import { listTransactions, readTransaction } from './list-transactions.ts'
import { campaignPageOf, createReadOwnCampaign, findPublicCampaign, listCampaigns } from './read-campaign.ts'
import { bindStaffCampaigns } from './staff-routes.ts'
import { createStartTransaction } from './start-transaction.ts'
import { protocolOf, viewOf } from './transaction.ts'

/** Binds the calls for public campaigns, customers' participations, and both desks. */
export const bindCampaigns = (binder: Binder, deps: CampaignDeps): void => {
  bindForEveryone(binder, listCampaignsCall, () => listCampaigns(deps))

  const readOwnCampaign = createReadOwnCampaign(deps)
  bindForVisitors(binder, readCampaignCall, {
    read: ({ params }) => findPublicCampaign(deps, params.slug),
    dataOf: (campaign) => campaignPageOf(campaign, deps.clock()),
    own: (campaign, { customer_id }) => readOwnCampaign(campaign, customer_id),
  })

  const startTransaction = createStartTransaction(deps)
  bindCall(binder, startTransactionCall, async ({ body, session }) => {
    const transaction = await startTransaction({ ...body, ...actorOf(session) })
    return {
      data: {
        transaction_id: transaction.id,
        protocol: protocolOf(transaction),
        expires_at: transaction.expires_at.toISOString(),
      },
    }
  })

  bindCall(binder, listTransactionsCall, async ({ query, session }) => {
    const { page, next_cursor } = await listTransactions(deps, {
      ...actorOf(session),
      campaign_id: query.campaign_id ?? null,
      cursor: query.cursor ?? null,
    })
    return { data: page, next_cursor }
  })

  bindCall(binder, readTransactionCall, async ({ params, session }) => ({
    data: await readTransaction(deps, { ...params, ...actorOf(session) }),
  }))

  bindCall(binder, cancelTransactionCall, async ({ body, session }) => {
    const transaction = await cancelTransaction(deps, { ...body, ...actorOf(session) })
    return { data: viewOf(transaction, deps.clock()), message: 'Participação cancelada.' }
  })

  bindStaffCampaigns(binder, deps)
  bindDeskParticipations(binder, deps)
}
