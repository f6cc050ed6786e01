import {
  liveProjectStates,
  undecidedProjectStates,
  type ProjectState,
} from '@clube/contract/new-project/project.ts'
import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'

type BrandProjectTable = {
  id: Generated<string>
  transaction_id: string
  campaign_id: string
  brand_id: string
  customer_id: string
  identified_session_id: string | null
  protocol: string
  purchase_number: string | null
  registration_number: string | null
  purchase_index: Buffer
  registration_index: Buffer
  state: ProjectState
  points: number | null
  submitted_at: Date
  answer_due_on: string
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  cancelled_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    brand_project: BrandProjectTable
  }
}

/** A stored project. */
export type StoredProject = Omit<BrandProjectTable, 'id'> & { readonly id: string }

const columns = [
  'id',
  'transaction_id',
  'campaign_id',
  'brand_id',
  'customer_id',
  'identified_session_id',
  'protocol',
  'purchase_number',
  'registration_number',
  'purchase_index',
  'registration_index',
  'state',
  'points',
  'submitted_at',
  'decided_by',
  'decided_at',
  'reason',
  'cancelled_at',
] as const

/** A day without a time zone, as YYYY-MM-DD. */
const dueOn = sql<string>`to_char(answer_due_on, 'YYYY-MM-DD')`.as('answer_due_on')

const selectProjects = (db: Db) => db.selectFrom('brand_project').select([...columns, dueOn])

/** @returns undefined when a live project of the brand has one of the numbers */
export const insertProject = async (
  tx: Tx,
  project: Pick<
    StoredProject,
    | 'transaction_id'
    | 'campaign_id'
    | 'brand_id'
    | 'customer_id'
    | 'identified_session_id'
    | 'protocol'
    | 'purchase_number'
    | 'registration_number'
    | 'purchase_index'
    | 'registration_index'
    | 'points'
    | 'submitted_at'
    | 'answer_due_on'
  >,
): Promise<string | undefined> => {
  const row = await tx
    .insertInto('brand_project')
    .values({
      ...project,
      state: 'submitted',
      decided_by: null,
      decided_at: null,
      reason: null,
      cancelled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Which of the numbers a live project of the brand has. */
export const findUsedNumber = async (
  db: Db,
  numbers: { brand_id: string; purchase_index: Buffer; registration_index: Buffer },
): Promise<'registration' | 'purchase' | null> => {
  const { brand_id, purchase_index, registration_index } = numbers
  const has = async (column: 'purchase_index' | 'registration_index', index: Buffer): Promise<boolean> =>
    (await db
      .selectFrom('brand_project')
      .select('id')
      .where('brand_id', '=', brand_id)
      .where(column, '=', index)
      .where('state', 'in', liveProjectStates)
      .limit(1)
      .executeTakeFirst()) !== undefined
  if (await has('registration_index', registration_index)) return 'registration'
  return (await has('purchase_index', purchase_index)) ? 'purchase' : null
}

/** Live projects of the customer for the brand, of all its campaigns. */
export const countLiveOf = async (
  db: Db,
  { customer_id, brand_id }: { customer_id: string; brand_id: string },
): Promise<number> => {
  const { count } = await db
    .selectFrom('brand_project')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('brand_id', '=', brand_id)
    .where('state', 'in', liveProjectStates)
    .executeTakeFirstOrThrow()
  return count
}

export const findProject = (db: Db, id: string): Promise<StoredProject | undefined> =>
  selectProjects(db).where('id', '=', id).executeTakeFirst()

/** A project of the brand. */
export const findProjectOfBrand = (
  db: Db,
  { id, brand_id }: { id: string; brand_id: string },
): Promise<StoredProject | undefined> =>
  selectProjects(db).where('id', '=', id).where('brand_id', '=', brand_id).executeTakeFirst()

export const lockProjectOf = (tx: Tx, transaction_id: string): Promise<StoredProject | undefined> =>
  selectProjects(tx).where('transaction_id', '=', transaction_id).forUpdate().executeTakeFirst()

export const listProjectsOf = (db: Db, transaction_ids: readonly string[]): Promise<StoredProject[]> =>
  selectProjects(db)
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .execute()

/** The projects accessible to the actor, newest first. */
export const listProjectsForActor = (
  db: Db,
  { customer_id, identified_session_id }: Actor,
  limit: number | null,
): Promise<StoredProject[]> =>
  selectProjects(db)
    .where('customer_id', '=', customer_id)
    .$if(identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', identified_session_id),
    )
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()

/** Marks a project as opened by an analyst, unless it is past that. */
export const startReview = async (
  tx: Tx,
  { id, brand_id }: { id: string; brand_id: string },
): Promise<void> => {
  await tx
    .updateTable('brand_project')
    .set({ state: 'in_review' })
    .where('id', '=', id)
    .where('brand_id', '=', brand_id)
    .where('state', '=', 'submitted')
    .execute()
}

/** Decides an undecided project of the brand. @returns whether it was undecided */
export const decide = async (
  tx: Tx,
  decision: {
    id: string
    brand_id: string
    state: 'approved' | 'rejected'
    decided_by: string
    reason: string | null
    now: Date
  },
): Promise<boolean> => {
  const { id, brand_id, now, ...values } = decision
  const decided = await tx
    .updateTable('brand_project')
    .set({ ...values, decided_at: now })
    .where('id', '=', id)
    .where('brand_id', '=', brand_id)
    .where('state', 'in', undecidedProjectStates)
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** @returns whether the project was approved and not rewarded yet */
export const markRewarded = async (tx: Tx, id: string): Promise<boolean> => {
  const rewarded = await tx
    .updateTable('brand_project')
    .set({ state: 'rewarded' })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .executeTakeFirst()
  return rewarded !== undefined
}

/** @returns whether the project was in one of the states */
export const cancel = async (
  tx: Tx,
  { id, from, now }: { id: string; from: readonly ProjectState[]; now: Date },
): Promise<boolean> => {
  const cancelled = await tx
    .updateTable('brand_project')
    .set({ state: 'cancelled', cancelled_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return cancelled !== undefined
}

/** Cancels the customer's undecided projects. @returns their ids */
export const cancelUndecidedOf = async (tx: Tx, customer_id: string, now: Date): Promise<string[]> => {
  const rows = await tx
    .updateTable('brand_project')
    .set({ state: 'cancelled', cancelled_at: now })
    .where('customer_id', '=', customer_id)
    .where('state', 'in', undecidedProjectStates)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases the numbers and the reasons of the customer's projects. @returns the ids of all of them */
export const eraseNumbersOf = async (tx: Tx, customer_id: string): Promise<string[]> => {
  const rows = await tx
    .updateTable('brand_project')
    .set({
      purchase_number: null,
      registration_number: null,
      reason: sql`case when reason is null then null else '' end`,
    })
    .where('customer_id', '=', customer_id)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Projects of a campaign by state. */
export const countByState = async (
  db: Db,
  filter: { campaign_id: string } | { brand_id: string },
): Promise<{ state: ProjectState; count: number }[]> =>
  db
    .selectFrom('brand_project')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .$if('campaign_id' in filter, (query) =>
      query.where('campaign_id', '=', 'campaign_id' in filter ? filter.campaign_id : ''),
    )
    .$if('brand_id' in filter, (query) =>
      query.where('brand_id', '=', 'brand_id' in filter ? filter.brand_id : ''),
    )
    .groupBy('state')
    .execute()
