import { sql, type ColumnType } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
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

/** The end of the chain, locked until the transaction ends, so that appends are serialized. */
export const lockHead = (tx: Tx): Promise<AuditHead> =>
  tx.selectFrom('audit_head').select(['position', 'hash']).forUpdate().executeTakeFirstOrThrow()

export const readHead = async (db: Db): Promise<AuditHead> =>
  (await db.selectFrom('audit_head').select(['position', 'hash']).executeTakeFirst()) ?? {
    position: 0,
    hash: noHash,
  }

/** Inserts a line and advances the end of the chain. */
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

/** Lines in chain order after a position. */
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
  /** Lines about any of these subjects. */
  readonly subject_ids?: readonly string[]
  readonly subject_kind?: 'staff'
  readonly action?: string
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
}

/** Upper bound on clock skew between processes: lines further apart in time are in the order of their positions. */
const maxSkewMs = 3_600_000

const maxPosition = Number.MAX_SAFE_INTEGER

/**
 * Lines newest first; `before` is the last position of the previous page. The positions of a period are found first,
 * since otherwise all lines after it would be read.
 */
export const searchLines = async (
  db: Db,
  input: { filter: AuditFilter; before: number | null; limit: number },
): Promise<AuditLine[]> => {
  const { actor_id, subject_id, subject_ids, subject_kind, action, from, to } = input.filter
  let query = db.selectFrom('audit_line').select(columns)
  if (actor_id !== undefined) query = query.where('actor_id', '=', actor_id)
  if (subject_id !== undefined) query = query.where('subject_id', '=', subject_id)
  if (subject_ids !== undefined)
    // Each subject's lines by its index; otherwise all lines would be read, newest first.
    query = query.where(
      'position',
      '=',
      sql<number>`any(array(select l.position from unnest(${[...subject_ids]}::text[]) as subject (id),
        lateral (select position from audit_line where subject_id = subject.id offset 0) as l))`,
    )
  // A literal, because a generic plan with a parameter cannot use the partial index.
  if (subject_kind !== undefined) query = query.where('subject_kind', '=', sql.lit(subject_kind))
  if (action !== undefined) query = query.where('action', '=', action)
  if (from !== undefined)
    query = query.where('at', '>=', from).where(
      'position',
      '>',
      sql<number>`coalesce((select position from audit_line
        where at < ${new Date(from.getTime() - maxSkewMs)} order by at desc limit 1), 0)`,
    )
  if (to !== undefined)
    query = query.where('at', '<', to).where(
      'position',
      '<',
      sql<number>`coalesce((select position from audit_line
        where at >= ${new Date(to.getTime() + maxSkewMs)} order by at limit 1), ${maxPosition}::bigint)`,
    )
  if (input.before !== null) query = query.where('position', '<', input.before)
  const page = query.orderBy('position', 'desc').limit(input.limit)
  const rows = await inTransaction(db, async (tx) => {
    // The planner cannot estimate the subqueries and would sort all lines of a long period; every index already has
    // this order, except for several subjects, whose lines are few.
    if (subject_ids === undefined) await sql`set local enable_sort = off`.execute(tx)
    return tx.executeQuery(page)
  })
  return rows.rows.map(lineOf)
}

/** A subject of audit lines and the time from which they are listed; null for all. */
export type SubjectSince = { readonly id: string; readonly since: Date | null }

/** A page of staff members' lines with one of the actions on one of the subjects, newest first. */
export const listStaffActions = async <Action extends string>(
  db: Db,
  page: {
    subjects: readonly SubjectSince[]
    actions: readonly Action[]
    before: number | null
    limit: number
  },
): Promise<{ position: number; at: Date; action: Action; actor_id: string }[]> => {
  const { rows } = await sql<{ position: number; at: Date; action: Action; actor_id: string }>`
    select l.position, l.at, l.action, l.actor_id
    from unnest(
      ${page.subjects.map(({ id }) => id)}::text[],
      ${page.subjects.map(({ since }) => since)}::timestamptz[]
    ) as subject (id, since)
    join audit_line l on l.subject_id = subject.id and (subject.since is null or l.at >= subject.since)
    where l.actor_kind = 'staff' and l.action = any(${[...page.actions]}::text[])
      and (${page.before}::bigint is null or l.position < ${page.before})
    order by l.position desc limit ${page.limit}`.execute(db)
  return rows
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
