import { brandRulesSchema, type BrandRules } from '@clube/contract/new-project/brand.ts'
import { sql, type Generated } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Tx } from '../../../db/database.ts'

type BrandTable = {
  id: Generated<string>
  slug: string
  rules: unknown
  approved_by: string | null
  approved_at: Date | null
  created_at: Date
}

type BrandChangeTable = {
  id: Generated<string>
  brand_id: string
  rules: unknown
  state: 'proposed' | 'approved' | 'rejected' | 'withdrawn'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    brand: BrandTable
    brand_change: BrandChangeTable
  }
}

/** A brand with rules in force. */
export type Brand = { readonly id: string; readonly slug: string; readonly rules: BrandRules }

/** A brand that may still await its first approval. */
export type BrandRow = Omit<Brand, 'rules'> & {
  readonly rules: BrandRules | null
  readonly approved_by: string | null
  readonly approved_at: Date | null
}

const brandColumns = ['id', 'slug', 'rules', 'approved_by', 'approved_at'] as const

const rowOf = (row: Omit<BrandRow, 'rules'> & { rules: unknown }): BrandRow => ({
  ...row,
  rules: row.rules === null ? null : z.parse(brandRulesSchema, row.rules),
})

const approvedOf = (row: { id: string; slug: string; rules: unknown } | undefined): Brand | undefined =>
  row && row.rules !== null
    ? { id: row.id, slug: row.slug, rules: z.parse(brandRulesSchema, row.rules) }
    : undefined

/** All brands by name, then those that were never approved. */
export const listBrandRows = async (db: Db): Promise<BrandRow[]> => {
  const rows = await db
    .selectFrom('brand')
    .select(brandColumns)
    .orderBy(sql`rules ->> 'name' nulls last`)
    .orderBy('slug')
    .execute()
  return rows.map(rowOf)
}

export const findBrandRow = async (db: Db, id: string): Promise<BrandRow | undefined> => {
  const row = await db.selectFrom('brand').select(brandColumns).where('id', '=', id).executeTakeFirst()
  return row && rowOf(row)
}

/** A brand with rules in force. */
export const findBrand = async (db: Db, id: string): Promise<Brand | undefined> =>
  approvedOf(await db.selectFrom('brand').select(brandColumns).where('id', '=', id).executeTakeFirst())

/**
 * The same, locked until the transaction ends: registrations for one brand are decided in order, so that its limit per
 * person holds, and its rules do not change meanwhile.
 */
export const lockBrand = async (tx: Tx, id: string): Promise<Brand | undefined> =>
  approvedOf(
    await tx
      .selectFrom('brand')
      .select(brandColumns)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )

/** Brands with rules in force, by id. */
export const findBrands = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Brand>> => {
  const rows = await db
    .selectFrom('brand')
    .select(brandColumns)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const brand = approvedOf(row)
      return brand ? [[brand.id, brand]] : []
    }),
  )
}

/** @returns undefined when the slug is taken */
export const insertBrand = async (
  tx: Tx,
  { slug, now }: { slug: string; now: Date },
): Promise<string | undefined> => {
  const row = await tx
    .insertInto('brand')
    .values({ slug, rules: null, approved_by: null, approved_at: null, created_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const saveRules = async (
  tx: Tx,
  { id, rules, approved_by, now }: { id: string; rules: BrandRules; approved_by: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('brand')
    .set({ rules: JSON.stringify(rules), approved_by, approved_at: now })
    .where('id', '=', id)
    .execute()
}

/** A change of a brand's rules. */
export type BrandChange = Omit<BrandChangeTable, 'id' | 'rules'> & {
  readonly id: string
  readonly rules: BrandRules
}

const changeColumns = [
  'id',
  'brand_id',
  'rules',
  'state',
  'proposed_by',
  'proposed_at',
  'decided_by',
  'decided_at',
  'reason',
] as const

const changeOf = (row: Omit<BrandChange, 'rules'> & { rules: unknown }): BrandChange => ({
  ...row,
  rules: z.parse(brandRulesSchema, row.rules),
})

/** @returns undefined when another change of the brand is pending */
export const insertChange = async (
  tx: Tx,
  change: { brand_id: string; rules: BrandRules; proposed_by: string; proposed_at: Date },
): Promise<string | undefined> => {
  const row = await tx
    .insertInto('brand_change')
    .values({
      ...change,
      rules: JSON.stringify(change.rules),
      state: 'proposed',
      decided_by: null,
      decided_at: null,
      reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Decides a pending change; an approval is by another person than the proposer.
 * @returns undefined when it is no longer pending, or the approver proposed it
 */
export const decideChange = async (
  tx: Tx,
  decision: {
    id: string
    state: 'approved' | 'rejected' | 'withdrawn'
    decided_by: string
    reason: string | null
    now: Date
  },
): Promise<BrandChange | undefined> => {
  const { id, now, ...values } = decision
  const row = await tx
    .updateTable('brand_change')
    .set({ ...values, decided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .$if(decision.state === 'approved', (query) => query.where('proposed_by', '<>', decision.decided_by))
    .returning(changeColumns)
    .executeTakeFirst()
  return row && changeOf(row)
}

export const isPending = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('brand_change')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .executeTakeFirst()) !== undefined

/** The newest change of each brand. */
export const listLatestChanges = async (
  db: Db,
  brand_ids: readonly string[],
): Promise<ReadonlyMap<string, BrandChange>> => {
  const rows = await db
    .selectFrom('brand_change')
    .distinctOn('brand_id')
    .select(changeColumns)
    .where('brand_id', '=', sql<string>`any(${[...brand_ids]}::uuid[])`)
    .orderBy('brand_id')
    .orderBy('proposed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.brand_id, changeOf(row)]))
}

/** Pending changes that another member than this one proposed. */
export const countPendingChanges = async (
  db: Db,
  { staff_id, limit }: { staff_id: string; limit: number },
): Promise<number> => {
  const rows = await db
    .selectFrom('brand_change')
    .select('id')
    .where('state', '=', 'proposed')
    .where('proposed_by', '<>', staff_id)
    .limit(limit)
    .execute()
  return rows.length
}
