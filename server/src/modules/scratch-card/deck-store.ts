import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { ScratchDeck } from './deck.ts'

type ScratchDeckTable = Omit<ScratchDeck, 'id' | 'drawn' | 'last_drawn_at' | 'codes'> & {
  id: Generated<string>
  drawn: Generated<number>
  last_drawn_at: Generated<Date | null>
  codes: Generated<number>
}

type ScratchPrizeTable = { deck_id: string; number: number; quantity: number; awarded: Generated<number> }

type ScratchCardTable = { deck_id: string; position: number; drawable_from: Date; prize_sealed: Buffer }

declare module '../../db/tables.ts' {
  interface Tables {
    scratch_deck: ScratchDeckTable
    scratch_prize: ScratchPrizeTable
    scratch_card: ScratchCardTable
  }
}

const deckColumns = [
  'id',
  'campaign_id',
  'state',
  'cards',
  'days',
  'commitment',
  'seed_sealed',
  'head',
  'drawn',
  'last_drawn_at',
  'codes',
  'preparations',
  'prepared_by',
  'prepared_at',
  'sealed_by',
  'sealed_at',
] as const

/** The ids of the campaigns whose sealed deck has a card left, today's or a later day's. */
export const listCampaignsWithCards = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('scratch_deck')
    .select('campaign_id')
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .where('state', '=', 'sealed')
    .whereRef('drawn', '<', 'cards')
    .execute()
  return new Set(rows.map(({ campaign_id }) => campaign_id))
}

export const findDeck = (db: Db, campaign_id: string): Promise<ScratchDeck | undefined> =>
  db.selectFrom('scratch_deck').select(deckColumns).where('campaign_id', '=', campaign_id).executeTakeFirst()

type DeckCounters = Pick<ScratchDeck, 'state' | 'drawn'> & { readonly codes: number }

/** State and counters of the campaigns' decks, by campaign; campaigns without a deck are omitted. */
export const listDeckCounters = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, DeckCounters>> => {
  const rows = await db
    .selectFrom('scratch_deck')
    .select(['campaign_id', 'state', 'drawn', 'codes'])
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ campaign_id, ...counters }) => [campaign_id, counters]))
}

/** The campaigns whose deck waits to be sealed, except those whose deck this member prepared. */
export const listWaitingDecks = async (db: Db, staff_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('scratch_deck')
    .select('campaign_id')
    .where('state', '=', 'prepared')
    .where('prepared_by', '<>', staff_id)
    .execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Locked until the transaction ends: draws of a deck are serialized. */
export const lockDeck = (tx: Tx, campaign_id: string): Promise<ScratchDeck | undefined> =>
  tx
    .selectFrom('scratch_deck')
    .select(deckColumns)
    .where('campaign_id', '=', campaign_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Serializes preparing and sealing, also before the first deck exists. */
export const lockPreparation = async (tx: Tx, campaign_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scratch-deck:${campaign_id}`}, 0))`.execute(tx)
}

/** Deletes a deck that is not sealed, with its cards. */
export const deletePreparedDeck = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('scratch_deck').where('id', '=', id).where('state', '=', 'prepared').execute()
}

/** Stores a deck without its cards. @returns its id */
export const insertDeck = async (
  tx: Tx,
  {
    prizes,
    ...deck
  }: Omit<ScratchDeck, 'id' | 'state' | 'drawn' | 'last_drawn_at' | 'codes' | 'sealed_by' | 'sealed_at'> & {
    prizes: readonly { quantity: number }[]
  },
): Promise<string> => {
  const { id } = await tx
    .insertInto('scratch_deck')
    .values({ ...deck, state: 'prepared', sealed_by: null, sealed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('scratch_prize')
    .values(prizes.map(({ quantity }, index) => ({ deck_id: id, number: index + 1, quantity })))
    .execute()
  return id
}

export type NewCard = { readonly drawable_from: Date; readonly prize_sealed: Buffer }

/** Stores consecutive cards of a deck that is being prepared, from a position on. */
export const insertCards = async (
  tx: Tx,
  { deck_id, first, cards }: { deck_id: string; first: number; cards: readonly NewCard[] },
): Promise<void> => {
  const instants = cards.map(({ drawable_from }) => drawable_from.toISOString())
  const sealed = cards.map(({ prize_sealed }) => prize_sealed.toString('hex'))
  await sql`
    insert into scratch_card (deck_id, position, drawable_from, prize_sealed)
    select ${deck_id}::uuid, ${first - 1} + c.ordinality::int, c.drawable_from, decode(c.sealed, 'hex')
    from unnest(${instants}::timestamptz[], ${sealed}::text[]) with ordinality as c (drawable_from, sealed, ordinality)`.execute(
    tx,
  )
}

/** Seals a prepared deck. @returns false when it was not prepared */
export const saveSeal = async (
  tx: Tx,
  { id, sealed_by, sealed_at }: { id: string; sealed_by: string; sealed_at: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('scratch_deck')
    .set({ state: 'sealed', sealed_by, sealed_at })
    .where('id', '=', id)
    .where('state', '=', 'prepared')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The campaigns whose deck is sealed and not revealed. */
export const listSealedCampaigns = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('scratch_deck')
    .select('campaign_id')
    .where('state', '=', 'sealed')
    .orderBy('campaign_id')
    .execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Reveals a locked, sealed deck: nothing is drawn from it afterwards. */
export const saveRevealed = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('scratch_deck')
    .set({ state: 'revealed' })
    .where('id', '=', id)
    .where('state', '=', 'sealed')
    .execute()
}

/** Cards from a position on, at most `limit`. */
export const listCards = (
  db: Db,
  { deck_id, first, limit }: { deck_id: string; first: number; limit: number },
): Promise<(NewCard & { readonly position: number })[]> =>
  db
    .selectFrom('scratch_card')
    .select(['position', 'drawable_from', 'prize_sealed'])
    .where('deck_id', '=', deck_id)
    .where('position', '>=', first)
    .where('position', '<', first + limit)
    .orderBy('position')
    .execute()

/** Quantity and awarded units of each prize, in the order of the prize list. */
export const listPrizes = (
  db: Db,
  deck_id: string,
): Promise<{ number: number; quantity: number; awarded: number }[]> =>
  db
    .selectFrom('scratch_prize')
    .select(['number', 'quantity', 'awarded'])
    .where('deck_id', '=', deck_id)
    .orderBy('number')
    .execute()
