import type { Finding, Proof } from '../proofs/index.ts'
import type { NewProjectDeps, ProjectServices } from './deps.ts'
import { numberIndexOf } from './project-numbers.ts'
import { listProjectsAfter, type ProvedProject } from './proof-store.ts'

/** Earlier projects no longer change. */
const recentMs = 2 * 24 * 3_600_000

/**
 * The proof that each rewarded project has its points and no other has any, and that the fingerprints that make numbers
 * unique are those of the stored numbers.
 */
export const createProjectProof = (
  deps: Pick<NewProjectDeps, 'db' | 'vault'>,
  { grantedPoints }: Pick<ProjectServices, 'grantedPoints'>,
): Proof => ({
  name: 'brand-projects',
  title: 'Projetos: pontos e números',
  checks: {
    'points-match': 'Um projeto não tem exatamente os pontos que o seu estado diz.',
    'numbers-match': 'Os números de um projeto não são os que ele bloqueia para outros projetos.',
  },
  step: async ({ kind, position, now }) => {
    const since = kind === 'recent' ? new Date(now.getTime() - recentMs) : null
    const projects = await listProjectsAfter(deps.db, { after: position, since })
    const granted = await grantedPoints(
      deps.db,
      projects.map(({ transaction_id }) => transaction_id),
    )
    const last = projects.at(-1)
    return {
      findings: projects.flatMap((project) => [
        ...compare(
          'points-match',
          project,
          expectedPoints(project),
          granted.get(project.transaction_id) ?? 0,
        ),
        ...compare('numbers-match', project, 0, countWrongNumbers(deps, project)),
      ]),
      next: last ? { kind: 'more', position: last.id } : { kind: 'end', mark: null },
    }
  },
})

const expectedPoints = ({ state, points }: ProvedProject): number =>
  state === 'rewarded' ? (points ?? 0) : 0

const countWrongNumbers = (
  { vault }: Pick<NewProjectDeps, 'vault'>,
  { brand_id, ...project }: ProvedProject,
): number => {
  const numbers = [
    ['purchase', project.purchase_number, project.purchase_index],
    ['registration', project.registration_number, project.registration_index],
  ] as const
  return numbers.filter(
    ([kind, number, index]) =>
      number !== null && !numberIndexOf(vault, { kind, brand_id, number }).equals(index),
  ).length
}

const compare = (check: string, { id }: ProvedProject, expected: number, found: number): Finding[] =>
  expected === found ? [] : [{ check, subject: id, expected, found }]
