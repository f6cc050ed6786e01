import {
  addProjectFileCall,
  cancelProjectCall,
  listMyProjectsCall,
  readProjectOfferCall,
  registerProjectCall,
} from '@clube/contract/new-project/calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindForVisitors } from '../../http/bind-shared.ts'
import { actorOf } from '../sessions/index.ts'
import { cancelProject } from './cancel-project.ts'
import type { NewProjectDeps, ProjectServices } from './deps.ts'
import { addFile, admitFile } from './files/add-file.ts'
import { findOffer, withExclusion } from './project-campaign.ts'
import { registerProject } from './register-project.ts'
import { listMyProjects } from './view-projects.ts'

const listLimit = 200

/** Binds registering projects, the customer's list, their files and cancelling. */
export const bindProjects = (binder: Binder, deps: NewProjectDeps & ProjectServices): void => {
  bindCall(binder, registerProjectCall, async ({ params, body, session, metadata: { ip } }) => ({
    data: await registerProject(deps, { ...params, ...body, ...actorOf(session), ip }),
  }))
  bindForVisitors(binder, readProjectOfferCall, {
    read: ({ query }) => findOffer(deps.db, query.campaign_id),
    dataOf: ({ offer }) => offer,
    own: ({ offer, brand }, session) => withExclusion(deps.db, { offer, brand, actor: actorOf(session) }),
  })
  bindCall(binder, listMyProjectsCall, async ({ session }) => ({
    data: await listMyProjects(deps.db, actorOf(session), listLimit),
  }))
  bindCall(
    binder,
    addProjectFileCall,
    async ({ body, session }) => ({
      data: await addFile(deps, { ...body, ...actorOf(session) }),
      message: 'Arquivo recebido.',
    }),
    ({ body: { project_id }, session }) => admitFile(deps, { project_id, ...actorOf(session) }),
  )
  bindCall(binder, cancelProjectCall, async ({ body, session }) => ({
    data: await cancelProject(deps, { ...body, ...actorOf(session) }),
    message: 'Projeto cancelado.',
  }))
}
