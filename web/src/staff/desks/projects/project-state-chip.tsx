import { deskStateTitles, type ProjectState } from '@clube/contract/new-project/project.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { StateChip } from '../../parts/fact-list.tsx'

const stateTones = {
  submitted: 'warn',
  in_review: 'warn',
  approved: 'good',
  rewarded: 'good',
  rejected: 'bad',
  cancelled: undefined,
} as const satisfies Record<ProjectState, Tone>

/** A project's state at the desk; late if its day for the answer has passed without one. */
export const projectStateChip = (state: ProjectState, isLate: boolean): { title: string; tone: Tone } =>
  isLate
    ? { title: `${deskStateTitles[state]}, atrasado`, tone: 'bad' }
    : { title: deskStateTitles[state], tone: stateTones[state] }

export const ProjectStateChip = ({ state, isLate }: { state: ProjectState; isLate: boolean }) => (
  <StateChip {...projectStateChip(state, isLate)} />
)
