import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

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

/** Which versions were ever published for these scopes, and whether they are in force. */
export const listPublishedVersions = (
  db: Db,
  scopes: readonly string[],
): Promise<Pick<ConsentRow, 'kind' | 'scope' | 'version' | 'state'>[]> =>
  db
    .selectFrom('consent_document')
    .select(['kind', 'scope', 'version', 'state'])
    .where('scope', '=', sql<string>`any(${[...scopes]}::text[])`)
    .execute()

/**
 * Ends the version in force; the new one must follow in the same transaction. Whoever publishes the same document at the
 * same time waits until then.
 */
export const retireDocument = async (tx: Tx, kind: string, scope: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`consent:${kind}/${scope}`}, 0))`.execute(tx)
  await tx
    .updateTable('consent_document')
    .set({ state: 'inactive' })
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('state', '=', 'active')
    .execute()
}

/** @returns whether it was inserted; false when the version was published before */
export const insertDocument = async (
  db: Db,
  document: Omit<ConsentDocumentTable, 'id'>,
): Promise<boolean> => {
  const row = await db
    .insertInto('consent_document')
    .values(document)
    .onConflict((conflict) => conflict.columns(['kind', 'scope', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Every version without its text, the newest first. */
export const listDocuments = (db: Db): Promise<Omit<ConsentRow, 'document'>[]> =>
  db
    .selectFrom('consent_document')
    .select(['id', 'kind', 'scope', 'version', 'state', 'document_hash', 'created_at', 'published_by'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Keeps the evidence of an acceptance; one that is in force already stays the evidence. */
export const insertAcceptance = async (
  db: Db,
  acceptance: Omit<ConsentAcceptanceTable, 'id' | 'revoked_at'>,
): Promise<void> => {
  await db
    .insertInto('consent_acceptance')
    .values({ ...acceptance, revoked_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'consent_document_id'])
        .where('revoked_at', 'is', sql.lit(null))
        .doNothing(),
    )
    .execute()
}

export type AcceptanceRow = Omit<ConsentAcceptanceTable, 'id'> & {
  id: string
  kind: string
  scope: string
  version: string
}

const selectAcceptances = (db: Db) =>
  db
    .selectFrom('consent_acceptance as a')
    .innerJoin('consent_document as d', 'd.id', 'a.consent_document_id')
    .select([
      'a.id',
      'a.customer_id',
      'a.consent_document_id',
      'a.document_hash',
      'a.accepted_at',
      'a.address',
      'a.service_channel',
      'a.revoked_at',
      'd.kind',
      'd.scope',
      'd.version',
    ])

/** Everything the person ever accepted, the newest first. */
export const listAcceptances = (db: Db, customer_id: string): Promise<AcceptanceRow[]> =>
  selectAcceptances(db)
    .where('a.customer_id', '=', customer_id)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()

/** Takes back the person's own acceptance unless it was before. @returns it, or undefined when it is not theirs */
export const revoke = async (
  db: Db,
  input: { id: string; customer_id: string; now: Date },
): Promise<AcceptanceRow | undefined> => {
  await db
    .updateTable('consent_acceptance')
    .set({ revoked_at: input.now })
    .where('id', '=', input.id)
    .where('customer_id', '=', input.customer_id)
    .where('revoked_at', 'is', null)
    .execute()
  return selectAcceptances(db)
    .where('a.id', '=', input.id)
    .where('a.customer_id', '=', input.customer_id)
    .executeTakeFirst()
}

/**
 * Documents in force that the person has not accepted: those of the club's required kinds, and new versions of whatever
 * was accepted before and not taken back.
 */
export const listNeeded = async (
  db: Db,
  input: { customer_id: string; required: readonly string[] },
): Promise<
  { kind: string; scope: string; version: string; created_at: Date; accepted_version: string | null }[]
> => {
  const { rows } = await sql<{
    kind: string
    scope: string
    version: string
    created_at: Date
    accepted_version: string | null
  }>`
    select d.kind, d.scope, d.version, d.created_at, before.version as accepted_version
    from consent_document d
    left join lateral (
      select o.version from consent_acceptance a join consent_document o on o.id = a.consent_document_id
      where a.customer_id = ${input.customer_id} and a.revoked_at is null
        and o.kind = d.kind and o.scope = d.scope
      order by a.accepted_at desc, a.id desc limit 1
    ) before on true
    where d.state = 'active'
      and ((d.scope = '' and d.kind = any(${[...input.required]}::text[])) or before.version is not null)
      and not exists (
        select from consent_acceptance a
        where a.customer_id = ${input.customer_id} and a.consent_document_id = d.id and a.revoked_at is null
      )
    order by d.scope, d.kind`.execute(db)
  return rows
}

/** Empties from which network address a person accepted; what, when and through which channel stays as evidence. */
export const forgetAddresses = async (db: Db, customer_id: string): Promise<void> => {
  await db
    .updateTable('consent_acceptance')
    .set({ address: '' })
    .where('customer_id', '=', customer_id)
    .execute()
}
