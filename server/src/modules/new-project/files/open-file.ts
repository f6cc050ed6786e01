import { formatDateTime } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  openProjectFileCall,
  projectPdfFile,
  projectPictureFile,
} from '@clube/contract/new-project/staff-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../../kernel/refusal.ts'
import { consumePhotoView, grantPhotoView, listPhotos, openPhoto } from '../../photos/index.ts'
import type { Analyst } from '../desk/analyst.ts'
import { auditProject } from '../desk/audit-desk.ts'
import type { NewProjectDeps, ProjectServices } from '../deps.ts'
import { findProjectOfBrand } from '../project-store.ts'
import { fileKindOf, type FileKind } from './project-file.ts'

const refuse = refusalsOf(openProjectFileCall)

const servedFiles = { picture: projectPictureFile, pdf: projectPdfFile } as const

/**
 * Grants one download of a file of the analyst's brand.
 * @throws {Refusal} new-project.unknown (also for another brand's project), new-project.file-gone
 */
export const grantFileView = async (
  deps: NewProjectDeps,
  { project_id, file_id, analyst }: { project_id: string; file_id: string; analyst: Analyst },
): Promise<{ url: string; expires_at: string }> => {
  const { staff_id, brand_id } = analyst
  if (!(await findProjectOfBrand(deps.db, { id: project_id, brand_id }))) throw refuse('new-project.unknown')
  const stored = (await listPhotos(deps.db, project_id)).find(({ id }) => id === file_id)
  const kind = stored && fileKindOf(stored.purpose)
  const granted =
    kind &&
    (await grantPhotoView(deps.db, {
      photo_id: file_id,
      subject_id: project_id,
      staff_id,
      now: deps.clock(),
    }))
  if (!kind || !granted) throw refuse('new-project.file-gone')
  return {
    url: filePath(servedFiles[kind], { view_token: granted.view_token }),
    expires_at: granted.expires_at.toISOString(),
  }
}

/**
 * Consumes a granted download: one file, one audit line, written before the file is opened.
 * @returns the PDF as it was sent, or the photo with a watermark of analyst and time
 * @throws {Refusal} request.not-found when the view is used, expired, or not the analyst's
 */
export const openFile = async (
  deps: NewProjectDeps & Pick<ProjectServices, 'photos'>,
  { view_token, kind, analyst }: { view_token: string; kind: FileKind; analyst: Analyst },
): Promise<Buffer> => {
  const now = deps.clock()
  const { staff_id, brand_id, name } = analyst
  const { photo_id: id, subject_id } = await inTransaction(deps.db, async (tx) => {
    const view = await consumePhotoView(tx, { view_token, staff_id, now })
    // The member may work for another brand since the view was granted.
    const project = view && (await findProjectOfBrand(tx, { id: view.subject_id, brand_id }))
    if (!view || !project || fileKindOf(view.purpose) !== kind) throw refuseRequest('request.not-found')
    await auditProject(deps, tx, {
      staff_id,
      project_id: project.id,
      action: 'open-file',
      sentence: `Abriu ${kind === 'pdf' ? 'um PDF' : 'uma foto'} de um projeto.`,
    })
    return view
  })
  const bytes = await openPhoto({ ...deps.photos, db: deps.db }, { id, subject_id })
  if (!bytes) throw refuseRequest('request.not-found')
  if (kind === 'pdf') return bytes
  return deps.photos.decoder.watermark(bytes, `${name} ${formatDateTime(now, deps.time_zone)}`)
}
