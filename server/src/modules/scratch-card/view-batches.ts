import type { CodeBatch as CodeBatchView } from '@clube/contract/scratch-card/batch-calls.ts'
import type { Db } from '../../db/database.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import { findBatch, type CodeBatch } from './batch-store.ts'
import type { ScratchCardDeps } from './deps.ts'

type ViewDeps = Pick<ScratchCardDeps, 'namesOfStaff'>

/** Batches for staff: counts and signatures, no codes. */
export const viewBatches = async (
  { namesOfStaff }: ViewDeps,
  db: Db,
  { batches, staff_id }: { batches: readonly CodeBatch[]; staff_id: string },
): Promise<CodeBatchView[]> => {
  const campaigns = await findCampaignFacts(
    db,
    batches.map(({ campaign_id }) => campaign_id),
  )
  const members = batches.flatMap((batch) => [
    batch.requested_by,
    batch.approved_by,
    batch.handed_out_by,
    batch.voided_by,
  ])
  const names = await namesOfStaff(db, [...new Set(members.filter((id) => id !== null))])
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id)?.name ?? null))
  return batches.map((batch) => ({
    batch_id: batch.id,
    campaign_id: batch.campaign_id,
    campaign_title: campaigns.get(batch.campaign_id)?.title ?? '',
    state: batch.state,
    count: batch.count,
    purpose: batch.purpose,
    used: batch.used,
    voided: batch.voided,
    requested_by: nameOf(batch.requested_by),
    requested_at: batch.requested_at.toISOString(),
    approved_by: nameOf(batch.approved_by),
    approved_at: batch.approved_at?.toISOString() ?? null,
    handed_out_by: nameOf(batch.handed_out_by),
    handed_out_at: batch.handed_out_at?.toISOString() ?? null,
    voided_by: nameOf(batch.voided_by),
    voided_at: batch.voided_at?.toISOString() ?? null,
    void_reason: batch.void_reason,
    is_own: batch.requested_by === staff_id,
  }))
}

/** A stored batch as its caller sees it. @throws when it was not found, which is a bug */
export const viewBatch = async (
  deps: ViewDeps,
  db: Db,
  { batch_id, staff_id }: { batch_id: string; staff_id: string },
): Promise<CodeBatchView> => {
  const batch = await findBatch(db, batch_id)
  const [view] = batch ? await viewBatches(deps, db, { batches: [batch], staff_id }) : []
  if (!view) throw new Error('The batch was not found')
  return view
}
