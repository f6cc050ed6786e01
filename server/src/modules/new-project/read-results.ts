import { deskStateTitles, isUndecided, projectStates } from '@clube/contract/new-project/project.ts'
import type { Db } from '../../db/database.ts'
import type { KindResults } from '../campaigns/index.ts'
import { countByState } from './project-store.ts'

/** The results of a campaign: its projects by state. */
export const readResults = async (db: Db, campaign_id: string): Promise<KindResults> => {
  const counts = new Map((await countByState(db, { campaign_id })).map(({ state, count }) => [state, count]))
  const countOf = (state: (typeof projectStates)[number]) => counts.get(state) ?? 0
  const undecided = projectStates.filter(isUndecided).reduce((sum, state) => sum + countOf(state), 0)
  const waiting = undecided === 0 ? [] : [`Projetos em análise: ${undecided}. A marca ainda os decide.`]
  return {
    steps: [],
    unfulfilled: [],
    given: null,
    interruption: { pause: waiting, end: waiting },
    tables: [
      {
        title: 'Projetos',
        columns: ['Situação', 'Projetos'],
        rows: projectStates.map((state) => ({ title: deskStateTitles[state], values: [countOf(state)] })),
      },
    ],
  }
}
