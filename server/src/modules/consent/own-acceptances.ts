import type { Acceptance, NeededDocument } from '@clube/contract/consent/acceptance-calls.ts'
import { consentKinds } from '@clube/contract/club/club.ts'
import { requiredKinds } from '@clube/contract/consent/required-kinds.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  findDocument,
  insertAcceptance,
  listAcceptances,
  listNeeded,
  revoke,
  type AcceptanceRow,
} from './consent-store.ts'

/** Names one version of one document; the scope is empty for the club's own. */
export type DocumentName = { readonly kind: string; readonly scope: string; readonly version: string }

/** Where and when something is accepted: its evidence. */
export type AcceptanceOrigin = {
  readonly customer_id: string
  readonly now: Date
  /** The client's network address. */
  readonly address: string
  readonly service_channel: string
}

/** What the person has to accept now, the versions accepted before beside it. */
export const neededDocuments = async (db: Db, customer_id: string): Promise<NeededDocument[]> => {
  const rows = await listNeeded(db, { customer_id, required: requiredKinds })
  return rows.map((row) => ({ ...row, kind: knownKind(row.kind), created_at: row.created_at.toISOString() }))
}

/**
 * Keeps the evidence that the person accepted a document in the version in force, inside a transaction of the caller.
 * Once more changes nothing.
 * @throws {Refusal} consent.outdated when another version is in force, or none
 */
export const acceptDocument = async (tx: Tx, name: DocumentName, origin: AcceptanceOrigin): Promise<void> => {
  const document = await findDocument(tx, { kind: name.kind, scope: name.scope, version: null })
  if (document?.version !== name.version) throw new Refusal('consent.outdated')
  const { customer_id, now: accepted_at, address, service_channel } = origin
  await insertAcceptance(tx, {
    customer_id,
    consent_document_id: document.id,
    document_hash: document.document_hash,
    accepted_at,
    address,
    service_channel,
  })
}

/** Accepts several at once: all of them or, when one is outdated, none. */
export const acceptEach = (db: Db, names: readonly DocumentName[], origin: AcceptanceOrigin): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const name of names) await acceptDocument(tx, name, origin)
  })

/** Everything the person ever accepted, the newest first. */
export const ownAcceptances = async (db: Db, customer_id: string): Promise<Acceptance[]> =>
  (await listAcceptances(db, customer_id)).map(shown)

/**
 * Takes the person's own acceptance back; once more changes nothing.
 * @throws {Refusal} consent.unknown-acceptance
 */
export const revokeAcceptance = async (
  db: Db,
  input: { acceptance_id: string; customer_id: string; now: Date },
): Promise<Acceptance> => {
  const { acceptance_id: id, customer_id, now } = input
  const row = await revoke(db, { id, customer_id, now })
  if (!row) throw new Refusal('consent.unknown-acceptance')
  return shown(row)
}

const shown = (row: AcceptanceRow): Acceptance => ({
  acceptance_id: row.id,
  kind: knownKind(row.kind),
  scope: row.scope,
  version: row.version,
  document_hash: row.document_hash.toString('hex'),
  accepted_at: row.accepted_at.toISOString(),
  service_channel: row.service_channel,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

/** Documents are published under the contract's kinds only. */
export const knownKind = (kind: string): (typeof consentKinds)[number] => {
  const known = consentKinds.find((one) => one === kind)
  if (!known) throw new Error('A consent document of a kind that the contract does not know')
  return known
}
