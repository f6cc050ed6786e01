import { sql, type Generated } from 'kysely'
import type { RegulationChange } from '@clube/contract/campaigns/regulation-calls.ts'
import type { Db, Tx } from '../../db/database.ts'

type RegulationChangeTable = {
  id: Generated<string>
  campaign_id: string
  version: string
  former_version: string | null
  authority_reference: string | null
  /** The dates of an extension; `ends_at` and `former_ends_at` are null without one. */
  ends_at: Date | null
  former_ends_at: Date | null
  redeem_until: Date | null
  former_redeem_until: Date | null
  authorized_until: string | null
  state: RegulationChange['state'] | 'returned'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
  /** Why the approver returned it. */
  review_note: string | null
  notified_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    campaign_regulation_change: RegulationChangeTable
    campaign_regulation_notice: { change_id: string; customer_id: string }
  }
}

export type RegulationRow = Omit<RegulationChangeTable, 'id'> & { id: string }

const columns = [
  'id',
  'campaign_id',
  'version',
  'former_version',
  'authority_reference',
  'ends_at',
  'former_ends_at',
  'redeem_until',
  'former_redeem_until',
  'authorized_until',
  'state',
  'proposed_by',
  'proposed_at',
  'decided_by',
  'decided_at',
  'review_note',
  'notified_at',
] as const

/** @returns the proposal, or undefined when the campaign already has a pending one */
export const insertChange = (
  tx: Tx,
  change: Omit<RegulationRow, 'id' | 'state' | 'decided_by' | 'decided_at' | 'review_note' | 'notified_at'>,
): Promise<RegulationRow | undefined> =>
  tx
    .insertInto('campaign_regulation_change')
    .values({
      ...change,
      state: 'proposed',
      decided_by: null,
      decided_at: null,
      review_note: null,
      notified_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('campaign_id').where('state', '=', sql.lit('proposed')).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst()

export const findChange = (db: Db, id: string): Promise<RegulationRow | undefined> =>
  db.selectFrom('campaign_regulation_change').select(columns).where('id', '=', id).executeTakeFirst()

type Decision = { id: string; decided_by: string; now: Date } & (
  | { state: 'approved' | 'withdrawn' }
  | { state: 'returned'; review_note: string }
)

/** Decides a pending change, or withdraws a returned one; only one of several concurrent callers succeeds. */
export const decideChange = (
  tx: Tx,
  { id, now, ...decision }: Decision,
): Promise<RegulationRow | undefined> =>
  tx
    .updateTable('campaign_regulation_change')
    .set({ ...decision, decided_at: now })
    .where('id', '=', id)
    .where('state', 'in', decision.state === 'withdrawn' ? ['proposed', 'returned'] : ['proposed'])
    .returning(columns)
    .executeTakeFirst()

/** Points a campaign at another version of its regulation. */
export const saveRegulationVersion = async (
  tx: Tx,
  change: { campaign_id: string; version: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('campaign')
    .set({ regulation_version: change.version, updated_at: change.now })
    .where('id', '=', change.campaign_id)
    .execute()
}

/** Changes of one campaign, or pending ones, newest first. */
export const listChanges = (
  db: Db,
  filter: { campaign_id: string } | { state: 'proposed' },
): Promise<RegulationRow[]> =>
  db
    .selectFrom('campaign_regulation_change')
    .select(columns)
    .where((row) =>
      'state' in filter ? row('state', '=', filter.state) : row('campaign_id', '=', filter.campaign_id),
    )
    .orderBy('id', 'desc')
    .execute()

/** The ids of the campaigns whose latest change was returned. */
export const listWithReturnedChange = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const latest = await db
    .selectFrom('campaign_regulation_change')
    .select(['campaign_id', 'state'])
    .distinctOn('campaign_id')
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .orderBy('campaign_id')
    .orderBy('id', 'desc')
    .execute()
  return new Set(latest.filter(({ state }) => state === 'returned').map(({ campaign_id }) => campaign_id))
}

/** The number of changes that wait for this staff member's second signature. */
export const countProposed = async (db: Db, staff_id: string): Promise<number> =>
  (await listChanges(db, { state: 'proposed' })).filter(({ proposed_by }) => proposed_by !== staff_id).length

/** Approved changes whose notices have not all been sent. */
export const listUnnotified = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('campaign_regulation_change')
    .select('id')
    .where('state', '=', 'approved')
    .where('notified_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks people as notified of a change. @returns those who had not been marked before */
export const insertNotices = async (
  tx: Tx,
  change_id: string,
  customer_ids: readonly string[],
): Promise<string[]> => {
  if (customer_ids.length === 0) return []
  const rows = await tx
    .insertInto('campaign_regulation_notice')
    .values(customer_ids.map((customer_id) => ({ change_id, customer_id })))
    .onConflict((conflict) => conflict.columns(['change_id', 'customer_id']).doNothing())
    .returning('customer_id')
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

export const saveNotified = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.updateTable('campaign_regulation_change').set({ notified_at: now }).where('id', '=', id).execute()
}

/** Customers who joined a campaign before an instant, ordered by id, starting after `after`. */
export const listParticipants = async (
  db: Db,
  filter: { campaign_id: string; before: Date; after: string | null; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('promotion_transaction')
    .select('customer_id')
    .distinct()
    .where('campaign_id', '=', filter.campaign_id)
    .where('created_at', '<', filter.before)
    .where('state', 'in', ['open', 'processing', 'unknown', 'completed'])
    .$if(filter.after !== null, (query) => query.where('customer_id', '>', filter.after ?? ''))
    .orderBy('customer_id')
    .limit(filter.limit)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}
