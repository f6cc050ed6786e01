import { requiredKinds } from '@clube/contract/consent/required-kinds.ts'
import type { Tx } from '../../db/database.ts'
import { insertAcceptance, lockInForce } from './consent-store.ts'

/**
 * Records acceptances with their evidence: the document's hash, time, IP and channel.
 * @returns false when a required document is missing or a version is no longer in force; the caller rolls back
 */
export const acceptDocuments = async (input: {
  tx: Tx
  customer_id: string
  documents: readonly { kind: string; version: string }[]
  now: Date
  ip: string
  service_channel: string
}): Promise<boolean> => {
  const given = new Map(input.documents.map((document) => [document.kind, document.version]))
  const wanted = new Set([...requiredKinds, ...given.keys()])
  for (const kind of wanted) {
    const version = given.get(kind)
    const document = version && (await lockInForce(input.tx, { kind, scope: '', version }))
    if (!document) return false
    await insertAcceptance(input.tx, {
      customer_id: input.customer_id,
      consent_document_id: document.id,
      document_hash: document.document_hash,
      accepted_at: input.now,
      address: input.ip,
      service_channel: input.service_channel,
    })
  }
  return true
}
