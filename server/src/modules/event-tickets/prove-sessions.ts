import type { Db } from '../../db/database.ts'
import type { Proof } from '../proofs/index.ts'
import { findDiscrepancies, listSessionsAfter } from './session-proof-store.ts'

/** Sessions that ended earlier no longer change. */
const recentMs = 2 * 24 * 3_600_000

/** The proof of the counters of event sessions; a recent pass omits sessions that ended more than two days ago. */
export const createSessionProof = (deps: { readonly db: Db }): Proof => ({
  name: 'event-sessions',
  title: 'Eventos: lugares das sessões',
  checks: {
    'held-is-counted': 'Os lugares reservados de uma sessão não são os de suas reservas e ofertas.',
    'sold-is-counted': 'Os lugares vendidos de uma sessão não são os de seus ingressos e entradas.',
    'offered-is-counted': 'Os lugares oferecidos de uma sessão não são os de sua lista de espera.',
    'waiting-is-counted': 'As pessoas em espera de uma sessão não são as de sua lista.',
    'waiting-places-are-counted': 'Os lugares pedidos na espera de uma sessão não são os de sua lista.',
    'reservation-has-tickets': 'Uma sessão tem reservas confirmadas com ingressos a mais ou a menos.',
    'used-is-admitted': 'Uma sessão tem ingressos usados sem entrada, ou entradas sem uso.',
  },
  step: async ({ kind, position, now }) => {
    const ended_after = kind === 'recent' ? new Date(now.getTime() - recentMs) : null
    const ids = await listSessionsAfter(deps.db, { after: position, ended_after })
    const last = ids.at(-1)
    return {
      findings: await findDiscrepancies(deps.db, ids),
      next: last === undefined ? { kind: 'end', mark: null } : { kind: 'more', position: last },
    }
  },
})
