import type { Db } from '../../db/database.ts'
import { findCampaignFacts, type CampaignFacts } from '../campaigns/index.ts'
import type { Proof } from '../proofs/index.ts'
import { findDiscrepancies, findStockCampaignAfter } from './stock-proof-store.ts'

const recentMs = 2 * 24 * 3_600_000

/** The end of the period in which vouchers of the campaign are issued or delivered. */
const lastUse = ({ redeem_until, ends_at }: CampaignFacts): Date => redeem_until ?? ends_at

/** The proof of the stock of gifts; a recent pass omits campaigns whose pickup period ended more than two days ago. */
export const createStockProof = (deps: { readonly db: Db }): Proof => ({
  name: 'gift-stock',
  title: 'Brindes: estoque dos pontos de retirada',
  checks: {
    'count-matches-movements': 'As unidades de um brinde em um ponto não são a soma de suas movimentações.',
    'reserved-matches-vouchers': 'As unidades reservadas de um brinde não são as de seus vales para retirar.',
    'delivered-matches-vouchers': 'As unidades entregues de um brinde não são as de seus vales entregues.',
    'used-stock-matches-units': 'O estoque usado de uma promoção não é o dos brindes entregues e perdidos.',
  },
  step: async ({ kind, position, now }) => {
    const id = await findStockCampaignAfter(deps.db, position)
    if (id === undefined) return { findings: [], next: { kind: 'end', mark: null } }
    const campaign = (await findCampaignFacts(deps.db, [id])).get(id)
    const isUsed = !campaign || now.getTime() - lastUse(campaign).getTime() < recentMs
    return {
      findings: kind === 'full' || isUsed ? await findDiscrepancies(deps.db, id) : [],
      next: { kind: 'more', position: id },
    }
  },
})
