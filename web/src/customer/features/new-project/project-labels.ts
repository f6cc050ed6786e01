import type { Project } from '@clube/contract/new-project/calls.ts'
import { isUndecided, projectStateTitles, type ProjectState } from '@clube/contract/new-project/project.ts'
import type { CampaignChip, NowEntry } from '../../promotions/promotion.ts'
import { projectPaths } from './project-paths.ts'

const tones = {
  submitted: 'warn',
  in_review: 'warn',
  approved: 'good',
  rewarded: 'good',
  rejected: 'bad',
  cancelled: undefined,
} as const satisfies Record<ProjectState, CampaignChip['tone']>

export const projectChip = (state: ProjectState): CampaignChip => {
  const [label, tone] = [projectStateTitles[state], tones[state]]
  return tone === undefined ? { label } : { label, tone }
}

const dayMs = 24 * 3_600_000
/** How long a decision is shown on the home page. */
const recentMs = 3 * dayMs

/** The now entries of projects that were decided recently. */
export const projectEntriesOf = (projects: readonly Project[], nowMs: number): NowEntry[] =>
  projects.flatMap(({ state, decided_at, brand_name }): NowEntry[] => {
    if (isUndecided(state) || state === 'cancelled' || decided_at === null) return []
    if (nowMs - Date.parse(decided_at) > recentMs) return []
    return [
      {
        title: state === 'rejected' ? 'Seu projeto não foi aprovado' : 'Seu projeto foi aprovado',
        text: state === 'rejected' ? `Veja o motivo da ${brand_name}.` : `Pela ${brand_name}.`,
        href: projectPaths.mine,
        until: null,
      },
    ]
  })
