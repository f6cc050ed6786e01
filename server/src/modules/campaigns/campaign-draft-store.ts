import { sql, type ColumnType, type Generated } from 'kysely'
import type { DraftReference, DraftValues } from '@clube/contract/campaigns/draft-calls.ts'
import type { Db, Tx } from '../../db/database.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    campaign_draft: {
      id: Generated<string>
      fields: ColumnType<DraftValues, string, string>
      /** The campaign whose incomplete changes these are; null for a new campaign. */
      campaign_id: string | null
      edited_by: string[]
      revision: Generated<number>
      created_at: Date
      updated_at: Date
    }
  }
}

/** A stored draft. */
export type DraftRow = {
  id: string
  fields: DraftValues
  campaign_id: string | null
  edited_by: string[]
  revision: number
  updated_at: Date
}

const columns = ['id', 'fields', 'campaign_id', 'edited_by', 'revision', 'updated_at'] as const

/** All drafts, most recently changed first. */
export const listDrafts = (db: Db): Promise<DraftRow[]> =>
  db
    .selectFrom('campaign_draft')
    .select(columns)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const hasDraft = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('campaign_draft').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

type DraftChange = { values: DraftValues; staff_id: string; now: Date }

/** @returns undefined when the campaign already has incomplete changes */
export const insertDraft = (
  tx: Tx,
  { values, staff_id, now, campaign_id }: DraftChange & { campaign_id: string | null },
): Promise<DraftRow | undefined> =>
  tx
    .insertInto('campaign_draft')
    .values({
      fields: JSON.stringify(values),
      campaign_id,
      edited_by: [staff_id],
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('campaign_id').doNothing())
    .returning(columns)
    .executeTakeFirst()

/** The number of drafts of new campaigns; no other process can add one until the transaction ends. */
export const lockDraftCount = async (tx: Tx): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('campaign-drafts', 0))`.execute(tx)
  return (await tx.selectFrom('campaign_draft').select('id').where('campaign_id', 'is', null).execute())
    .length
}

/** The ids of the campaigns that have incomplete changes. */
export const listWithDraft = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('campaign_draft')
    .select('campaign_id')
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .execute()
  return new Set(rows.flatMap(({ campaign_id }) => campaign_id ?? []))
}

/** @returns undefined when the draft is unknown or has another revision */
export const updateDraft = (
  tx: Tx,
  { draft_id, revision }: DraftReference,
  { values, staff_id, now }: DraftChange,
): Promise<DraftRow | undefined> =>
  tx
    .updateTable('campaign_draft')
    .set({
      fields: JSON.stringify(values),
      revision: sql<number>`revision + 1`,
      edited_by: sql<string[]>`case when ${staff_id} = any (edited_by) then edited_by
        else edited_by || ${staff_id}::text end`,
      updated_at: now,
    })
    .where('id', '=', draft_id)
    .where('revision', '=', revision)
    .returning(columns)
    .executeTakeFirst()

/** @returns undefined when the draft is unknown or has another revision */
export const removeDraft = (tx: Tx, { draft_id, revision }: DraftReference): Promise<DraftRow | undefined> =>
  tx
    .deleteFrom('campaign_draft')
    .where('id', '=', draft_id)
    .where('revision', '=', revision)
    .returning(columns)
    .executeTakeFirst()
