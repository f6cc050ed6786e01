import type { AwardState } from '@clube/contract/scratch-card/calls.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'

type ScratchDrawTable = {
  deck_id: string
  position: number
  code_id: string
  transaction_id: string
  customer_id: string
  identified_session_id: string | null
  prize_number: number | null
  code_hash: Buffer
  head: Buffer
  drawn_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    scratch_draw: ScratchDrawTable
  }
}

/** A draw with its campaign, and its award if it won. */
export type Draw = Omit<ScratchDrawTable, 'deck_id' | 'code_hash'> & {
  readonly code_kind: 'paper' | 'digital'
  readonly campaign_id: string
  readonly award_id: string | null
  readonly award_state: AwardState | null
  readonly award_expires_at: Date | null
  readonly award_held_until: Date | null
}

const selectDraws = (db: Db) =>
  db
    .selectFrom('scratch_draw as d')
    .innerJoin('scratch_deck as k', 'k.id', 'd.deck_id')
    .innerJoin('scratch_code as c', 'c.id', 'd.code_id')
    .leftJoin('scratch_award as a', (join) =>
      join.onRef('a.deck_id', '=', 'd.deck_id').onRef('a.position', '=', 'd.position'),
    )
    .select([
      'k.campaign_id',
      'd.position',
      'd.code_id',
      'c.kind as code_kind',
      'd.transaction_id',
      'd.customer_id',
      'd.identified_session_id',
      'd.prize_number',
      'd.head',
      'd.drawn_at',
      'a.id as award_id',
      'a.state as award_state',
      'a.expires_at as award_expires_at',
      'a.held_until as award_held_until',
    ])

/** The draws of a person's codes, by the code's fingerprint in hexadecimal. */
export const findDrawsByCode = async (
  db: Db,
  { customer_ids, indexes }: { customer_ids: readonly string[]; indexes: readonly Buffer[] },
): Promise<ReadonlyMap<string, Draw>> => {
  const hex = indexes.map((index) => index.toString('hex'))
  const rows = await selectDraws(db)
    .select('c.code_index')
    .where(
      'c.code_index',
      '=',
      sql<Buffer>`any(array(select decode(w.code_index, 'hex') from unnest(${hex}::text[]) as w (code_index)))`,
    )
    .where('d.customer_id', '=', sql<string>`any(${[...new Set(customer_ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ code_index, ...draw }) => [code_index.toString('hex'), draw]))
}

export const listDrawsOf = (db: Db, transaction_ids: readonly string[]): Promise<Draw[]> =>
  selectDraws(db)
    .where('d.transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .execute()

/** The draws accessible to the actor, newest first. */
export const listDrawsForActor = (
  db: Db,
  { customer_id, identified_session_id }: Actor,
  limit: number | null,
): Promise<Draw[]> =>
  selectDraws(db)
    .where('d.customer_id', '=', customer_id)
    .$if(identified_session_id !== null, (query) =>
      query.where('d.identified_session_id', '=', identified_session_id),
    )
    .orderBy('d.drawn_at', 'desc')
    .orderBy('d.position', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()

export type ChainedDraw = Pick<
  ScratchDrawTable,
  'position' | 'prize_number' | 'code_hash' | 'head' | 'drawn_at'
>

/** Draws of consecutive positions, at most `limit`, in order. */
export const listChain = (
  db: Db,
  { deck_id, first, limit }: { deck_id: string; first: number; limit: number },
): Promise<ChainedDraw[]> =>
  db
    .selectFrom('scratch_draw')
    .select(['position', 'prize_number', 'code_hash', 'head', 'drawn_at'])
    .where('deck_id', '=', deck_id)
    .where('position', '>=', first)
    .where('position', '<', first + limit)
    .orderBy('position')
    .execute()

/** Draws of each person from a deck since an instant; people without draws are omitted. */
export const countDrawsSince = async (
  tx: Tx,
  { deck_id, customer_ids, since }: { deck_id: string; customer_ids: readonly string[]; since: Date },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ customer_id: string; draws: number }>`
    select customer_id, count(*)::int as draws from scratch_draw
    where customer_id = any(${[...new Set(customer_ids)]}::uuid[]) and drawn_at >= ${since} and deck_id = ${deck_id}
    group by customer_id`.execute(tx)
  return new Map(rows.map(({ customer_id, draws }) => [customer_id, draws]))
}

export type NewDraw = Omit<ScratchDrawTable, 'deck_id' | 'drawn_at'>

/**
 * Draws the next cards of a locked deck, in order, for codes that are still issued: one statement that advances the deck,
 * uses the codes, stores the draws and counts the prizes, which `winPrizes` awards.
 * @returns the number of stored draws; the caller rolls back unless all were stored
 */
export const saveDraws = async (
  tx: Tx,
  input: { deck_id: string; drawn: number; draws: readonly NewDraw[]; now: Date },
): Promise<number> => {
  const { deck_id, drawn, draws, now } = input
  const head = draws.at(-1)?.head
  if (!head) return 0
  // Hashes are sent as one binary value: arrays are text, which takes several times as long to write and read.
  const hashes = Buffer.concat(draws.flatMap((draw) => [draw.code_hash, draw.head]))
  const { rows } = await sql<{ draws: number }>`
    with deck as (
      update scratch_deck set drawn = drawn + ${draws.length}, head = ${head}, last_drawn_at = ${now}
      where id = ${deck_id} and drawn = ${drawn} and state = 'sealed' returning id
    ), input as materialized (
      select deck.id as deck_id, (${drawn} + i.n)::int as position, i.code_id, i.transaction_id, i.customer_id,
        i.identified_session_id, i.prize_number, substr(h.hashes, (64 * i.n - 63)::int, 32) as code_hash,
        substr(h.hashes, (64 * i.n - 31)::int, 32) as head
      from deck, (values (${hashes}::bytea)) as h (hashes), unnest(
        ${draws.map(({ code_id }) => code_id)}::uuid[],
        ${draws.map(({ transaction_id }) => transaction_id)}::uuid[],
        ${draws.map(({ customer_id }) => customer_id)}::uuid[],
        ${draws.map(({ identified_session_id }) => identified_session_id)}::uuid[],
        ${draws.map(({ prize_number }) => prize_number)}::smallint[]
      ) with ordinality as i (code_id, transaction_id, customer_id, identified_session_id, prize_number, n)
    ), used as (
      update scratch_code c set state = 'used' from input i
      where c.id = i.code_id and c.deck_id = i.deck_id and c.state = 'issued' returning c.id
    ), saved as (
      insert into scratch_draw (deck_id, position, code_id, transaction_id, customer_id, identified_session_id,
        prize_number, code_hash, head, drawn_at)
      select i.deck_id, i.position, i.code_id, i.transaction_id, i.customer_id, i.identified_session_id, i.prize_number,
        i.code_hash, i.head, ${now}
      from input i join used on used.id = i.code_id
        join scratch_card card on card.deck_id = i.deck_id and card.position = i.position and card.drawable_from <= ${now}
      returning prize_number
    ), counted as (
      update scratch_prize p set awarded = p.awarded + w.units
      from (select prize_number, count(*)::int as units from saved where prize_number is not null group by 1) as w
      where p.deck_id = ${deck_id} and p.number = w.prize_number
    )
    select count(*)::int as draws from saved`.execute(tx)
  return rows[0]?.draws ?? 0
}
