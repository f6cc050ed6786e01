import type { CodeBatchState } from '@clube/contract/scratch-card/batch-calls.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ScratchBatchTable = {
  id: string
  deck_id: string
  count: number
  purpose: string
  state: CodeBatchState
  requested_by: string
  requested_at: Date
  approved_by: string | null
  approved_at: Date | null
  handed_out_by: string | null
  handed_out_at: Date | null
  voided_by: string | null
  voided_at: Date | null
  void_reason: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    scratch_batch: ScratchBatchTable
  }
}

/** A batch with its campaign and the numbers of its codes. */
export type CodeBatch = ScratchBatchTable & {
  readonly campaign_id: string
  readonly used: number
  readonly voided: number
}

const selectBatches = (db: Db) =>
  db
    .selectFrom('scratch_batch as b')
    .innerJoin('scratch_deck as k', 'k.id', 'b.deck_id')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('scratch_code as c')
          .select([
            sql<number>`count(*) filter (where c.state = 'used')`.as('used'),
            sql<number>`count(*) filter (where c.state = 'void')`.as('voided'),
          ])
          .whereRef('c.batch_id', '=', 'b.id')
          .where('c.batch_id', 'is not', null)
          .as('n'),
      (join) => join.onTrue(),
    )
    .select([
      'b.id',
      'b.deck_id',
      'b.count',
      'b.purpose',
      'b.state',
      'b.requested_by',
      'b.requested_at',
      'b.approved_by',
      'b.approved_at',
      'b.handed_out_by',
      'b.handed_out_at',
      'b.voided_by',
      'b.voided_at',
      'b.void_reason',
    ])
    .select(['k.campaign_id', sql<number>`n.used`.as('used'), sql<number>`n.voided`.as('voided')])

export const findBatch = (db: Db, id: string): Promise<CodeBatch | undefined> =>
  selectBatches(db).where('b.id', '=', id).executeTakeFirst()

/** Newest first. */
export const listBatches = (db: Db, deck_id: string): Promise<CodeBatch[]> =>
  selectBatches(db)
    .where('b.deck_id', '=', deck_id)
    .orderBy('b.requested_at', 'desc')
    .orderBy('b.id')
    .execute()

/** Those that wait for the second signature, oldest first. */
export const listRequestedBatches = (db: Db, limit: number): Promise<CodeBatch[]> =>
  selectBatches(db).where('b.state', '=', 'requested').orderBy('b.requested_at').limit(limit).execute()

/** Locks a batch until the transaction ends; the caller has locked its deck. @returns its state */
export const lockBatch = async (tx: Tx, id: string): Promise<CodeBatchState | undefined> => {
  const row = await tx
    .selectFrom('scratch_batch')
    .select('state')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.state
}

/** Codes of a deck's batches that have no file yet. */
export const countReserved = async (db: Db, deck_id: string): Promise<number> => {
  const { count } = await db
    .selectFrom('scratch_batch')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql<number>`0`).as('count'))
    .where('deck_id', '=', deck_id)
    .where('state', 'in', ['requested', 'approved'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a requested batch. @returns false when the id exists */
export const insertBatch = async (
  tx: Tx,
  batch: Pick<ScratchBatchTable, 'id' | 'deck_id' | 'count' | 'purpose' | 'requested_by' | 'requested_at'>,
): Promise<boolean> => {
  const row = await tx
    .insertInto('scratch_batch')
    .values({ ...batch, state: 'requested' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false unless the batch waits for approval and another person requested it */
export const saveApproval = async (
  tx: Tx,
  { id, staff_id, now }: { id: string; staff_id: string; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('scratch_batch')
    .set({ state: 'approved', approved_by: staff_id, approved_at: now })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .where('requested_by', '<>', staff_id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the file of an approved batch as handed out, once. @returns false in every other state */
export const saveHandOut = async (
  tx: Tx,
  { id, staff_id, now }: { id: string; staff_id: string; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('scratch_batch')
    .set({ state: 'handed_out', handed_out_by: staff_id, handed_out_at: now })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when it is already void */
export const saveVoid = async (
  tx: Tx,
  { id, staff_id, reason, now }: { id: string; staff_id: string; reason: string; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('scratch_batch')
    .set({ state: 'void', voided_by: staff_id, voided_at: now, void_reason: reason })
    .where('id', '=', id)
    .where('state', '<>', 'void')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
