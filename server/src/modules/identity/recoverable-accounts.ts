import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { SignInEvent } from '@clube/contract/identity/sign-in-flow.ts'
import type { Db, Tx } from '../../db/database.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { clearPasswordAttempts } from './attempt-key.ts'
import { changedContacts } from './changed-contacts.ts'
import { documentLabel, type Customer } from './customer.ts'
import { findByDocument, findById, savePassword, updateCustomer, verifyContact } from './customer-store.ts'
import { documentIndexOf, type IdentityDeps } from './deps.ts'
import { advance, flowHash, flowSeconds } from './flow.ts'
import { deleteFlow, findFlow, lockFlow, saveFlow, type FlowRow } from './flow-store.ts'
import { readDocument, readPerson } from './form.ts'
import { cancelDeletion, type CancelDeletionResult } from './cancel-deletion.ts'
import { knownDeviceOf, spendAuthAttempt, type KnownDevice, type Visitor } from './identity-limits.ts'
import { isWeakPassword } from './password-rules.ts'
import { establishSession, type SignInOrigin, type SignInResult } from './sign-in-with-password.ts'

/** A browser's sign-in flow, with the key under which other modules may refer to it. */
export type RecoveryFlow = FlowRow & { readonly key: Buffer }

type Person = Parameters<typeof readPerson>[1]
type Contacts = Pick<Customer, 'email' | 'cellphone'>

/** The operations of identity for recovery. Those with a `tx` run in that transaction. */
export type RecoverableAccounts = {
  /** Whether responses must not differ between documents with and without an account: the club's strict mode. */
  readonly hidesAccounts: boolean
  /** @throws {InvalidInput} under `document_id` */
  readonly readDocument: (body: { document_id: string }) => PersonDocument
  /** @throws {InvalidInput} under `name` or `birth_date` */
  readonly readPerson: (person: Omit<Person, 'now'>) => ReturnType<typeof readPerson>
  /** The fingerprint under which the account of a document is found. */
  readonly indexOf: (document: PersonDocument) => Buffer
  readonly findByDocument: (db: Db, document_index: Buffer) => Promise<Customer | undefined>
  readonly findById: (db: Db, id: string) => Promise<Customer | undefined>
  /** The digits or letters of the account's document, unsealed. */
  readonly documentOf: (customer: Pick<Customer, 'document_sealed'>) => string

  /** The key of a browser's flow, under which codes and tokens are kept. */
  readonly flowKeyOf: (flow_id: string) => Buffer
  readonly findFlow: (db: Db, flow_id: string, now: Date) => Promise<RecoveryFlow | undefined>
  /** The same, locked until the transaction ends. */
  readonly lockFlow: (tx: Tx, flow_id: string, now: Date) => Promise<RecoveryFlow | undefined>
  /**
   * Applies events to a locked flow and extends it.
   * @throws {Refusal} flow.wrong-step when its state does not allow one of them
   */
  readonly advanceFlow: (
    tx: Tx,
    flow: RecoveryFlow,
    change: { events: readonly SignInEvent[]; now: Date },
  ) => Promise<void>
  /** Stores the hash of a renewed token in a locked flow at the new-password step, and extends the flow. */
  readonly replaceFlowToken: (
    tx: Tx,
    flow: RecoveryFlow,
    change: { token_hash: Buffer; now: Date },
  ) => Promise<void>
  readonly endFlow: (tx: Tx, flow: RecoveryFlow) => Promise<void>

  /**
   * Spends an attempt at a secret of the document's account; `refund` it when the secret was correct.
   * @throws {Refusal} request.rate-limited
   */
  readonly spendAuthAttempt: (input: {
    visitor: Visitor
    document_index: Buffer
    now: Date
  }) => Promise<{ refund: () => Promise<void> }>

  /**
   * The device of a browser that has signed in to the document's account before; null for all others, which share the
   * limits per account.
   */
  readonly knownDeviceOf: (
    visitor: Pick<Visitor, 'device_id'>,
    document_index: Buffer,
  ) => Promise<KnownDevice | null>

  /** Whether a password is too weak for this account. */
  readonly isWeakPassword: (customer: Customer, password: string) => boolean
  /** @throws {Unavailable} when too many hashes are waiting */
  readonly hashPassword: (password: string) => Promise<string>
  readonly savePassword: typeof savePassword
  /** Resets the counters of wrong passwords of an account whose password was replaced. */
  readonly clearPasswordAttempts: (account: {
    customer_id: string
    document_index: Buffer
    device_id: string | null
  }) => Promise<void>
  /** @returns which contacts changed, or null when none did */
  readonly changeContacts: (
    tx: Tx,
    input: { owner: Customer; contacts: Contacts; now: Date },
  ) => Promise<ReturnType<typeof changedContacts>>
  readonly verifyContact: typeof verifyContact
  /** Cancels a pending deletion when its owner returns. */
  readonly cancelDeletion: (
    tx: Tx,
    input: { customer_id: string; now: Date },
  ) => Promise<CancelDeletionResult>
  /** Opens a session for the owner. */
  readonly signIn: (
    tx: Tx,
    input: { customer: Customer; new_device_id: string; origin: SignInOrigin; now: Date },
  ) => Promise<SignInResult>
}

