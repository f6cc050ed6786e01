import { cancelProjectCall, type Project } from '@clube/contract/new-project/calls.ts'
import { liveProjectStates, undecidedProjectStates } from '@clube/contract/new-project/project.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { lockTransactions, type AccountDeletion, type Transaction } from '../campaigns/index.ts'
import { decidePhotos, releasePhotos } from '../photos/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { NewProjectDeps } from './deps.ts'
import { cancel, cancelUndecidedOf, findProject, lockProjectOf } from './project-store.ts'
import { findOwnProject, viewProject } from './view-projects.ts'

/**
 * Cancels the customer's own undecided project and returns its participation; a cancelled one is unchanged.
 * @throws {Refusal} new-project.unknown, new-project.decided, session.password-required
 */
export const cancelProject = (
  deps: NewProjectDeps,
  input: Actor & { project_id: string },
): Promise<Project> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(cancelProjectCall)
    const now = deps.clock()
    const { id, transaction_id } = await findOwnProject(tx, { ...input, refuse })
    await lockTransactions(tx, [transaction_id])
    if (await cancel(tx, { id, from: undecidedProjectStates, now })) {
      const note = 'Você cancelou o projeto.'
      await deps.returnParticipations(tx, { transaction_ids: [transaction_id], note, now })
      await decidePhotos(tx, { subject_id: id, now })
    }
    const project = await findProject(tx, id)
    if (project?.state !== 'cancelled') throw refuse('new-project.decided')
    return viewProject(tx, project)
  })

/** Cancels the project of a reversed participation, and takes its points back. */
export const reverseProject = async (
  { points }: Pick<NewProjectDeps, 'points'>,
  tx: Tx,
  { transaction, now }: { transaction: Transaction; now: Date },
): Promise<boolean> => {
  const project = await lockProjectOf(tx, transaction.id)
  if (!project || !(await cancel(tx, { id: project.id, from: liveProjectStates, now }))) return true
  if (project.state === 'rewarded')
    await points.revoke(tx, { transaction_id: transaction.id, about: transaction.campaign_title, now })
  await decidePhotos(tx, { subject_id: project.id, now })
  return true
}

/** Cancels the undecided projects of an account that is being erased; until then they can be decided. */
export const releaseOnDeletion = async (
  tx: Tx,
  { customer_id, stage, now }: AccountDeletion,
): Promise<void> => {
  if (stage === 'requested') return
  for (const subject_id of await cancelUndecidedOf(tx, customer_id, now))
    await releasePhotos(tx, { subject_id, now })
}
