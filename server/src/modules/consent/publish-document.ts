import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '../../db/database.ts'
import { insertDocument, retireDocument } from './consent-store.ts'
import { sanitiseHtml } from './sanitise-html.ts'

/** Puts a version of a consent document in force; the former one becomes outdated. */
export const publishDocument = (
  db: Db,
  input: { kind: string; scope?: string; version: string; html: string; now: Date; staff_id?: string },
): Promise<void> => {
  const document = sanitiseHtml(input.html)
  const scope = input.scope ?? ''
  return inTransaction(db, async (tx) => {
    await retireDocument(tx, input.kind, scope)
    await insertDocument(tx, {
      kind: input.kind,
      scope,
      version: input.version,
      state: 'active',
      document,
      document_hash: createHash('sha256').update(document).digest(),
      created_at: input.now,
      published_by: input.staff_id ?? null,
    })
  })
}
