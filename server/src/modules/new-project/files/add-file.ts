import { infectedFileMessage, type FormFile } from '@clube/contract/kernel/file.ts'
import { addProjectFileCall, type Project } from '@clube/contract/new-project/calls.ts'
import { isUndecided, projectFileLimit } from '@clube/contract/new-project/project.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../../kernel/refusal.ts'
import {
  countPhotosOf,
  isInfected,
  isPdf,
  photoErrorMessages,
  sealPhoto,
  storePhoto,
} from '../../photos/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { NewProjectDeps, ProjectServices } from '../deps.ts'
import { lockProjectOf, type StoredProject } from '../project-store.ts'
import { findOwnProject, viewProject } from '../view-projects.ts'
import { filePurposes, type FileKind } from './project-file.ts'

const refuse = refusalsOf(addProjectFileCall)

/** Messages for rejected PDFs. */
const pdfErrorMessages = {
  broken: 'Não conseguimos abrir o PDF. Exporte-o de novo ou envie uma foto.',
  encrypted: 'Este PDF tem senha. Envie um sem senha ou uma foto.',
  active:
    'Este PDF tem programas ou formulários ativos, ou outros arquivos dentro dele. Exporte-o de novo como PDF simples ou envie uma foto.',
} satisfies Record<string, string>

type FileDeps = NewProjectDeps & Pick<ProjectServices, 'photos' | 'scanner' | 'limits'>

/**
 * Checks that a file may be uploaded, before it is received. Every attempt counts, separately for passwordless sessions.
 * @throws {Refusal} as `addFile`, and request.rate-limited
 */
export const admitFile = async (deps: FileDeps, input: Actor & { project_id: string }): Promise<void> => {
  await requireUploadAllowed(deps.db, await findOwnProject(deps.db, { ...input, refuse }))
  const { customer_id, identified_session_id } = input
  const key = identified_session_id === null ? customer_id : `${customer_id} identified`
  if (!(await deps.limits.spend('project-files', key, deps.clock()))) throw refuse('request.rate-limited')
}

/**
 * Adds a file to the customer's own undecided project. A photo is encoded again; a PDF is kept as it was sent if it
 * contains nothing active. Both are sealed before the transaction, which only links them to the project.
 * @throws {Refusal} new-project.unknown, new-project.decided, new-project.file-limit, session.password-required
 * @throws {InvalidInput} under `file` for a file that is not accepted
 * @throws {Unavailable} without a verdict of the scanner, or while decoder or store are not available
 */
export const addFile = async (
  deps: FileDeps,
  input: Actor & { project_id: string; file: FormFile },
): Promise<Project> => {
  const { kind, bytes } = await readFile(deps, input.file)
  const photo = await sealPhoto(deps.photos, bytes)
  return inTransaction(deps.db, async (tx) => {
    const { transaction_id } = await findOwnProject(tx, { ...input, refuse })
    // Locked before counting, so that neither a decision nor another file can intervene between check and insert.
    const project = await lockProjectOf(tx, transaction_id)
    if (!project) throw refuse('new-project.unknown')
    await requireUploadAllowed(tx, project)
    await storePhoto(tx, { photo, purpose: filePurposes[kind], subject_id: project.id, now: deps.clock() })
    return viewProject(tx, project)
  })
}

const requireUploadAllowed = async (db: Db, { id, state }: StoredProject): Promise<void> => {
  if (!isUndecided(state)) throw refuse('new-project.decided')
  const files = (await countPhotosOf(db, [id])).get(id) ?? 0
  if (files >= projectFileLimit) throw refuse('new-project.file-limit', { count: projectFileLimit })
}

const readFile = async (
  { photos, scanner }: Pick<FileDeps, 'photos' | 'scanner'>,
  file: FormFile,
): Promise<{ kind: FileKind; bytes: Uint8Array }> => {
  const invalid = (message: string) => new InvalidInput([{ path: 'file', message }])
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (await isInfected(scanner, bytes)) throw invalid(infectedFileMessage)
  // The content decides, not the type or the name that the browser states.
  if (isPdf(bytes)) {
    const verdict = await photos.decoder.inspectPdf(bytes)
    if (verdict !== 'plain') throw invalid(pdfErrorMessages[verdict])
    return { kind: 'pdf', bytes }
  }
  const clean = await photos.decoder.clean(file)
  if (!clean.ok)
    throw invalid(
      clean.error === 'not-jpeg'
        ? 'Envie uma foto em formato JPEG ou um PDF.'
        : photoErrorMessages[clean.error],
    )
  return { kind: 'picture', bytes: clean.bytes }
}
