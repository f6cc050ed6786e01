import { signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import { timingSafeEqual } from 'node:crypto'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { closeSession, openSession } from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { findByDocument } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { countUnknownDocument, spendAccountCheck } from './identity-limits.ts'
import type { SignInOrigin, SignInResult } from './sign-in-with-password.ts'

const refuse = refusalsOf(signInPasswordlessCall)

/**
 * Identifies a customer by the document alone where the club allows it (spec §1). The session sees no personal data. A
 * pending deletion is not cancelled: a document alone must not undo what a password or the desk confirmed.
 * @throws {Refusal} identity.passwordless-off, identity.passwordless-unknown, identity.blocked, request.rate-limited
 */
export const signInPasswordless = async (
  deps: IdentityDeps,
  input: { flow_id: string; document: PersonDocument; access_key: string; origin: SignInOrigin },
): Promise<SignInResult> => {
  const now = deps.clock()
  const { passwordless, access_key } = deps.rules
  if (passwordless !== 'yes' || access_key === null || !isSame(access_key, input.access_key))
    throw refuse('identity.passwordless-off')
  const document_index = documentIndexOf(deps, input.document)
  await spendAccountCheck(deps, { visitor: { ...input.origin, flow_id: input.flow_id }, document_index, now })
  const customer = await findByDocument(deps.db, document_index)
  if (!customer || customer.account_status === 'incomplete') {
    await countUnknownDocument(deps, { ip: input.origin.ip, now })
    throw refuse('identity.passwordless-unknown')
  }
  if (customer.account_status === 'blocked') throw refuse('identity.blocked')
  if (input.origin.session_token) await closeSession(deps.db, input.origin.session_token)
  const session = await openSession(deps.db, {
    customer_id: customer.id,
    level: 'identified',
    access_version: customer.access_version,
    family_id: null,
    now,
  })
  return { signed_in: { customer_name: null }, session }
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(fingerprint(a), fingerprint(b))
