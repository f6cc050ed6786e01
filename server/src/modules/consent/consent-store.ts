import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ConsentDocumentTable = {
  id: Generated<string>
  kind: string
  /** Empty for the club's documents; a campaign's slug for those of that campaign. */
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
  ip: string
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

const listedColumns = [
  'id',
  'kind',
  'scope',
  'version',
  'state',
  'document_hash',
  'created_at',
  'published_by',
] as const
const columns = [...listedColumns, 'document'] as const

/** The document of a kind and scope: the version in force, or the given one. */
export const findDocument = (
  db: Db,
  key: { kind: string; scope?: string; version: string | null },
): Promise<ConsentRow | undefined> => {
  const query = db
    .selectFrom('consent_document')
    .select(columns)
    .where('kind', '=', key.kind)
    .where('scope', '=', key.scope ?? '')
  return (
    key.version === null ? query.where('state', '=', 'active') : query.where('version', '=', key.version)
  ).executeTakeFirst()
}

/** All published versions of these scopes, and whether they are in force. */
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
 * Retires the version in force; the new one must follow in the same transaction. Concurrent publications of the same
 * document wait until it ends.
 */
export const retireDocument = async (tx: Tx, kind: string, scope: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lockOf(kind, scope)})`.execute(tx)
  await tx
    .updateTable('consent_document')
    .set({ state: 'inactive' })
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('state', '=', 'active')
    .execute()
}

const lockOf = (kind: string, scope: string) => sql`hashtextextended(${`consent:${kind}/${scope}`}, 0)`

/**
 * Whether no version is in force. None can come into force until the transaction ends: `retireDocument` waits, and this
 * waits for a publication in progress.
 */
export const lockIfNoneInForce = async (tx: Tx, kind: string, scope: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(kind, scope)})`.execute(tx)
  return (await findDocument(tx, { kind, scope, version: null })) === undefined
}

/**
 * The document of a kind and scope if the given version is in force. It stays in force until the transaction ends:
 * `retireDocument` waits, and this waits for a publication in progress.
 */
export const lockInForce = (
  tx: Tx,
  { kind, scope, version }: { kind: string; scope: string; version: string },
): Promise<ConsentRow | undefined> =>
  tx
    .selectFrom('consent_document')
    .select(columns)
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('version', '=', version)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirst()

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

/** All versions without their text, newest first. */
export const listDocuments = (db: Db): Promise<Omit<ConsentRow, 'document'>[]> =>
  db
    .selectFrom('consent_document')
    .select(listedColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Stores the evidence of an acceptance; an existing acceptance in force is kept. */
export const insertAcceptances = async (
  db: Db,
  acceptances: readonly Omit<ConsentAcceptanceTable, 'id' | 'revoked_at'>[],
): Promise<void> => {
  // In one order, so that two transactions do not wait for each other; one text for any number, so that it stays prepared.
  const ordered = acceptances.toSorted((a, b) => (a.customer_id < b.customer_id ? -1 : 1))
  await sql`
    insert into consent_acceptance
      (customer_id, consent_document_id, document_hash, accepted_at, ip, service_channel)
    select a.customer_id, a.consent_document_id, a.document_hash, a.accepted_at, a.ip, a.service_channel
    from unnest(
      ${ordered.map(({ customer_id }) => customer_id)}::uuid[],
      ${ordered.map(({ consent_document_id }) => consent_document_id)}::uuid[],
      ${ordered.map(({ document_hash }) => document_hash)}::bytea[],
      ${ordered.map(({ accepted_at }) => accepted_at)}::timestamptz[],
      ${ordered.map(({ ip }) => ip)}::text[],
      ${ordered.map(({ service_channel }) => service_channel)}::text[]
    ) as a (customer_id, consent_document_id, document_hash, accepted_at, ip, service_channel)
    on conflict (customer_id, consent_document_id) where revoked_at is null do nothing`.execute(db)
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
      'a.ip',
      'a.service_channel',
      'a.revoked_at',
      'd.kind',
      'd.scope',
      'd.version',
    ])

/** All acceptances of the customer, newest first. */
export const listAcceptances = (db: Db, customer_id: string): Promise<AcceptanceRow[]> =>
  selectAcceptances(db)
    .where('a.customer_id', '=', customer_id)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()

/** Revokes the customer's acceptance; idempotent. @returns it, or undefined when the customer has no such acceptance */
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
 * Documents in force that the customer has not accepted: the club's required kinds, and new versions of documents
 * accepted before and not revoked.
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
    select d.kind, d.scope, d.version, d.created_at, previous.version as accepted_version
    from consent_document d
    left join lateral (
      select o.version from consent_acceptance a join consent_document o on o.id = a.consent_document_id
      where a.customer_id = ${input.customer_id} and a.revoked_at is null
        and o.kind = d.kind and o.scope = d.scope
      order by a.accepted_at desc, a.id desc limit 1
    ) previous on true
    where d.state = 'active'
      and ((d.scope = '' and d.kind = any(${[...input.required]}::text[])) or previous.version is not null)
      and not exists (
        select from consent_acceptance a
        where a.customer_id = ${input.customer_id} and a.consent_document_id = d.id and a.revoked_at is null
      )
    order by d.scope, d.kind`.execute(db)
  return rows
}

/** The version in force of a document of the club that the customer has not accepted; null when nothing is to be accepted. */
export const findUnacceptedVersion = async (
  db: Db,
  { customer_id, kind }: { customer_id: string; kind: string },
): Promise<string | null> => {
  const { rows } = await sql<{ version: string }>`
    select version from consent_document d
    where kind = ${kind} and scope = '' and state = 'active' and not exists (
      select from consent_acceptance a
      where a.customer_id = ${customer_id} and a.consent_document_id = d.id and a.revoked_at is null)`.execute(
    db,
  )
  return rows[0]?.version ?? null
}

/**
 * Customers who accepted a version other than `except`, have not revoked it, and have not accepted `except`; ordered by
 * id, starting after `after`.
 */
export const listAcceptors = async (
  db: Db,
  filter: { kind: string; scope: string; except: string; after: string | null; limit: number },
): Promise<string[]> => {
  const { kind, scope, except, after, limit } = filter
  const { rows } = await sql<{ customer_id: string }>`
    select a.customer_id from consent_acceptance a join consent_document d on d.id = a.consent_document_id
    where d.kind = ${kind} and d.scope = ${scope} and a.revoked_at is null
      and (${after}::uuid is null or a.customer_id > ${after}::uuid)
    group by a.customer_id having bool_and(d.version <> ${except})
    order by a.customer_id limit ${limit}`.execute(db)
  return rows.map(({ customer_id }) => customer_id)
}

/** Erases the IP of a customer's acceptances; document, time and channel remain as evidence. */
export const eraseIps = async (db: Db, customer_id: string): Promise<void> => {
  await db.updateTable('consent_acceptance').set({ ip: '' }).where('customer_id', '=', customer_id).execute()
}
