import {
  maxDrafts,
  saveDraftCall,
  type CampaignDraft,
  type DraftReference,
  type DraftValues,
} from '@clube/contract/campaigns/draft-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { lockCampaign } from './campaign-store.ts'
import {
  hasDraft,
  insertDraft,
  listDrafts,
  lockDraftCount,
  removeDraft,
  updateDraft,
  type DraftRow,
} from './campaign-draft-store.ts'
import type { CampaignDeps } from './deps.ts'

const refuse = refusalsOf(saveDraftCall)

/** The refusal when a draft does not exist or no longer has the revision that was read. */
const missingDraft = async (tx: Tx, draft_id: string): Promise<Refusal> =>
  refuse((await hasDraft(tx, draft_id)) ? 'campaigns.draft-revised' : 'campaigns.draft-unknown')

type CampaignReference = { campaign_id: string; revision: number }

/** Locks the draft campaign that is about to get incomplete changes, at the revision that was read. */
const requireDraftCampaign = async (tx: Tx, { campaign_id, revision }: CampaignReference): Promise<void> => {
  const campaign = await lockCampaign(tx, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  if (campaign.state !== 'draft') throw refuse('campaigns.wrong-state')
  if (campaign.revision !== revision) throw refuse('campaigns.draft-revised')
}

/**
 * Stores a draft with any fields missing: of a new campaign, or incomplete changes of a campaign that is a draft.
 * @throws {Refusal} campaigns.draft-unknown, campaigns.draft-revised, campaigns.unknown, campaigns.wrong-state,
 *   campaigns.too-many-drafts
 */
export const saveDraft = (
  deps: CampaignDeps,
  input: {
    draft: DraftReference | null
    values: DraftValues
    campaign?: CampaignReference | undefined
    staff_id: string
  },
): Promise<CampaignDraft> =>
  inTransaction(deps.db, async (tx) => {
    const { draft, values, campaign, staff_id } = input
    const change = { values, staff_id, now: deps.clock() }
    if (draft === null) {
      if (campaign) await requireDraftCampaign(tx, campaign)
      else if ((await lockDraftCount(tx)) >= maxDrafts)
        throw refuse('campaigns.too-many-drafts', { count: maxDrafts })
    }
    const saved =
      draft === null
        ? await insertDraft(tx, { ...change, campaign_id: campaign?.campaign_id ?? null })
        : await updateDraft(tx, draft, change)
    if (!saved)
      throw draft === null ? refuse('campaigns.draft-revised') : await missingDraft(tx, draft.draft_id)
    await audit(deps, tx, 'save', saved.id, staff_id)
    return draftView(saved)
  })

/**
 * Removes the draft that a complete plan replaces, in the transaction that stores the plan: the draft of a new campaign,
 * or the incomplete changes of the given one.
 * @returns its editors
 * @throws {Refusal} campaigns.draft-unknown, campaigns.draft-revised
 */
export const removeReplacedDraft = async (
  tx: Tx,
  draft: DraftReference,
  campaign_id: string | null,
): Promise<string[]> => {
  const removed = await removeDraft(tx, draft)
  if (!removed) throw await missingDraft(tx, draft.draft_id)
  if (removed.campaign_id !== campaign_id) throw refuse('campaigns.draft-unknown')
  return removed.edited_by
}

/** @throws {Refusal} campaigns.draft-unknown, campaigns.draft-revised */
export const deleteDraft = (
  deps: CampaignDeps,
  input: { draft: DraftReference; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { draft, staff_id } = input
    if (!(await removeDraft(tx, draft))) throw await missingDraft(tx, draft.draft_id)
    await audit(deps, tx, 'delete', draft.draft_id, staff_id)
  })

const sentences = { save: 'Guardou um rascunho incompleto.', delete: 'Apagou um rascunho incompleto.' }

const audit = (deps: CampaignDeps, tx: Tx, action: 'save' | 'delete', id: string, staff_id: string) =>
  deps.audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: `campaigns.${action}-draft`,
    subject: { kind: 'campaign-draft', id },
    sentence: sentences[action],
  })

/** Drafts as staff see them. */
export const readDrafts = async (deps: CampaignDeps): Promise<CampaignDraft[]> =>
  (await listDrafts(deps.db)).map(draftView)

const draftView = ({ id, fields: values, campaign_id, edited_by, revision, updated_at }: DraftRow) => ({
  draft_id: id,
  campaign_id,
  values,
  edited_by,
  revision,
  updated_at: updated_at.toISOString(),
})
