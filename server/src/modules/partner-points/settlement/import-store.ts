import { sql, type Generated } from 'kysely'
import type { SettlementImportState } from '@clube/contract/partner-points/settlement-calls.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { LineError, SettlementLine } from './settlement-file.ts'

export type PartnerImport = {
  id: string
  partner: string
  file_name: string
  size_bytes: number
  sha256: Buffer
  from_day: string
  to_day: string
  state: SettlementImportState
  received_bytes: number
  tail: Buffer
  read_lines: number
  lines: number
  repeated_lines: number
  errors: LineError[]
  started_by: string
  started_at: Date
  finished_at: Date | null
}

type StagedLine = {
  import_id: string
  line: number
  kind: SettlementLine['kind']
  reference: string
  transaction_id: string | null
  points: number
  occurred_at: Date
}

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_import: Omit<
      PartnerImport,
      'id' | 'received_bytes' | 'tail' | 'read_lines' | 'lines' | 'repeated_lines' | 'errors'
    > & {
      id: Generated<string>
      received_bytes: Generated<number>
      tail: Generated<Buffer>
      read_lines: Generated<number>
      lines: Generated<number>
      repeated_lines: Generated<number>
      errors: Generated<LineError[]>
    }
    partner_staged_line: StagedLine
  }
}

const columns = [
  'id',
  'partner',
  'file_name',
  'size_bytes',
  'sha256',
  'from_day',
  'to_day',
  'state',
  'received_bytes',
  'tail',
  'read_lines',
  'lines',
  'repeated_lines',
  'errors',
  'started_by',
  'started_at',
  'finished_at',
] as const

/** Inserts an import, or returns the one of the same file. */
export const insertOrFindImport = async (
  tx: Tx,
  started: Pick<
    PartnerImport,
    'partner' | 'file_name' | 'size_bytes' | 'sha256' | 'from_day' | 'to_day' | 'started_by' | 'started_at'
  >,
): Promise<PartnerImport> => {
  await tx
    .insertInto('partner_import')
    .values({ ...started, state: 'receiving', finished_at: null })
    .onConflict((conflict) => conflict.columns(['partner', 'sha256']).doNothing())
    .execute()
  return tx
    .selectFrom('partner_import')
    .select(columns)
    .where('partner', '=', started.partner)
    .where('sha256', '=', started.sha256)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const findImport = (db: Db, id: string): Promise<PartnerImport | undefined> =>
  db.selectFrom('partner_import').select(columns).where('id', '=', id).executeTakeFirst()

/** The import, locked until the transaction ends; undefined while another transaction has locked it. */
export const tryLockImport = (tx: Tx, id: string): Promise<PartnerImport | undefined> =>
  tx
    .selectFrom('partner_import')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** The newest imports of a partner. */
export const listImports = (db: Db, partner: string, limit: number): Promise<PartnerImport[]> =>
  db
    .selectFrom('partner_import')
    .select(columns)
    .where('partner', '=', partner)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Ids of imports that are complete and not compared yet. */
export const listMatching = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('partner_import').select('id').where('state', '=', 'matching').execute()).map(
    ({ id }) => id,
  )

