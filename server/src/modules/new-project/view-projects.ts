import type { Project } from '@clube/contract/new-project/calls.ts'
import { projectStateTitles } from '@clube/contract/new-project/project.ts'
import type { unknownProjectRefusal } from '@clube/contract/new-project/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import { findCampaignFacts, type ParticipationOutcome, type Transaction } from '../campaigns/index.ts'
import { countPhotosOf } from '../photos/index.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import { findBrands } from './brands/brand-store.ts'
import { findProject, listProjectsForActor, listProjectsOf, type StoredProject } from './project-store.ts'

/** The actor's projects, newest first, without staff. */
export const listMyProjects = async (db: Db, actor: Actor, limit: number | null): Promise<Project[]> =>
  viewProjects(db, await listProjectsForActor(db, actor, limit))

/** One project as its customer sees it. */
export const viewProject = async (db: Db, project: StoredProject): Promise<Project> => {
  const [view] = await viewProjects(db, [project])
  if (!view) throw new Error('The project was not found')
  return view
}

const viewProjects = async (db: Db, projects: readonly StoredProject[]): Promise<Project[]> => {
  const [campaigns, brands, files] = [
    await findCampaignFacts(
      db,
      projects.map(({ campaign_id }) => campaign_id),
    ),
    await findBrands(
      db,
      projects.map(({ brand_id }) => brand_id),
    ),
    await countPhotosOf(
      db,
      projects.map(({ id }) => id),
    ),
  ]
  return projects.map((project): Project => {
    const campaign = campaigns.get(project.campaign_id)
    return {
      project_id: project.id,
      transaction_id: project.transaction_id,
      campaign_id: project.campaign_id,
      campaign_slug: campaign?.slug ?? '',
      campaign_title: campaign?.title ?? '',
      protocol: project.protocol,
      brand_name: brands.get(project.brand_id)?.rules.name ?? '',
      purchase_number: project.purchase_number ?? '',
      project_registration_number: project.registration_number ?? '',
      state: project.state,
      submitted_at: project.submitted_at.toISOString(),
      answer_due_on: project.answer_due_on,
      points: project.points,
      decided_at: project.decided_at?.toISOString() ?? null,
      reason: project.reason,
      cancelled_at: project.cancelled_at?.toISOString() ?? null,
      files: files.get(project.id) ?? 0,
    }
  })
}

/**
 * A project of the signed-in customer.
 * @throws {Refusal} new-project.unknown (also for another customer's), session.password-required
 */
export const findOwnProject = async (
  db: Db,
  input: Actor & { project_id: string; refuse: Refuse<typeof unknownProjectRefusal> },
): Promise<StoredProject> => {
  const project = await findProject(db, input.project_id)
  if (project?.customer_id !== input.customer_id) throw input.refuse('new-project.unknown')
  requireAccess(project, input)
  return project
}

const outcomeStatus = {
  submitted: 'completed',
  in_review: 'completed',
  approved: 'completed',
  rewarded: 'completed',
  rejected: 'cancelled',
  cancelled: 'cancelled',
} as const satisfies Record<StoredProject['state'], ParticipationOutcome['status']>

/** The projects of participations, as their customers see them in *Minhas participações*. */
export const describeOutcomes = async (
  db: Db,
  transactions: readonly Pick<Transaction, 'id'>[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const projects = await listProjectsOf(
    db,
    transactions.map(({ id }) => id),
  )
  const brands = await findBrands(
    db,
    projects.map(({ brand_id }) => brand_id),
  )
  return new Map(
    projects.map(({ transaction_id, brand_id, state }) => [
      transaction_id,
      {
        status: outcomeStatus[state],
        subject: { title: `Projeto ${brands.get(brand_id)?.rules.name ?? ''}`.trim(), starts_at: null },
        note: `${projectStateTitles[state]}.`,
      },
    ]),
  )
}
