import { Readable } from 'node:stream'
import {
  approveCampaignCall,
  changeCampaignCall,
  createCampaignCall,
  returnCampaignCall,
  staffListCampaignsCall,
  staffReviewCampaignsCall,
  submitCampaignCall,
  updateCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { deleteDraftCall, listDraftsCall, saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { readResultsCall, resultsFile } from '@clube/contract/campaigns/results-calls.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { bindFile } from '../../http/bind-file.ts'
import { bindCall, type Binder, type CallContext } from '../../http/bind.ts'
import type { Campaign, CampaignPlan } from './campaign.ts'
import { changeCampaign, type StaffEvent } from './change-campaign.ts'
import type { CampaignDeps } from './deps.ts'
import { createCampaign, updateCampaign } from './edit-campaign.ts'
import { deleteDraft, readDrafts, saveDraft } from './edit-draft.ts'
import { reverseTransaction } from './end-transaction.ts'
import { listForReview, listForStaff, staffViewsOf } from './read-campaign.ts'
import { readResults } from './read-results.ts'
import { resultsCsv } from './results.ts'
import { viewOf } from './transaction.ts'

/** Binds the calls of the desks for editing, submitting, approving, pausing, ending and archiving campaigns. */
export const bindStaffCampaigns = (binder: Binder, deps: CampaignDeps): void => {
  const reply = async (campaign: Campaign) => {
    const [data] = await staffViewsOf(deps, [campaign])
    if (!data) throw new Error('The campaign was not found')
    return { data }
  }
  const apply = async (campaign_id: string, event: Exclude<StaffEvent, 'approve'>, staff_id: string) =>
    reply(await changeCampaign(deps, { campaign_id, event, staff_id }))

  bindCall(binder, staffListCampaignsCall, async () => ({ data: await listForStaff(deps) }))

  bindCall(binder, staffReviewCampaignsCall, async () => ({ data: await listForReview(deps) }))

  bindCall(binder, createCampaignCall, async ({ body, staff: { staff_id } }) => {
    const { slug, kind, draft, ...plan } = body
    return reply(await createCampaign(deps, { slug, kind, plan: planOf(plan), draft, staff_id }))
  })

  bindCall(binder, updateCampaignCall, async ({ body, staff: { staff_id } }) => {
    const { campaign_id, revision, draft, ...plan } = body
    return reply(await updateCampaign(deps, { campaign_id, revision, draft, plan: planOf(plan), staff_id }))
  })

  bindCall(binder, listDraftsCall, async () => ({ data: await readDrafts(deps) }))
  bindCall(binder, saveDraftCall, async ({ body, staff: { staff_id } }) => ({
    data: await saveDraft(deps, { ...body, staff_id }),
  }))
  bindCall(binder, deleteDraftCall, async ({ body, staff: { staff_id } }) => {
    await deleteDraft(deps, { draft: body, staff_id })
    return { data: {} }
  })

  bindCall(binder, submitCampaignCall, ({ body, staff }) => apply(body.campaign_id, 'submit', staff.staff_id))
  bindCall(binder, approveCampaignCall, async ({ body, staff: { staff_id } }) =>
    reply(await changeCampaign(deps, { ...body, event: 'approve', staff_id })),
  )
  bindCall(binder, returnCampaignCall, async ({ body, staff: { staff_id } }) =>
    reply(await changeCampaign(deps, { ...body, event: 'return', staff_id })),
  )
  bindCall(binder, changeCampaignCall, ({ body, staff }) =>
    apply(body.campaign_id, body.event, staff.staff_id),
  )

  bindCall(binder, readResultsCall, async ({ query: { campaign_id } }) => ({
    data: await readResults(deps, campaign_id),
  }))
  bindFile(binder, resultsFile, async ({ params: { campaign_id } }) =>
    Readable.from([resultsCsv(await readResults(deps, campaign_id))]),
  )

  bindCall(binder, reverseTransactionCall, async ({ body, staff: { staff_id } }) => {
    const transaction = await reverseTransaction(deps, { ...body, staff_id })
    return { data: viewOf(transaction, deps.clock()), message: 'Participação estornada.' }
  })
}

type PlanBody = Omit<CallContext<typeof updateCampaignCall>['body'], 'campaign_id' | 'revision' | 'draft'>

const planOf = (body: PlanBody): CampaignPlan => ({
  ...body,
  starts_at: new Date(body.starts_at),
  ends_at: new Date(body.ends_at),
  redeem_until: body.redeem_until === null ? null : new Date(body.redeem_until),
})
