import type { Db } from '../../db/database.ts'
import type { Proof } from '../proofs/index.ts'
import { findDayAfter, findDiscrepancies } from './figures-store.ts'

/** Counters of earlier days are verified by full passes only; answers never change. */
const recentMs = 3 * 24 * 3_600_000
const beforeAll = '0001-01-01'

/** The proof of the counters of the figures, day by day. */
export const createRatingsProof = (deps: { readonly db: Db }): Proof => ({
  name: 'rating-figures',
  title: 'Avaliações: contagem por dia e loja',
  checks: {
    'promoters-match-answers': 'As notas 9 e 10 de uma loja em um dia não são as que foram contadas.',
    'passives-match-answers': 'As notas 7 e 8 de uma loja em um dia não são as que foram contadas.',
    'detractors-match-answers': 'As notas 0 a 6 de uma loja em um dia não são as que foram contadas.',
  },
  step: async ({ kind, position, now }) => {
    const first = new Date(now.getTime() - recentMs).toISOString().slice(0, 10)
    const day = await findDayAfter(deps.db, position ?? (kind === 'recent' ? first : beforeAll))
    if (day === undefined) return { findings: [], next: { kind: 'end', mark: null } }
    return { findings: await findDiscrepancies(deps.db, day), next: { kind: 'more', position: day } }
  },
})
