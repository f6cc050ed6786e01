import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type PartnerRow = {
  slug: string
  is_on: boolean
  switched_by: string | null
  switched_at: Date | null
  switch_reason: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    partner: PartnerRow
  }
}

/** Partners with a row, by name in paths; one without a row is on. */
export const listPartnerRows = async (db: Db): Promise<ReadonlyMap<string, PartnerRow>> => {
  const rows = await db
    .selectFrom('partner')
    .select(['slug', 'is_on', 'switched_by', 'switched_at', 'switch_reason'])
    .execute()
  return new Map(rows.map((row) => [row.slug, row]))
}

/**
 * Whether the partner is on, which does not change until the transaction ends; inserts its row if needed. Switching it off
 * waits for the transactions that have read that it is on.
 */
export const shareIsOn = async (tx: Tx, slug: string): Promise<boolean> => {
  const found = await selectShared(tx, slug)
  if (found !== undefined) return found
  await tx
    .insertInto('partner')
    .values({ slug, is_on: true, switched_by: null, switched_at: null, switch_reason: null })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  return (await selectShared(tx, slug)) ?? false
}

const selectShared = async (tx: Tx, slug: string): Promise<boolean | undefined> =>
  (await tx.selectFrom('partner').select('is_on').where('slug', '=', slug).forShare().executeTakeFirst())
    ?.is_on

/** Switches a partner. @returns false when it was already so */
export const savePartnerSwitch = async (
  tx: Tx,
  change: { slug: string; is_on: boolean; staff_id: string; reason: string; now: Date },
): Promise<boolean> => {
  const { slug, is_on, staff_id, reason, now } = change
  const { rows } = await sql`
    insert into partner (slug, is_on, switched_by, switched_at, switch_reason)
    values (${slug}, ${is_on}, ${staff_id}, ${now}, ${reason})
    on conflict (slug) do update set is_on = excluded.is_on, switched_by = excluded.switched_by,
      switched_at = excluded.switched_at, switch_reason = excluded.switch_reason
    where partner.is_on <> excluded.is_on
    returning slug`.execute(tx)
  return rows.length > 0
}
