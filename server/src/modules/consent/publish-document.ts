import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { previewDocumentCall, publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import { createHash } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import { insertDocument, retireDocument } from './consent-store.ts'
import { sanitizeHtml } from './sanitize-html.ts'

const titleOf = (kind: string): string => new Map(Object.entries(consentTitles)).get(kind) ?? kind

type Publication = { kind: string; scope?: string; version: string; html: string; now: Date }

/**
 * Publishes a version of a consent document; the previous one is retired.
 * @throws {Refusal} consent.version-taken when the version was published before, consent.empty when the sanitized text is empty
 */
export const publishDocument = (db: Db, input: Publication): Promise<void> =>
  inTransaction(db, (tx) => publish(tx, input, null))

/** Publishes a version as a staff member, which is audited. */
export const publishDocumentAsStaff = (
  deps: { db: Db; audit: AppendAuditLine },
  input: Publication & { staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { kind, scope = '', version, staff_id } = input
    await publish(tx, input, staff_id)
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'consent.publish',
      subject: { kind: 'consent-document', id: [kind, scope, version].join('/') },
      sentence: `Publicou a versão ${version} do documento "${titleOf(kind)}"${scope === '' ? '' : ` (${scope})`}.`,
    })
  })

/**
 * Sanitizes and hashes a document, for publishing it and for its preview.
 * @throws {Refusal} consent.empty when the sanitized text is empty
 */
export const prepareDocument = (
  html: string,
): { document: string; document_hash: Buffer; removed: readonly string[] } => {
  const { document, removed } = sanitizeHtml(html)
  if (document.replace(/<[^>]*>/g, '').trim() === '')
    throw refusalsOf(previewDocumentCall, publishDocumentCall)('consent.empty')
  return { document, document_hash: createHash('sha256').update(document).digest(), removed }
}

const publish = async (tx: Tx, input: Publication, published_by: string | null): Promise<void> => {
  const { kind, scope = '', version, now } = input
  const { document, document_hash } = prepareDocument(input.html)
  await retireDocument(tx, kind, scope)
  const isInserted = await insertDocument(tx, {
    kind,
    scope,
    version,
    state: 'active',
    document,
    document_hash,
    created_at: now,
    published_by,
  })
  if (!isInserted) throw refusalsOf(publishDocumentCall)('consent.version-taken')
}
