import type { Db } from '../../../db/database.ts'
import type { Proof } from '../../proofs/index.ts'
import { findDeliveryErrors, listAwardsAfter, listDeliveredAfter } from './delivery-proof-store.ts'

/** Earlier deliveries no longer change. */
const recentMs = 2 * 24 * 3_600_000

/** The proof that deliveries agree with awards; a recent pass checks only awards with deliveries of the last two days. */
export const createDeliveryProof = (deps: { readonly db: Db }): Proof => ({
  name: 'scratch-deliveries',
  title: 'Raspadinhas: entregas de prêmios',
  checks: {
    'delivered-once': 'Um prêmio não tem exatamente a entrega que o seu estado diz.',
    'delivery-agrees': 'Uma entrega não tem a data do seu prêmio.',
  },
  step: async ({ kind, position, now }) => {
    const ids =
      kind === 'recent'
        ? await listDeliveredAfter(deps.db, {
            after: position,
            since: new Date(now.getTime() - recentMs),
          })
        : await listAwardsAfter(deps.db, position)
    const last = ids.at(-1)
    return {
      findings: await findDeliveryErrors(deps.db, ids),
      next: last === undefined ? { kind: 'end', mark: null } : { kind: 'more', position: last },
    }
  },
})
