import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type ScratchCodeState = 'issued' | 'used' | 'void'

type ScratchCodeTable = {
  id: Generated<string>
  deck_id: string
  kind: 'paper' | 'digital'
  batch_id: string | null
  /** The gift of the desk; null for paper codes and those earned by receipts. */
  gift_id: string | null
  /** The only person who can use a digital code. */
  customer_id: string | null
  code_index: Buffer
  state: ScratchCodeState
  issued_at: Date
  voided_at: Date | null
  voided_by: string | null
  void_reason: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    scratch_code: ScratchCodeTable
  }
}

export type StoredCode = Pick<
  ScratchCodeTable,
  'deck_id' | 'batch_id' | 'customer_id' | 'code_index' | 'state'
> & { readonly id: string }

/**
 * The codes with these fingerprints, of any deck. A code changes only under the lock of its deck, which the caller holds:
 * locking each row as well would write it once more.
 */
export const findCodes = async (tx: Tx, indexes: readonly Buffer[]): Promise<StoredCode[]> => {
  if (indexes.length === 0) return []
  const hex = indexes.map((index) => index.toString('hex'))
  const { rows } = await sql<StoredCode>`
    select id, deck_id, batch_id, customer_id, code_index, state from scratch_code
    where code_index = any(array(select decode(w.code_index, 'hex') from unnest(${hex}::text[]) as w (code_index)))`.execute(
    tx,
  )
  return rows
}

/** Codes per statement, so that no statement takes long. */
const codesPerStatement = 5000

/**
 * Stores the codes of a batch of a sealed deck and counts them.
 * @returns false when it is not sealed or has too few cards for them; the caller rolls back
 */
export const insertBatchCodes = async (
  tx: Tx,
  {
    deck_id,
    batch_id,
    indexes,
    now,
  }: { deck_id: string; batch_id: string; indexes: readonly Buffer[]; now: Date },
): Promise<boolean> => {
  if (!(await addToCodeCount(tx, { deck_id, codes: indexes.length }))) return false
  for (let first = 0; first < indexes.length; first += codesPerStatement) {
    const hex = indexes.slice(first, first + codesPerStatement).map((index) => index.toString('hex'))
    await sql`
      insert into scratch_code (deck_id, kind, batch_id, code_index, state, issued_at)
      select ${deck_id}, 'paper', ${batch_id}, decode(c.code_index, 'hex'), 'issued', ${now}
      from unnest(${hex}::text[]) as c (code_index)`.execute(tx)
  }
  return true
}

export type NewDigitalCode = {
  /** The participation's id for a code earned by receipts. */
  readonly id: string
  readonly gift_id: string | null
  readonly customer_id: string
  readonly code_index: Buffer
}

/** Stores digital codes of a sealed deck and counts them. @returns as `insertBatchCodes` */
export const insertDigitalCodes = async (
  tx: Tx,
  { deck_id, codes, now }: { deck_id: string; codes: readonly NewDigitalCode[]; now: Date },
): Promise<boolean> => {
  if (!(await addToCodeCount(tx, { deck_id, codes: codes.length }))) return false
  await tx
    .insertInto('scratch_code')
    .values(
      codes.map((code) => ({
        ...code,
        deck_id,
        kind: 'digital' as const,
        batch_id: null,
        state: 'issued' as const,
        issued_at: now,
        voided_at: null,
        voided_by: null,
        void_reason: null,
      })),
    )
    .execute()
  return true
}

/** Adds codes to the counter of a sealed deck with enough cards for them. */
const addToCodeCount = async (
  tx: Tx,
  { deck_id, codes }: { deck_id: string; codes: number },
): Promise<boolean> => {
  const row = await tx
    .updateTable('scratch_deck')
    .set({ codes: sql`codes + ${codes}` })
    .where('id', '=', deck_id)
    .where('state', '=', 'sealed')
    .where(sql<boolean>`codes + ${codes} <= cards`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ids for new digital codes, from which the codes are derived. */
export const newCodeIds = async (tx: Tx, count: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select uuidv7() as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

type Voiding = {
  readonly now: Date
  /** The member of staff; null where the account is erased. */
  readonly staff_id: string | null
  readonly reason: string | null
}

/** Which codes of a deck become void: a code, those of a batch, those of a person, or those of a gift to a person. */
type Voided =
  | { readonly id: string }
  | { readonly batch_id: string }
  | { readonly customer_id: string; readonly gift_id?: string }

const conditionOf = (which: Voided) => {
  if ('id' in which) return sql`c.id = ${which.id}`
  if ('batch_id' in which) return sql`c.batch_id = ${which.batch_id}`
  const isOwned = sql`c.customer_id = ${which.customer_id} and c.customer_id is not null`
  return which.gift_id === undefined ? isOwned : sql`${isOwned} and c.gift_id = ${which.gift_id}`
}

/** Voids the codes of a locked deck that are still issued, and frees their cards. @returns how many */
export const voidCodes = async (
  tx: Tx,
  { deck_id, which, now, staff_id, reason }: Voiding & { deck_id: string; which: Voided },
): Promise<number> => {
  const { rows } = await sql<{ codes: number }>`
    with voided as (
      update scratch_code c set state = 'void', voided_at = ${now}, voided_by = ${staff_id}, void_reason = ${reason}
      where c.deck_id = ${deck_id} and ${conditionOf(which)} and c.state = 'issued' returning c.id
    ), counted as (
      update scratch_deck set codes = codes - (select count(*)::int from voided) where id = ${deck_id}
    )
    select count(*)::int as codes from voided`.execute(tx)
  return rows[0]?.codes ?? 0
}

/** A digital code that was not used yet, with its campaign. */
export type WaitingCode = {
  readonly id: string
  readonly deck_id: string
  readonly campaign_id: string
  readonly issued_at: Date
}

/** The digital codes of a person that were not used yet, oldest first. */
export const listWaitingCodes = (db: Db, customer_id: string): Promise<WaitingCode[]> =>
  db
    .selectFrom('scratch_code as c')
    .innerJoin('scratch_deck as k', 'k.id', 'c.deck_id')
    .select(['c.id', 'c.deck_id', 'k.campaign_id', 'c.issued_at'])
    .where('c.customer_id', '=', customer_id)
    .where('c.customer_id', 'is not', null)
    .where('c.state', '=', 'issued')
    .orderBy('c.id')
    .execute()