/** Stores the progress of a locked import. */
export const saveImport = async (
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      PartnerImport,
      | 'state'
      | 'received_bytes'
      | 'tail'
      | 'read_lines'
      | 'lines'
      | 'repeated_lines'
      | 'from_day'
      | 'to_day'
      | 'finished_at'
    >
  > & { errors?: readonly LineError[] },
): Promise<void> => {
  const { errors, ...others } = change
  await tx
    .updateTable('partner_import')
    .set({ ...others, ...(errors ? { errors: sql<LineError[]>`${JSON.stringify(errors)}::jsonb` } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Stages lines. @returns the positions of those whose number an earlier line of the file has */
export const stageLines = async (
  tx: Tx,
  import_id: string,
  lines: readonly SettlementLine[],
): Promise<number[]> => {
  if (lines.length === 0) return []
  const { rows } = await sql<{ line: number }>`
    with given as (
      select line, kind, reference, transaction_id, points, occurred_at from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ kind }) => kind)}::text[],
        ${lines.map(({ reference }) => reference)}::text[],
        ${lines.map(({ transaction_id }) => transaction_id)}::uuid[], ${lines.map(({ points }) => points)}::int[],
        ${lines.map(({ occurred_at }) => occurred_at.toISOString())}::timestamptz[])
        as g (line, kind, reference, transaction_id, points, occurred_at)
    ), inserted as (
      insert into partner_staged_line (import_id, line, kind, reference, transaction_id, points, occurred_at)
      select ${import_id}, line, kind, reference, transaction_id, points, occurred_at from given
      on conflict (import_id, kind, reference) do nothing returning line
    )
    select line from given where line not in (select line from inserted) order by line`.execute(tx)
  return rows.map(({ line }) => line)
}

export const deleteStaged = async (tx: Tx, import_id: string): Promise<void> => {
  await tx.deleteFrom('partner_staged_line').where('import_id', '=', import_id).execute()
}

/** Positions of staged lines whose number an earlier file has with other values, at most `limit`. */
export const findConflicts = async (
  tx: Tx,
  { import_id, partner, limit }: { import_id: string; partner: string; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ line: number }>`
    select s.line from partner_staged_line s
    join partner_line l on l.partner = ${partner} and l.kind = s.kind and l.reference = s.reference
    where s.import_id = ${import_id}
      and (l.points, l.transaction_id, l.occurred_at) is distinct from (s.points, s.transaction_id, s.occurred_at)
    order by s.line limit ${limit}`.execute(tx)
  return rows.map(({ line }) => line)
}

/** Deletes staged lines that an earlier file has. @returns their number */
export const deleteRepeated = async (
  tx: Tx,
  { import_id, partner }: { import_id: string; partner: string },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from partner_staged_line s using partner_line l
    where s.import_id = ${import_id} and l.partner = ${partner} and l.kind = s.kind and l.reference = s.reference`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Moves staged lines to the partner's, paired with the club's entries, and adds them to their days. Of several lines about one
 * entry, the one with its reference is paired, otherwise the first. @returns the number of lines
 */
export const importStaged = async (
  tx: Tx,
  { import_id, partner, time_zone }: { import_id: string; partner: string; time_zone: TimeZone },
): Promise<number> => {
  await sql`
    insert into partner_day as d (partner, day, kind, their_count, their_points)
    select ${partner}, (occurred_at at time zone ${time_zone})::date as day, kind, count(*), sum(points)
    from partner_staged_line where import_id = ${import_id} group by 2, 3
    order by 2, 3
    on conflict (partner, day, kind) do update set their_count = d.their_count + excluded.their_count,
      their_points = d.their_points + excluded.their_points`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with paired as (
      select distinct on (e.id) e.id as entry_id, s.line,
        case when s.points = e.points then 'matched' else 'different_amount' end as state
      from partner_staged_line s join partner_entry e
        on e.transaction_id = s.transaction_id and e.kind = s.kind and e.partner = ${partner} and e.line_id is null
      where s.import_id = ${import_id}
      order by e.id, (s.reference = e.reference) desc nulls last, s.line
    ), inserted as (
      insert into partner_line (id, partner, import_id, kind, reference, transaction_id, points, occurred_at, state)
      select coalesce(p.entry_id, uuidv7()), ${partner}, s.import_id, s.kind, s.reference, s.transaction_id, s.points,
        s.occurred_at, coalesce(p.state, 'only_theirs')
      from partner_staged_line s left join paired p on p.line = s.line
      where s.import_id = ${import_id}
      returning id
    ), changed as (
      update partner_entry e set line_id = p.entry_id, state = p.state from paired p where e.id = p.entry_id
    )
    select count(*) as count from inserted`.execute(tx)
  await deleteStaged(tx, import_id)
  return rows[0]?.count ?? 0
}

/** Refreshes the statistics of the staged lines, which may just have grown by a million. */
export const analyzeStaged = async (tx: Tx): Promise<void> => {
  await sql`analyze partner_staged_line`.execute(tx)
}
