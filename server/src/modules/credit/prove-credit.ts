import type { Db } from '../../db/database.ts'
import { firstIdAt } from '../../kernel/first-id-at.ts'
import type { Proof } from '../proofs/index.ts'
import { findDiscrepancies, listReceiptsAfter } from './credit-proof-store.ts'

/** Older receipts are verified by full passes only. */
const recentMs = 3 * 24 * 3_600_000
const lowestId = '00000000-0000-0000-0000-000000000000'

/** The proof of receipt credit; a recent pass omits receipts registered more than three days ago. */
export const createCreditProof = (deps: { readonly db: Db }): Proof => ({
  name: 'receipt-credit',
  title: 'Notas: valor usado em promoções',
  checks: {
    'used-matches-allocations': 'O valor usado de uma nota não é o de suas participações.',
    'used-within-amount': 'Uma nota foi usada além do seu valor em uma promoção.',
    'exclusive-not-shared': 'Uma nota de uma promoção exclusiva foi usada em outra.',
  },
  step: async ({ kind, position, now }) => {
    const after = position ?? (kind === 'recent' ? firstIdAt(new Date(now.getTime() - recentMs)) : lowestId)
    const ids = await listReceiptsAfter(deps.db, after)
    const last = ids.at(-1)
    return {
      findings: await findDiscrepancies(deps.db, ids),
      next: last === undefined ? { kind: 'end', mark: null } : { kind: 'more', position: last },
    }
  },
})
