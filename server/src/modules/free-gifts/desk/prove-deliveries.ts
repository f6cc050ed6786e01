import type { Db } from '../../../db/database.ts'
import type { Proof } from '../../proofs/index.ts'
import { findDiscrepancies, listDeliveredAfter, listVouchersAfter } from './delivery-proof-store.ts'

/** Earlier deliveries no longer change. */
const recentMs = 2 * 24 * 3_600_000

/** The proof that deliveries agree with vouchers; a recent pass checks only vouchers with deliveries of the last
 * two days. */
export const createDeliveryProof = (deps: { readonly db: Db }): Proof => ({
  name: 'gift-deliveries',
  title: 'Brindes: entregas',
  checks: {
    'delivered-once': 'Um vale-brinde não tem exatamente a entrega que o seu estado diz.',
    'delivery-agrees': 'Uma entrega não tem a data, a promoção ou o ponto do seu vale-brinde.',
    'served-has-delivery': 'Uma senha está atendida sem a entrega do seu brinde.',
  },
  step: async ({ kind, position, now }) => {
    const ids =
      kind === 'recent'
        ? await listDeliveredAfter(deps.db, {
            after: position,
            since: new Date(now.getTime() - recentMs),
          })
        : await listVouchersAfter(deps.db, position)
    const last = ids.at(-1)
    return {
      findings: await findDiscrepancies(deps.db, ids),
      next: last === undefined ? { kind: 'end', mark: null } : { kind: 'more', position: last },
    }
  },
})
