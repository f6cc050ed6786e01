import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ScratchHeadTable = { deck_id: string; draws: number; head: Buffer; published_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    scratch_head: ScratchHeadTable
  }
}

/** Publishes the current head of each sealed deck unless it is published already, at most one per deck since an instant. */
export const insertDailyHeads = async (db: Db, { since, now }: { since: Date; now: Date }): Promise<void> => {
  await sql`
    insert into scratch_head (deck_id, draws, head, published_at)
    select k.id, k.drawn, k.head, ${now} from scratch_deck k
    where k.state = 'sealed'
      and not exists (select from scratch_head h where h.deck_id = k.id and (h.published_at >= ${since} or h.draws = k.drawn))
    on conflict do nothing`.execute(db)
}

/** Publishes the last head of a locked deck. */
export const insertLastHead = async (
  tx: Tx,
  { id, drawn, head }: { id: string; drawn: number; head: Buffer },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('scratch_head')
    .values({ deck_id: id, draws: drawn, head, published_at: now })
    .onConflict((conflict) => conflict.columns(['deck_id', 'draws']).doNothing())
    .execute()
}

/** Published heads of a deck, in order. */
export const listHeads = (db: Db, deck_id: string): Promise<Omit<ScratchHeadTable, 'deck_id'>[]> =>
  db
    .selectFrom('scratch_head')
    .select(['draws', 'head', 'published_at'])
    .where('deck_id', '=', deck_id)
    .orderBy('draws')
    .execute()
