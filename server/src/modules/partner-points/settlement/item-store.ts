import { sql } from 'kysely'
import type { EntryKind, SettlementState } from '@clube/contract/partner-points/settlement-calls.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** An entry, a line, or both. */
export type SettlementRow = {
  item_id: string
  partner: string
  state: SettlementState
  kind: EntryKind
  transaction_id: string | null
  reference: string | null
  our_points: number | null
  their_points: number | null
  occurred_at: Date
  decided_by: string | null
  decided_at: Date | null
  decision_reason: string | null
}

const ourColumns = sql`e.id as item_id, e.partner, e.state, e.kind, e.transaction_id, e.reference,
  e.points as our_points, null::int as their_points, e.occurred_at, e.decided_by, e.decided_at, e.decision_reason`
const theirColumns = sql`l.id as item_id, l.partner, l.state, l.kind, l.transaction_id, l.reference,
  e.points as our_points, l.points as their_points, l.occurred_at, l.decided_by, l.decided_at, l.decision_reason`

/** Items of a partner in one state after a position, newest first. */
export const listItems = async (
  db: Db,
  filter: {
    partner: string
    state: SettlementState
    decision: 'waiting' | 'decided' | 'all'
    before: string | null
    limit: number
  },
): Promise<SettlementRow[]> => {
  const { partner, state, decision, before, limit } = filter
  const decided = (table: 'e' | 'l') => {
    switch (decision) {
      case 'all':
        return sql``
      case 'waiting':
        return sql`and ${sql.ref(table)}.decided_at is null`
      case 'decided':
        return sql`and ${sql.ref(table)}.decided_at is not null`
      default:
        return decision satisfies never
    }
  }
  const { rows } =
    state === 'only_ours'
      ? await sql<SettlementRow>`
          select ${ourColumns} from partner_entry e
          where e.partner = ${partner} and e.state = 'only_ours' and e.line_id is null ${decided('e')}
            and (${before}::uuid is null or e.id < ${before})
          order by e.id desc limit ${limit}`.execute(db)
      : await sql<SettlementRow>`
          select ${theirColumns} from partner_line l left join partner_entry e on e.line_id = l.id
          where l.partner = ${partner} and l.state = ${state} ${decided('l')}
            and (${before}::uuid is null or l.id < ${before})
          order by l.id desc limit ${limit}`.execute(db)
  return rows
}

/** One item in the given state. */
export const findItem = async (
  db: Db,
  { item_id, state }: { item_id: string; state: SettlementState },
): Promise<SettlementRow | undefined> => {
  const { rows } =
    state === 'only_ours'
      ? await sql<SettlementRow>`
          select ${ourColumns} from partner_entry e where e.id = ${item_id} and e.state = 'only_ours'`.execute(
          db,
        )
      : await sql<SettlementRow>`
          select ${theirColumns} from partner_line l left join partner_entry e on e.line_id = l.id
          where l.id = ${item_id} and l.state = ${state}`.execute(db)
  return rows[0]
}

/** Whether an item exists, in any state. */
export const isItem = async (db: Db, item_id: string): Promise<boolean> => {
  const { rows } = await sql`select from partner_entry where id = ${item_id}
    union all select from partner_line where id = ${item_id}`.execute(db)
  return rows.length > 0
}

/** Stores the decision about an item that is in this state and has none. @returns false otherwise */
export const saveDecision = async (
  tx: Tx,
  decision: {
    item_id: string
    state: Exclude<SettlementState, 'matched'>
    staff_id: string
    reason: string
    now: Date
  },
): Promise<boolean> => {
  const { item_id, state, staff_id, reason, now } = decision
  const change = { decided_by: staff_id, decided_at: now, decision_reason: reason }
  const row =
    state === 'only_ours'
      ? await tx
          .updateTable('partner_entry')
          .set(change)
          .where('id', '=', item_id)
          .where('state', '=', state)
          .where('decided_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
      : await tx
          .updateTable('partner_line')
          .set(change)
          .where('id', '=', item_id)
          .where('state', '=', state)
          .where('decided_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
  return row !== undefined
}

/** Numbers of differences without a decision, by partner and state, each up to `limit`. */
export const countWaitingItems = async (
  db: Db,
  slugs: readonly string[],
  limit: number,
): Promise<{ partner: string; state: Exclude<SettlementState, 'matched'>; count: number }[]> => {
  const { rows } = await sql<{
    partner: string
    state: Exclude<SettlementState, 'matched'>
    count: number
  }>`
    select slug as partner, state, count::int as count from unnest(${[...slugs]}::text[]) as named (slug),
      lateral (
        select 'only_ours' as state, count(*) as count from (
          select from partner_entry where partner = slug and state = 'only_ours' and line_id is null
            and decided_at is null limit ${limit}) as ours
        union all
        select 'only_theirs', count(*) from (
          select from partner_line where partner = slug and state = 'only_theirs' and decided_at is null
          limit ${limit}) as theirs
        union all
        select 'different_amount', count(*) from (
          select from partner_line where partner = slug and state = 'different_amount' and decided_at is null
          limit ${limit}) as different
      ) as counted`.execute(db)
  return rows
}

type DaySums = {
  day: string
  kind: EntryKind
  our_count: number
  our_points: number
  their_count: number
  their_points: number
}

/** The sums of a partner by day and kind since a day, oldest first. */
export const listDays = async (
  db: Db,
  { partner, since }: { partner: string; since: string },
): Promise<DaySums[]> =>
  db
    .selectFrom('partner_day')
    .select(['day', 'kind', 'our_count', 'our_points', 'their_count', 'their_points'])
    .where('partner', '=', partner)
    .where('day', '>=', since)
    .orderBy('day')
    .execute()

/** Points of debits less those of refunds, by the club's record and by the partner's files. */
export const readBalances = async (db: Db, partner: string): Promise<{ ours: number; theirs: number }> => {
  const { rows } = await sql<{ ours: number; theirs: number }>`
    select coalesce(sum(case kind when 'debit' then our_points else -our_points end), 0)::bigint as ours,
      coalesce(sum(case kind when 'debit' then their_points else -their_points end), 0)::bigint as theirs
    from partner_day where partner = ${partner}`.execute(db)
  return rows[0] ?? { ours: 0, theirs: 0 }
}

/** Numbers of items that do not match, decided or not, by club day since an instant. */
export const countDifferences = async (
  db: Db,
  { partner, since, time_zone }: { partner: string; since: Date; time_zone: TimeZone },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ day: string; count: number }>`
    select (occurred_at at time zone ${time_zone})::date as day, count(*)::int as count from (
      select occurred_at from partner_entry where partner = ${partner} and state = 'only_ours' and line_id is null
      union all
      select occurred_at from partner_line where partner = ${partner} and state in ('only_theirs', 'different_amount')
    ) as different where occurred_at >= ${since} group by 1`.execute(db)
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/** The number of matched lines of a partner. */
export const countMatched = async (db: Db, partner: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(their_count), 0)::bigint as count from partner_day where partner = ${partner}`.execute(
    db,
  )
  const { rows: others } = await sql<{ count: number }>`
    select count(*) as count from partner_line where partner = ${partner} and state in ('only_theirs', 'different_amount')`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) - (others[0]?.count ?? 0)
}
