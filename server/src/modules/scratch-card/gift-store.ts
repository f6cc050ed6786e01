import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ScratchGiftTable = {
  id: string
  deck_id: string
  customer_id: string
  cards: number
  reason: string | null
  given_by: string
  given_at: Date
  /** Cards that the desk took back before they were drawn. */
  taken_back: Generated<number>
}

declare module '../../db/tables.ts' {
  interface Tables {
    scratch_gift: ScratchGiftTable
  }
}

/** Cards that were given to a person at the desk. */
export type ScratchGift = Omit<ScratchGiftTable, 'taken_back'> & { readonly taken_back: number }

const giftColumns = [
  'id',
  'deck_id',
  'customer_id',
  'cards',
  'reason',
  'given_by',
  'given_at',
  'taken_back',
] as const

export const findGift = (db: Db, id: string): Promise<ScratchGift | undefined> =>
  db.selectFrom('scratch_gift').select(giftColumns).where('id', '=', id).executeTakeFirst()

/** The id of the campaign of a gift. */
export const findGiftCampaign = async (db: Db, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('scratch_gift as g')
      .innerJoin('scratch_deck as k', 'k.id', 'g.deck_id')
      .select('k.campaign_id')
      .where('g.id', '=', id)
      .executeTakeFirst()
  )?.campaign_id

/** Stores a gift. @returns false when the id exists */
export const insertGift = async (tx: Tx, gift: Omit<ScratchGift, 'taken_back'>): Promise<boolean> => {
  const row = await tx
    .insertInto('scratch_gift')
    .values(gift)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds to the number of cards of a gift that were taken back, under the lock of its deck. */
export const saveTakenBack = async (tx: Tx, { id, cards }: { id: string; cards: number }): Promise<void> => {
  await tx
    .updateTable('scratch_gift')
    .set({ taken_back: sql`taken_back + ${cards}` })
    .where('id', '=', id)
    .execute()
}

/** Gifts of a deck to a person since an instant, newest first, with the cards that wait to be drawn. */
export const listGiftsSince = async (
  db: Db,
  { deck_id, customer_id, since }: { deck_id: string; customer_id: string; since: Date },
): Promise<(ScratchGift & { readonly waiting: number })[]> => {
  const gifts = await db
    .selectFrom('scratch_gift')
    .select(giftColumns)
    .where('customer_id', '=', customer_id)
    .where('given_at', '>=', since)
    .where('deck_id', '=', deck_id)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const codes = await db
    .selectFrom('scratch_code')
    .select(({ fn }) => ['gift_id', fn.countAll<number>().as('codes')])
    .where('customer_id', '=', customer_id)
    .where('customer_id', 'is not', null)
    .where('state', '=', 'issued')
    .groupBy('gift_id')
    .execute()
  const waiting = new Map(codes.map((row) => [row.gift_id, row.codes]))
  return gifts.map((gift) => ({ ...gift, waiting: waiting.get(gift.id) ?? 0 }))
}

/** Cards of a deck given to a person since an instant, without those that were taken back. */
export const countGivenSince = async (
  db: Db,
  { deck_id, customer_id, since }: { deck_id: string; customer_id: string; since: Date },
): Promise<number> => {
  const { cards } = await db
    .selectFrom('scratch_gift')
    .select(({ fn }) => fn.coalesce(fn.sum<number>(sql`cards - taken_back`), sql<number>`0`).as('cards'))
    .where('customer_id', '=', customer_id)
    .where('given_at', '>=', since)
    .where('deck_id', '=', deck_id)
    .executeTakeFirstOrThrow()
  return Number(cards)
}

/** All gifts to a person, oldest first, with their campaigns. */
export const listGiftsTo = (
  db: Db,
  customer_id: string,
): Promise<
  {
    id: string
    campaign_id: string
    cards: number
    taken_back: number
    reason: string | null
    given_at: Date
  }[]
> =>
  db
    .selectFrom('scratch_gift as g')
    .innerJoin('scratch_deck as k', 'k.id', 'g.deck_id')
    .select(['g.id', 'k.campaign_id', 'g.cards', 'g.taken_back', 'g.reason', 'g.given_at'])
    .where('g.customer_id', '=', customer_id)
    .orderBy('g.given_at')
    .execute()

/** Erases what staff wrote about a person. */
export const eraseReasons = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx
    .updateTable('scratch_gift')
    .set({ reason: null })
    .where('customer_id', '=', customer_id)
    .where('reason', 'is not', null)
    .execute()
}
