import {
  approveProjectCall,
  rejectProjectCall,
  type DeskProject,
} from '@clube/contract/new-project/staff-calls.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { findCampaignFacts, lockTransactions } from '../../campaigns/index.ts'
import { decidePhotos } from '../../photos/index.ts'
import type { NewProjectDeps, ProjectServices } from '../deps.ts'
import { notifyOfProject } from '../project-messages.ts'
import { decide, findProjectOfBrand, markRewarded, type StoredProject } from '../project-store.ts'
import type { Analyst } from './analyst.ts'
import { auditProject } from './audit-desk.ts'
import { viewDeskProject } from './view-desk.ts'

const refuse = refusalsOf(approveProjectCall, rejectProjectCall)

type DecisionDeps = NewProjectDeps & Pick<ProjectServices, 'isSamePerson'>
type Decision = { readonly project_id: string; readonly analyst: Analyst }

/**
 * Approves a project of the analyst's brand and gives its points, once.
 * @throws {Refusal} new-project.unknown (also for another brand's), new-project.own-project, new-project.decided
 */
export const approveProject = (
  deps: DecisionDeps,
  { project_id: id, analyst }: Decision,
): Promise<DeskProject> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { staff_id, brand_id } = analyst
    const project = await findDecidable(deps, tx, { id, analyst })
    const isDecided = await decide(tx, {
      id,
      brand_id,
      state: 'approved',
      decided_by: staff_id,
      reason: null,
      now,
    })
    if (!isDecided) throw refuse('new-project.decided')
    if (project.points !== null) await reward(deps, tx, { ...project, points: project.points }, now)
    await complete(deps, tx, {
      id,
      staff_id,
      action: 'approve-project',
      sentence: `Aprovou o projeto ${project.protocol}.`,
      now,
    })
    return viewDeskProject(deps, tx, { id, analyst })
  })

/** Gives the points of a project that was approved in this transaction. */
const reward = async (
  { points }: Pick<NewProjectDeps, 'points'>,
  tx: Tx,
  project: StoredProject & { points: number },
  now: Date,
): Promise<void> => {
  const { customer_id, transaction_id, campaign_id } = project
  if (!(await markRewarded(tx, project.id))) throw new Error('An approved project could not be rewarded')
  const about = (await findCampaignFacts(tx, [campaign_id])).get(campaign_id)?.title ?? ''
  const grant = { customer_id, transaction_id, points: project.points, about }
  if ((await points.grant(tx, [grant], now)).size === 0)
    throw new Error('The points of a project were already granted')
}

/**
 * Rejects a project of the analyst's brand and returns its participation, so that the customer may register again.
 * @throws {Refusal} new-project.unknown (also for another brand's), new-project.own-project, new-project.decided
 */
export const rejectProject = (
  deps: DecisionDeps,
  { project_id: id, reason, analyst }: Decision & { reason: string },
): Promise<DeskProject> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { staff_id, brand_id } = analyst
    const { transaction_id, protocol } = await findDecidable(deps, tx, { id, analyst })
    await lockTransactions(tx, [transaction_id])
    if (!(await decide(tx, { id, brand_id, state: 'rejected', decided_by: staff_id, reason, now })))
      throw refuse('new-project.decided')
    await deps.returnParticipations(tx, { transaction_ids: [transaction_id], note: reason, now })
    await complete(deps, tx, {
      id,
      staff_id,
      action: 'reject-project',
      sentence: `Recusou o projeto ${protocol}.`,
      now,
    })
    return viewDeskProject(deps, tx, { id, analyst })
  })

const findDecidable = async (
  deps: DecisionDeps,
  tx: Tx,
  { id, analyst: { staff_id, brand_id } }: { id: string; analyst: Analyst },
): Promise<StoredProject> => {
  const project = await findProjectOfBrand(tx, { id, brand_id })
  if (!project) throw refuse('new-project.unknown')
  const { customer_id } = project
  if (await deps.isSamePerson(tx, { staff_id, customer_id })) throw refuse('new-project.own-project')
  return project
}

/** What follows every decision: the message, the retention of the files, and the audit line. */
const complete = async (
  deps: DecisionDeps,
  tx: Tx,
  line: { id: string; staff_id: string; action: string; sentence: string; now: Date },
): Promise<void> => {
  const { id, staff_id, action, sentence, now } = line
  await decidePhotos(tx, { subject_id: id, now })
  await notifyOfProject(deps, tx, { project_id: id })
  await auditProject(deps, tx, { staff_id, project_id: id, action, sentence })
}
