import {
  approveProjectCall,
  importPurchasesCall,
  listProjectsCall,
  openProjectCall,
  openProjectFileCall,
  projectPdfFile,
  projectPictureFile,
  projectsCsvFile,
  readBrandDeskCall,
  rejectProjectCall,
} from '@clube/contract/new-project/staff-calls.ts'
import { bindFile } from '../../../http/bind-file.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import { chunksOf } from '../../../http/received-file.ts'
import type { NewProjectDeps, ProjectServices } from '../deps.ts'
import { grantFileView, openFile } from '../files/open-file.ts'
import { analystOf } from './analyst.ts'
import { approveProject, rejectProject } from './decide-project.ts'
import { exportProjects } from './export-projects.ts'
import { admitImport, importPurchases } from './import-purchases.ts'
import { listProjects, openProject, readBrandDesk } from './view-desk.ts'

/** Binds the desk *Projetos*, where analysts decide on the projects of their brand. */
export const bindProjectDesk = (binder: Binder, deps: NewProjectDeps & ProjectServices): void => {
  bindCall(binder, listProjectsCall, async ({ query: { cursor = null, list, number }, staff }) => {
    const { page, next_cursor } = await listProjects(deps, {
      list,
      number,
      cursor,
      analyst: analystOf(staff),
    })
    return { data: page, next_cursor }
  })
  bindCall(binder, readBrandDeskCall, async ({ staff }) => ({
    data: await readBrandDesk(deps, analystOf(staff)),
  }))
  bindCall(binder, openProjectCall, async ({ body, staff }) => ({
    data: await openProject(deps, { ...body, analyst: analystOf(staff) }),
  }))
  bindCall(binder, approveProjectCall, async ({ body, staff }) => ({
    data: await approveProject(deps, { ...body, analyst: analystOf(staff) }),
    message: 'Projeto aprovado.',
  }))
  bindCall(binder, rejectProjectCall, async ({ body, staff }) => ({
    data: await rejectProject(deps, { ...body, analyst: analystOf(staff) }),
    message: 'Projeto recusado.',
  }))
  bindCall(binder, openProjectFileCall, async ({ body, staff }) => ({
    data: await grantFileView(deps, { ...body, analyst: analystOf(staff) }),
  }))
  bindFile(binder, projectPictureFile, ({ params, staff }) =>
    openFile(deps, { ...params, kind: 'picture', analyst: analystOf(staff) }),
  )
  bindFile(binder, projectPdfFile, ({ params, staff }) =>
    openFile(deps, { ...params, kind: 'pdf', analyst: analystOf(staff) }),
  )
  bindFile(binder, projectsCsvFile, ({ staff }) => exportProjects(deps, analystOf(staff)))
  bindCall(
    binder,
    importPurchasesCall,
    async ({ body, staff }) => ({
      data: await importPurchases(deps, { file: chunksOf(body.file), analyst: analystOf(staff) }),
    }),
    ({ staff }) => admitImport(deps, analystOf(staff)),
  )
}
