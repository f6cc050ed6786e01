import { newProjectAuditTitles } from '@clube/contract/new-project/audit-titles.ts'
import { newProjectSettings } from '@clube/contract/new-project/settings.ts'
import { settingsErrorsOf, type Promotion } from '../campaigns/index.ts'
import { releasePhotos } from '../photos/index.ts'
import { bindBrands } from './brands/brand-routes.ts'
import { countPendingChanges } from './brands/brand-store.ts'
import { releaseOnDeletion, reverseProject } from './cancel-project.ts'
import type { NewProjectDeps, ProjectServices } from './deps.ts'
import { projectDataAccesses, subjectsOf } from './desk/audit-desk.ts'
import { bindProjectDesk } from './desk/desk-routes.ts'
import { countUndecided } from './desk/desk-store.ts'
import { listBrandErrors } from './project-campaign.ts'
import { projectMessages, resendMessage } from './project-messages.ts'
import { eraseNumbersOf, listProjectsForActor } from './project-store.ts'
import { createProjectProof } from './prove-projects.ts'
import { readResults } from './read-results.ts'
import { bindProjects } from './routes.ts'
import { describeOutcomes, listMyProjects } from './view-projects.ts'

/** The promotion kind of brand projects. */
export const createNewProjectPromotion = (deps: NewProjectDeps, services: ProjectServices): Promotion => ({
  settingsErrors: settingsErrorsOf(newProjectSettings),
  referenceErrors: listBrandErrors,
  canWaiveCertificate: () => false,
  approvalWarnings: async () => new Map(),
  // Nothing runs out: the number of projects is not limited.
  listAvailable: async (_db, campaign_ids) => new Set(campaign_ids),
  extensionErrors: async () => [],
  reverse: (tx, reversal) => reverseProject(deps, tx, reversal),
  onPause: async () => {},
  onResume: async () => {},
  releaseOnDeletion,
  hasValidVouchers: async () => false,
  erasePersonalData: async (tx, customer_id) => {
    for (const subject_id of await eraseNumbersOf(tx, customer_id))
      await releasePhotos(tx, { subject_id, now: deps.clock() })
  },
  describeOutcomes,
  listVouchers: async () => [],
  // Own data requires the password.
  readOwnData: async (customer_id) => ({
    brand_projects: await listMyProjects(deps.db, { customer_id, identified_session_id: null }, null),
  }),
  auditTitles: newProjectAuditTitles,
  dataAccesses: projectDataAccesses,
  listSubjects: async (db, customer_id) =>
    subjectsOf(await listProjectsForActor(db, { customer_id, identified_session_id: null }, null)),
  messages: projectMessages,
  attachments: {},
  readResults: (campaign_id) => readResults(deps.db, campaign_id),
  resendMessage: (tx, transaction) => resendMessage(deps, tx, transaction),
  purge: async () => {},
  proofs: [createProjectProof(deps, services)],
  waiting: {
    'projects.decide': async (db, { brand_id, limit }) =>
      brand_id === null ? 0 : countUndecided(db, { brand_id, limit }),
    'brands.approve': (db, input) => countPendingChanges(db, input),
  },
  registerJobs: () => {},
  bind: (binder) => {
    bindProjects(binder, { ...deps, ...services })
    bindBrands(binder, deps)
    bindProjectDesk(binder, { ...deps, ...services })
  },
})
