import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { refuseRequest } from '../../../kernel/refusal.ts'
import type { DeskMember } from '../../campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../identity/index.ts'
import { listPendingAwards } from '../awards/award-store.ts'
import type { ScratchCardDeps, ScratchServices } from '../deps.ts'
import { viewDeskAwards } from './read-award.ts'

/** Maximum number of awards found; a person has only a few at a time. */
const awardLimit = 50

/**
 * Finds the prizes that a person can pick up now, by document: those with the nearest deadline first. The search is
 * audited, with or without a result, and counts toward the limit on customer searches.
 * @returns null if the document has no account
 * @throws {Refusal} request.rate-limited
 */
export const findAwardsOfPerson = async (
  deps: ScratchCardDeps & Pick<ScratchServices, 'limits'>,
  { document, staff }: { document: PersonDocument; staff: DeskMember },
): Promise<DeskAward[] | null> => {
  const now = deps.clock()
  if (!(await deps.limits.spend('customer-searches', staff.staff_id, now)))
    throw refuseRequest('request.rate-limited')
  return inTransaction(deps.db, async (tx) => {
    const customer = await findByDocument(tx, documentIndexOf(deps, document))
    const pending = customer
      ? await listPendingAwards(tx, { customer_id: customer.id, now, limit: awardLimit })
      : []
    const awards = await viewDeskAwards(deps, tx, { awards: pending, staff })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff.staff_id },
      action: 'scratch-card.find-awards',
      subject: customer ? { kind: 'customer', id: customer.id } : null,
      sentence: customer
        ? 'Procurou os prêmios de raspadinha de um cadastro pelo documento.'
        : 'Procurou os prêmios de raspadinha de um documento que não tem cadastro.',
    })
    return customer ? awards : null
  })
}
