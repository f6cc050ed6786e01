import type { Generated } from 'kysely'
import type { Db } from '../../db/database.ts'

type ConsentDocumentTable = {
  id: Generated<string>
  kind: string
  /** Empty for the club's own documents, a campaign's slug for those of that campaign. */
  scope: string
  version: string
  state: 'active' | 'inactive'
  document: string
  document_hash: Buffer
  created_at: Date
  published_by: string | null
}

type ConsentAcceptanceTable = {
  id: Generated<string>
  customer_id: string
  consent_document_id: string
  document_hash: Buffer
  accepted_at: Date
  address: string
  service_channel: string
  revoked_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    consent_document: ConsentDocumentTable
    consent_acceptance: ConsentAcceptanceTable
  }
}

export type ConsentRow = Omit<ConsentDocumentTable, 'id'> & { id: string }

/** The document of a kind and scope in force, or the given version of it. */
export const findDocument = (
  db: Db,
  wanted: { kind: string; scope?: string; version: string | null },
): Promise<ConsentRow | undefined> => {
  const query = db
    .selectFrom('consent_document')
    .selectAll()
    .where('kind', '=', wanted.kind)
    .where('scope', '=', wanted.scope ?? '')
  return (
    wanted.version === null
      ? query.where('state', '=', 'active')
      : query.where('version', '=', wanted.version)
  ).executeTakeFirst()
}

/** Whether this very version was ever published. */
export const hasDocument = async (
  db: Db,
  wanted: { kind: string; scope: string; version: string },
): Promise<boolean> => (await findDocument(db, wanted)) !== undefined

/** Ends the version in force; the new one must follow in the same transaction. */
export const retireDocument = async (db: Db, kind: string, scope: string): Promise<void> => {
  await db
    .updateTable('consent_document')
    .set({ state: 'inactive' })
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('state', '=', 'active')
    .execute()
}

export const insertDocument = async (db: Db, document: Omit<ConsentDocumentTable, 'id'>): Promise<void> => {
  await db.insertInto('consent_document').values(document).execute()
}

export const insertAcceptance = async (
  db: Db,
  acceptance: Omit<ConsentAcceptanceTable, 'id' | 'revoked_at'>,
): Promise<void> => {
  await db
    .insertInto('consent_acceptance')
    .values({ ...acceptance, revoked_at: null })
    .execute()
}
