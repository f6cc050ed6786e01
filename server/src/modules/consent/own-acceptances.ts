import {
  type Acceptance,
  type DocumentToAccept,
  acceptDocumentsCall,
  revokeAcceptanceCall,
} from '@clube/contract/consent/acceptance-calls.ts'
import { consentKinds } from '@clube/contract/club/club.ts'
import { requiredKinds } from '@clube/contract/consent/required-kinds.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  insertAcceptances,
  listAcceptances,
  listNeeded,
  lockInForce,
  revoke,
  type AcceptanceRow,
} from './consent-store.ts'

/** Identifies a version of a document; the scope is empty for the club's documents. */
export type DocumentVersion = { readonly kind: string; readonly scope: string; readonly version: string }

/** Evidence of an acceptance. */
export type AcceptanceOrigin = {
  readonly customer_id: string
  readonly now: Date
  /** The client's IP. */
  readonly ip: string
  readonly service_channel: string
}

/** Documents to accept now, with the previously accepted versions. */
export const listDocumentsToAccept = async (db: Db, customer_id: string): Promise<DocumentToAccept[]> => {
  const rows = await listNeeded(db, { customer_id, required: requiredKinds })
  return rows.map((row) => ({ ...row, kind: parseKind(row.kind), created_at: row.created_at.toISOString() }))
}

/**
 * Stores that one or more customers accept a document in the version in force, in the caller's transaction. Idempotent.
 * @returns false when another version, or none, is in force
 */
export const acceptDocument = async (
  tx: Tx,
  version: DocumentVersion,
  ...origins: readonly AcceptanceOrigin[]
): Promise<boolean> => {
  const document = await lockInForce(tx, version)
  if (!document) return false
  await insertAcceptances(
    tx,
    origins.map(({ customer_id, now: accepted_at, ip, service_channel }) => ({
      customer_id,
      consent_document_id: document.id,
      document_hash: document.document_hash,
      accepted_at,
      ip,
      service_channel,
    })),
  )
  return true
}

/**
 * Accepts several documents, all or none.
 * @throws {Refusal} consent.outdated when a version is no longer in force
 */
export const acceptAll = (
  db: Db,
  versions: readonly DocumentVersion[],
  origin: AcceptanceOrigin,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const version of versions)
      if (!(await acceptDocument(tx, version, origin)))
        throw refusalsOf(acceptDocumentsCall)('consent.outdated')
  })

/** All acceptances of the customer, newest first. */
export const ownAcceptances = async (db: Db, customer_id: string): Promise<Acceptance[]> =>
  (await listAcceptances(db, customer_id)).map(viewOf)

/**
 * Revokes the customer's acceptance; idempotent.
 * @throws {Refusal} consent.unknown-acceptance
 */
export const revokeAcceptance = async (
  db: Db,
  input: { acceptance_id: string; customer_id: string; now: Date },
): Promise<Acceptance> => {
  const { acceptance_id: id, customer_id, now } = input
  const row = await revoke(db, { id, customer_id, now })
  if (!row) throw refusalsOf(revokeAcceptanceCall)('consent.unknown-acceptance')
  return viewOf(row)
}

const viewOf = (row: AcceptanceRow): Acceptance => ({
  acceptance_id: row.id,
  kind: parseKind(row.kind),
  scope: row.scope,
  version: row.version,
  document_hash: row.document_hash.toString('hex'),
  accepted_at: row.accepted_at.toISOString(),
  service_channel: row.service_channel,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

/** A stored kind; documents are published under the contract's kinds only. */
export const parseKind = (kind: string): (typeof consentKinds)[number] => {
  const known = consentKinds.find((name) => name === kind)
  if (!known) throw new Error('Unknown kind of consent document')
  return known
}
