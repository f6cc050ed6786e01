import { requiredKinds } from '@clube/contract/consent/required-kinds.ts'
import type { Tx } from '../../db/database.ts'
import { insertAcceptances, lockInForce, type ConsentRow } from './consent-store.ts'

type LockedDocument = Pick<ConsentRow, 'id' | 'document_hash'>

/** The required documents and any others given, or null when one is missing or a version is no longer in force. */
export const lockConsentDocuments = async (
  tx: Tx,
  documents: readonly { kind: string; version: string }[],
): Promise<readonly LockedDocument[] | null> => {
  const given = new Map(documents.map((document) => [document.kind, document.version]))
  const locked: LockedDocument[] = []
  for (const kind of new Set([...requiredKinds, ...given.keys()])) {
    const version = given.get(kind)
    const document = version && (await lockInForce(tx, { kind, scope: '', version }))
    if (!document) return null
    locked.push(document)
  }
  return locked
}

/** Records acceptances with their evidence: the document's hash, time, IP and channel. */
export const acceptDocuments = async (
  tx: Tx,
  input: {
    customer_id: string
    documents: readonly LockedDocument[]
    now: Date
    ip: string
    service_channel: string
  },
): Promise<void> => {
  const { customer_id, now, ip, service_channel } = input
  await insertAcceptances(
    tx,
    input.documents.map(({ id, document_hash }) => ({
      customer_id,
      consent_document_id: id,
      document_hash,
      accepted_at: now,
      ip,
      service_channel,
    })),
  )
}
