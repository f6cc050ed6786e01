import { requiredKinds } from '@clube/contract/consent/required-kinds.ts'
import type { Db } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findDocument, insertAcceptance } from './consent-store.ts'

/**
 * Records acceptance with its evidence: the document's hash, time, address and channel.
 * @throws {Refusal} identity.terms-outdated when a required document is missing or a version is no longer in force
 */
export const acceptDocuments = async (input: {
  db: Db
  customer_id: string
  documents: readonly { kind: string; version: string }[]
  now: Date
  address: string
  service_channel: string
}): Promise<void> => {
  const given = new Map(input.documents.map((document) => [document.kind, document.version]))
  const wanted = new Set([...requiredKinds, ...given.keys()])
  for (const kind of wanted) {
    const document = await findDocument(input.db, { kind, version: null })
    if (!document || document.version !== given.get(kind)) throw new Refusal('identity.terms-outdated')
    await insertAcceptance(input.db, {
      customer_id: input.customer_id,
      consent_document_id: document.id,
      document_hash: document.document_hash,
      accepted_at: input.now,
      address: input.address,
      service_channel: input.service_channel,
    })
  }
}
