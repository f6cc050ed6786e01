import { createCampaignCall, updateCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { DraftReference } from '@clube/contract/campaigns/draft-calls.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { periodErrors, type Campaign, type CampaignPlan } from './campaign.ts'
import { listWithDraft } from './campaign-draft-store.ts'
import { insertCampaign, lockCampaign, updatePlan } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { removeReplacedDraft } from './edit-draft.ts'

const checkPeriods = (plan: CampaignPlan): void => {
  const errors = periodErrors(plan)
  if (errors.length > 0) throw new InvalidInput(errors)
}

/**
 * Creates the draft of a campaign. Its slug and kind cannot be changed later.
 * @throws {InvalidInput} when the periods are inconsistent
 * @throws {Refusal} campaigns.slug-taken, campaigns.draft-unknown, campaigns.draft-revised
 */
export const createCampaign = (
  deps: CampaignDeps,
  input: {
    slug: string
    kind: PromotionKind
    plan: CampaignPlan
    /** The incomplete draft that the campaign replaces: its editors may not approve the campaign either. */
    draft?: DraftReference | undefined
    staff_id: string
  },
): Promise<Campaign> => {
  checkPeriods(input.plan)
  return inTransaction(deps.db, async (tx) => {
    const editors = input.draft ? await removeReplacedDraft(tx, input.draft, null) : []
    const edited_by = [...new Set([...editors, input.staff_id])]
    const campaign = await insertCampaign(tx, { ...input, edited_by, now: deps.clock() })
    if (!campaign) throw refusalsOf(createCampaignCall)('campaigns.slug-taken')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'campaigns.create',
      subject: { kind: 'campaign', id: campaign.id },
      sentence: `Criou a promoção ${campaign.cd_identificador} (${campaign.slug}).`,
    })
    return campaign
  })
}

/** Why the draft no longer has the revision that was read. */
const updateRefusal = (campaign: Campaign | undefined) => {
  if (!campaign) return 'campaigns.unknown'
  return campaign.state === 'draft' ? 'campaigns.draft-revised' : 'campaigns.wrong-state'
}

/**
 * Replaces the plan of a draft at the revision that was read; the editor can no longer approve the campaign.
 * @throws {InvalidInput} when the periods are inconsistent
 * @throws {Refusal} campaigns.unknown, campaigns.wrong-state when it is no longer a draft, campaigns.draft-unknown,
 *   campaigns.draft-revised, including when it has incomplete changes that `draft` does not identify
 */
export const updateCampaign = (
  deps: CampaignDeps,
  input: {
    campaign_id: string
    revision: number
    plan: CampaignPlan
    /** The incomplete changes that the plan replaces: their editors may not approve the campaign either. */
    draft?: DraftReference | undefined
    staff_id: string
  },
): Promise<Campaign> => {
  checkPeriods(input.plan)
  return inTransaction(deps.db, async (tx) => {
    const { campaign_id: id, revision, plan, draft, staff_id } = input
    const refuse = refusalsOf(updateCampaignCall)
    const found = await lockCampaign(tx, id)
    const editors = draft ? await removeReplacedDraft(tx, draft, id) : []
    if ((await listWithDraft(tx, [id])).has(id)) throw refuse('campaigns.draft-revised')
    const edited_by = [...new Set([...(found?.edited_by ?? []), ...editors, staff_id])]
    const campaign = await updatePlan(tx, { id, revision, plan, edited_by, now: deps.clock() })
    if (!campaign) throw refuse(updateRefusal(found))
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.update',
      subject: { kind: 'campaign', id },
      sentence: `Alterou a promoção ${campaign.cd_identificador} (${campaign.slug}).`,
    })
    return campaign
  })
}
