/**
 * States of a project: submitted → in_review (an analyst has opened it) → approved → rewarded, or rejected, or
 * cancelled by the customer, with the account, or with its participation.
 */
export const projectStates = [
  'submitted',
  'in_review',
  'approved',
  'rewarded',
  'rejected',
  'cancelled',
] as const
export type ProjectState = (typeof projectStates)[number]

/** The states that may follow each state. */
export const nextProjectStates = {
  submitted: ['in_review', 'approved', 'rejected', 'cancelled'],
  in_review: ['approved', 'rejected', 'cancelled'],
  approved: ['rewarded', 'cancelled'],
  rewarded: ['cancelled'],
  rejected: [],
  cancelled: [],
} as const satisfies Record<ProjectState, readonly ProjectState[]>

/** States in which a project awaits a decision. */
export const undecidedProjectStates = ['submitted', 'in_review'] as const satisfies readonly ProjectState[]
/** States in which a project keeps its numbers: no other project of the brand can have them. */
export const liveProjectStates = [
  'submitted',
  'in_review',
  'approved',
  'rewarded',
] as const satisfies readonly ProjectState[]

export const isUndecided = (state: ProjectState): boolean =>
  (undecidedProjectStates as readonly ProjectState[]).includes(state)

/** Labels for customers: an opened project is the same to them as an unopened one. */
export const projectStateTitles = {
  submitted: 'Em análise',
  in_review: 'Em análise',
  approved: 'Aprovado',
  rewarded: 'Aprovado',
  rejected: 'Não aprovado',
  cancelled: 'Cancelado',
} as const satisfies Record<ProjectState, string>

/** Labels at the desk. */
export const deskStateTitles = {
  submitted: 'Recebido',
  in_review: 'Em análise',
  approved: 'Aprovado',
  rewarded: 'Aprovado, com pontos',
  rejected: 'Recusado',
  cancelled: 'Cancelado',
} as const satisfies Record<ProjectState, string>

/** Most files of one project. */
export const projectFileLimit = 3
/** Longest reason of a rejection, in characters. */
export const rejectionMaxLength = 300
