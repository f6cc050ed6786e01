import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The points that sources of a kind earned and that were not taken back, by source; sources without any are omitted. */
export const sumGranted = async (
  db: Db,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; points: number }>`
    select p.source_id as id, (-sum(e.points))::int as points
    from points_posting p join points_entry e on e.posting_id = p.id and e.account = 'issuance'
    where p.kind = 'earn' and p.source_kind = ${kind} and p.source_id = any(${[...ids]}::text[])
      and not exists (select from points_posting u where u.kind = 'take_back'
        and u.source_kind = p.source_kind and u.source_id = p.source_id)
    group by p.source_id`.execute(db)
  return new Map(rows.map(({ id, points }) => [id, points]))
}
