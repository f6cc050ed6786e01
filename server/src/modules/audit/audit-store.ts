import type { ColumnType } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { noHash, type AuditActor, type AuditLine } from './audit-line.ts'

type AuditLineTable = {
  position: number
  at: Date
  actor_kind: AuditActor['kind']
  actor_id: string | null
  action: string
  subject_kind: string | null
  subject_id: string | null
  sentence: string
  previous_hash: Buffer
  hash: Buffer
}

type AuditHeadTable = { only_row: ColumnType<boolean, never>; position: number; hash: Buffer }

declare module '../../db/tables.ts' {
  interface Tables {
    audit_line: AuditLineTable
    audit_head: AuditHeadTable
  }
}

export type AuditHead = { readonly position: number; readonly hash: Buffer }

/** The end of the chain, held until the transaction ends, so that lines are added one after another. */
export const lockHead = (tx: Tx): Promise<AuditHead> =>
  tx.selectFrom('audit_head').select(['position', 'hash']).forUpdate().executeTakeFirstOrThrow()

export const readHead = async (db: Db): Promise<AuditHead> =>
  (await db.selectFrom('audit_head').select(['position', 'hash']).executeTakeFirst()) ?? {
    position: 0,
    hash: noHash,
  }

/** Writes a line and moves the end of the chain to it. */
export const insertLine = async (tx: Tx, line: AuditLine): Promise<void> => {
  const { position, at, actor, action, subject, sentence, previous_hash, hash } = line
  await tx
    .insertInto('audit_line')
    .values({
      position,
      at,
      actor_kind: actor.kind,
      actor_id: actor.kind === 'system' ? null : actor.id,
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      sentence,
      previous_hash,
      hash,
    })
    .execute()
  await tx.updateTable('audit_head').set({ position, hash }).execute()
}

const columns = [
  'position',
  'at',
  'actor_kind',
  'actor_id',
  'action',
  'subject_kind',
  'subject_id',
  'sentence',
  'previous_hash',
  'hash',
] as const

/** Lines in the chain's order, after a position. */
export const listLinesAfter = async (db: Db, after: number, limit: number): Promise<AuditLine[]> => {
  const rows = await db
    .selectFrom('audit_line')
    .select(columns)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(lineOf)
}

export type AuditFilter = {
  readonly actor_id?: string
  readonly subject_id?: string
  readonly action?: string
  readonly from?: Date
  /** Exclusive. */
  readonly to?: Date
}

/** The newest lines first; `before` is the position that the last page ended with. */
export const searchLines = async (
  db: Db,
  use: { filter: AuditFilter; before: number | null; limit: number },
): Promise<AuditLine[]> => {
  const { actor_id, subject_id, action, from, to } = use.filter
  let query = db.selectFrom('audit_line').select(columns)
  if (actor_id !== undefined) query = query.where('actor_id', '=', actor_id)
  if (subject_id !== undefined) query = query.where('subject_id', '=', subject_id)
  if (action !== undefined) query = query.where('action', '=', action)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  if (use.before !== null) query = query.where('position', '<', use.before)
  const rows = await query.orderBy('position', 'desc').limit(use.limit).execute()
  return rows.map(lineOf)
}

const lineOf = (row: AuditLineTable): AuditLine => {
  const { position, at, action, sentence, previous_hash, hash } = row
  const subject =
    row.subject_kind === null || row.subject_id === null
      ? null
      : { kind: row.subject_kind, id: row.subject_id }
  return { position, at, actor: actorOf(row), action, subject, sentence, previous_hash, hash }
}

const actorOf = ({ actor_kind, actor_id }: AuditLineTable): AuditActor =>
  actor_kind === 'system' || actor_id === null ? { kind: 'system' } : { kind: actor_kind, id: actor_id }
