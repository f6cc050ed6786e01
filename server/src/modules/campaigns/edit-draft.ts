import {
  saveDraftCall,
  type CampaignDraft,
  type DraftReference,
  type DraftValues,
} from '@clube/contract/campaigns/draft-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import {
  hasDraft,
  insertDraft,
  listDrafts,
  removeDraft,
  updateDraft,
  type DraftRow,
} from './campaign-draft-store.ts'
import type { CampaignDeps } from './deps.ts'

const refuse = refusalsOf(saveDraftCall)

/** Why a draft does not exist at the revision that was read. */
const missingDraft = async (tx: Tx, draft_id: string): Promise<Refusal> =>
  refuse((await hasDraft(tx, draft_id)) ? 'campaigns.draft-revised' : 'campaigns.draft-unknown')

/**
 * Stores a draft with any fields missing.
 * @throws {Refusal} campaigns.draft-unknown, campaigns.draft-revised
 */
export const saveDraft = (
  deps: CampaignDeps,
  input: { draft: DraftReference | null; values: DraftValues; staff_id: string },
): Promise<CampaignDraft> =>
  inTransaction(deps.db, async (tx) => {
    const { draft, values, staff_id } = input
    const change = { values, staff_id, now: deps.clock() }
    const saved = draft === null ? await insertDraft(tx, change) : await updateDraft(tx, draft, change)
    if (!saved) throw await missingDraft(tx, draft?.draft_id ?? '')
    await audit(deps, tx, 'save', saved.id, staff_id)
    return draftView(saved)
  })

/**
 * Removes the draft that a campaign replaces, in the transaction that creates the campaign.
 * @returns its editors
 * @throws {Refusal} campaigns.draft-unknown, campaigns.draft-revised
 */
export const takeDraft = async (tx: Tx, draft: DraftReference): Promise<string[]> => {
  const removed = await removeDraft(tx, draft)
  if (!removed) throw await missingDraft(tx, draft.draft_id)
  return removed.edited_by
}

/** @throws {Refusal} campaigns.draft-unknown, campaigns.draft-revised */
export const deleteDraft = (
  deps: CampaignDeps,
  input: { draft: DraftReference; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await takeDraft(tx, input.draft)
    await audit(deps, tx, 'delete', input.draft.draft_id, input.staff_id)
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

const draftView = ({ id: draft_id, fields: values, edited_by, revision, updated_at }: DraftRow) => ({
  draft_id,
  values,
  edited_by,
  revision,
  updated_at: updated_at.toISOString(),
})
