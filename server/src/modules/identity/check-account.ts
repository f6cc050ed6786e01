import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { Hints } from '@clube/contract/identity/hints.ts'
import type { Registration } from '@clube/contract/identity/sign-in-calls.ts'
import { initialSignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { registrationOf } from './customer.ts'
import { findByDocument } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { advance, flowHash, flowSeconds } from './flow.ts'
import { saveFlow } from './flow-store.ts'
import { countUnknownDocument, spendAccountCheck, type Visitor } from './identity-limits.ts'

/**
 * Restarts the flow for a document (spec §4: RESET, then ACCOUNT_CHECKED) and returns the state of its account.
 * In strict mode known and unknown documents run the same statements.
 * @throws {Refusal} request.rate-limited
 */
export const checkAccount = async (
  deps: IdentityDeps,
  input: { visitor: Visitor; document: PersonDocument },
): Promise<{ registration: Registration; hints: Hints }> => {
  const now = deps.clock()
  const { visitor } = input
  const document_index = documentIndexOf(deps, input.document)
  const charged_ip = await spendAccountCheck(deps, { visitor, document_index, now })
  const customer = await findByDocument(deps.db, document_index)
  if (!customer) await countUnknownDocument(deps, { ip: visitor.ip, now })
  const result = registrationOf(customer, deps.rules.enumeration)
  await saveFlow(deps.db, {
    id_hash: flowHash(visitor.flow_id),
    state: advance(initialSignInState, { type: 'ACCOUNT_CHECKED', ...result }),
    document_index,
    charged_ip,
    charged_at: charged_ip === null ? null : now,
    expires_at: expiryAfter(now, flowSeconds),
  })
  return result
}
