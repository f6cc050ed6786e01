import type { Tx } from '../../../db/database.ts'
import type { SubjectSince } from '../../audit/index.ts'
import type { NewProjectDeps } from '../deps.ts'
import type { StoredProject } from '../project-store.ts'

type AuditDeps = Pick<NewProjectDeps, 'audit'>

/** Audits what an analyst did with a project. */
export const auditProject = (
  { audit }: AuditDeps,
  tx: Tx,
  line: { staff_id: string; project_id: string; action: string; sentence: string },
): Promise<void> =>
  audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `new-project.${line.action}`,
    subject: { kind: 'brand-project', id: line.project_id },
    sentence: line.sentence,
  })

/** Audits an access to all projects of the analyst's brand, or to its purchases. */
export const auditBrand = (
  { audit }: AuditDeps,
  tx: Tx,
  line: { staff_id: string; brand_id: string; action: string; sentence: string },
): Promise<void> =>
  audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `new-project.${line.action}`,
    subject: { kind: 'brand', id: brandSubject(line.brand_id) },
    sentence: line.sentence,
  })

/** Prefixed: accesses to a brand's projects are the customers' business, changes of its rules are not. */
const brandSubject = (brand_id: string): string => `brand-projects/${brand_id}`

/** The subjects of accesses that concern the customer of these projects. */
export const subjectsOf = (projects: readonly StoredProject[]): SubjectSince[] => {
  const since = new Map<string, Date>()
  for (const { brand_id, submitted_at } of projects) {
    const earlier = since.get(brand_id)
    if (!earlier || submitted_at < earlier) since.set(brand_id, submitted_at)
  }
  return [
    ...projects.map(({ id }) => ({ id, since: null })),
    ...[...since].map(([brand_id, first]) => ({ id: brandSubject(brand_id), since: first })),
  ]
}

const desk = { desk: 'Projetos', permission: 'projects.decide' } as const

/** Accesses to projects, as their customers see them. */
export const projectDataAccesses = {
  'new-project.list-projects': { ...desk, what: 'Consultou a lista de projetos da marca, com o seu' },
  'new-project.open-project': { ...desk, what: 'Abriu um projeto seu' },
  'new-project.open-file': { ...desk, what: 'Abriu um arquivo de um projeto seu' },
  'new-project.approve-project': { ...desk, what: 'Aprovou um projeto seu' },
  'new-project.reject-project': { ...desk, what: 'Recusou um projeto seu' },
  'new-project.export-projects': { ...desk, what: 'Baixou a lista de projetos da marca, com o seu' },
} as const