/** The public interface of identity for recovery. */
export const createRecoverableAccounts = (deps: IdentityDeps): RecoverableAccounts => {
  const documentOf: RecoverableAccounts['documentOf'] = ({ document_sealed }) =>
    deps.vault.open(documentLabel, document_sealed)
  const withKey = (key: Buffer, flow: FlowRow | undefined) => flow && { ...flow, key }
  return {
    hidesAccounts: deps.rules.enumeration === 'strict',
    readDocument: (body) => readDocument(deps.rules, body),
    readPerson: (person) => readPerson(deps.rules, { ...person, now: deps.clock() }),
    indexOf: (document) => documentIndexOf(deps, document),
    findByDocument,
    findById,
    documentOf,
    flowKeyOf: flowHash,
    findFlow: async (db, flow_id, now) => {
      const key = flowHash(flow_id)
      return withKey(key, await findFlow(db, key, now))
    },
    lockFlow: async (tx, flow_id, now) => {
      const key = flowHash(flow_id)
      return withKey(key, await lockFlow(tx, key, now))
    },
    advanceFlow: (tx, { key, state, document_index }, { events, now }) =>
      saveFlow(tx, {
        id_hash: key,
        state: events.reduce(advance, state),
        document_index,
        expires_at: expiryAfter(now, flowSeconds),
      }),
    replaceFlowToken: (tx, { key, document_index }, { token_hash, now }) =>
      saveFlow(tx, {
        id_hash: key,
        state: { at: 'resetPassword', recovery_token: token_hash.toString('hex') },
        document_index,
        expires_at: expiryAfter(now, flowSeconds),
      }),
    endFlow: (tx, { key }) => deleteFlow(tx, key),
    spendAuthAttempt: (input) => spendAuthAttempt(deps, input),
    knownDeviceOf: (visitor, document_index) => knownDeviceOf(deps, visitor, document_index),
    isWeakPassword: (customer, password) =>
      isWeakPassword(password, {
        document_id: documentOf(customer),
        birth_date: customer.birth_date,
        cellphone: customer.cellphone ?? '',
        club_name: deps.rules.club_name,
      }),
    hashPassword: (password) => deps.hasher.admit(({ hash }) => hash(password)),
    savePassword,
    clearPasswordAttempts: (account) => clearPasswordAttempts(deps, account),
    changeContacts: async (tx, { owner, contacts, now }) => {
      const changed = changedContacts(contacts, owner)
      if (changed !== null)
        await updateCustomer(tx, { id: owner.id, person: contacts, access_version: null, now })
      return changed
    },
    verifyContact,
    cancelDeletion: (tx, { customer_id, now }) =>
      cancelDeletion(deps, tx, { customer_id, actor: { kind: 'customer', id: customer_id }, now }),
    signIn: (tx, input) => establishSession(tx, { ...input, remember: false }),
  }
}
