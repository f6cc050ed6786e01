import { neighborhoodTooLongMessage, streetTooLongMessage } from '@clube/contract/brazil/address-text.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { SignedIn } from '@clube/contract/identity/sign-in-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import type { Charge } from '../limits/index.ts'
import type { OpenedSession } from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { documentLabel } from './customer.ts'
import {
  completeCustomer,
  findByDocument,
  insertCustomer,
  saveAddress,
  savePassword,
  type CustomerAddress,
  type Registered,
} from './customer-store.ts'
import { documentIndexOf, formerDocumentOf, type IdentityDeps } from './deps.ts'
import { flowHash } from './flow.ts'
import { consumeTicket, deleteFlow, findFlow, lockFlow, type FlowRow } from './flow-store.ts'
import { linkFormerAccounts } from './former-account-store.ts'
import { consumeLookupCharges } from './identity-limits.ts'
import { isWeakPassword, type PasswordOwner } from './password-rules.ts'
import { establishSession, type SignInOrigin } from './sign-in-with-password.ts'

const refuse = refusalsOf(registerCall)

export type RegisterInput = {
  flow_id: string
  document: PersonDocument
  person: Registered & { cellphone: string }
  address: CustomerAddress
  password: string
  accepted_documents: readonly { kind: string; version: string }[]
  verification_code: string | null
  service_channel: string
  new_device_id: string
  origin: SignInOrigin
}

type ChosenPassword = Omit<PasswordOwner, 'club_name'> & { password: string }

/**
 * Refuses a password that is easy to guess for this person.
 * @throws {Refusal} identity.weak-password
 */
export const refuseWeakPassword = (
  { rules }: Pick<IdentityDeps, 'rules'>,
  { password, document_id, birth_date, cellphone }: ChosenPassword,
): void => {
  const owner = { document_id, birth_date, cellphone, club_name: rules.club_name }
  if (isWeakPassword(password, owner)) throw refuse('identity.weak-password')
}

/**
 * Completes the registration of a new document, or of an incomplete account with verified identity, and opens the
 * session. The document must have passed check-account in the same flow.
 * @throws {Refusal} flow.wrong-step, identity.already-registered, identity.ticket-expired, identity.terms-outdated,
 *   identity.weak-password
 * @throws {InvalidInput} when state, city and neighborhood do not match
 */
export const register = async (
  deps: IdentityDeps,
  input: RegisterInput,
): Promise<{ signed_in: SignedIn; session: OpenedSession }> => {
  const now = deps.clock()
  const { person, document } = input
  const id_hash = flowHash(input.flow_id)
  const document_index = documentIndexOf(deps, document)
  requireDocument(await findFlow(deps.db, id_hash, now), document_index)
  refuseWeakPassword(deps, { ...person, ...document, password: input.password })
  await requirePlace(deps, input.address)
  const password_hash = await deps.hasher.admit(({ hash }) => hash(input.password))
  let lookup: readonly Charge[] = []
  const registered = await inTransaction(deps.db, async (tx) => {
    requireDocument(await lockFlow(tx, id_hash, now), document_index)
    // Before the account is looked up: a refusal here must not reveal whether it exists.
    const documents = await deps.lockConsentDocuments(tx, input.accepted_documents)
    if (!documents) throw refuse('identity.terms-outdated')
    const customer_id = await createOrCompleteCustomer(deps, tx, { ...input, id_hash, document_index, now })
    const former_ids = await linkFormerAccounts(tx, {
      document_fingerprint: formerDocumentOf(deps, document_index),
      successor_id: customer_id,
      now,
    })
    await deps.carryOverDebts(tx, { former_ids, customer_id, now })
    await saveAddress(tx, { customer_id, address: input.address, now })
    const access_version = await savePassword(tx, {
      customer_id,
      password_hash,
      replaces: null,
      changed_at: now,
    })
    if (access_version === null) throw new Error('The customer was not found')
    const { ip } = input.origin
    const { service_channel } = input
    await deps.acceptDocuments(tx, { customer_id, documents, now, ip, service_channel })
    lookup = await consumeLookupCharges(tx, id_hash)
    await deleteFlow(tx, id_hash)
    const customer = {
      id: customer_id,
      name: person.name,
      document_type: document.document_type,
      access_version,
    }
    return establishSession(tx, { ...input, customer, remember: false, now })
  })
  // After the transaction, which would otherwise lock the counters of the IP.
  await deps.limits.refund(lookup, now)
  return registered
}

/** @throws {Refusal} flow.wrong-step unless the flow has the document */
const requireDocument = (flow: FlowRow | undefined, document_index: Buffer): void => {
  if (!flow?.document_index?.equals(document_index)) throw refuse('flow.wrong-step')
}

const tooLongMessages = {
  neighborhood: neighborhoodTooLongMessage,
  street_name: streetTooLongMessage,
} as const

/** @throws {InvalidInput} under `city_id`, `neighborhood` or `street_name` */
export const requirePlace = async (
  deps: IdentityDeps,
  address: CustomerAddress,
): Promise<{ city_name: string }> => {
  const place = await deps.checkPlace(address)
  if (!place) throw new InvalidInput([{ path: 'city_id', message: 'Por favor selecione uma opção' }])
  const tooLong = await deps.namesTooLong(address)
  if (tooLong.length > 0)
    throw new InvalidInput(tooLong.map((path) => ({ path, message: tooLongMessages[path] })))
  return place
}

const createOrCompleteCustomer = async (
  deps: IdentityDeps,
  tx: Tx,
  input: RegisterInput & { id_hash: Buffer; document_index: Buffer; now: Date },
): Promise<string> => {
  const { document, person, id_hash, document_index, now } = input
  if (input.verification_code !== null) {
    const secret_hash = fingerprint(input.verification_code)
    const ticket = await consumeTicket(tx, { secret_hash, flow_hash: id_hash, now })
    const account = await findByDocument(tx, document_index)
    if (!ticket || account?.id !== ticket.customer_id) throw refuse('identity.ticket-expired')
    if (!(await completeCustomer(tx, { id: account.id, person, now })))
      throw refuse('identity.already-registered')
    return account.id
  }
  const id = await insertCustomer(tx, {
    document_type: document.document_type,
    document_index,
    document_sealed: deps.vault.seal(documentLabel, document.document_id),
    account_status: 'active',
    ...person,
    cellphone_verified_at: null,
    email_verified_at: null,
    created_at: now,
    registered_at: now,
  })
  if (id === null) throw refuse('identity.already-registered')
  return id
}
