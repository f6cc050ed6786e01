import type { DeckView } from '@clube/contract/scratch-card/deck-calls.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import type { Db } from '../../db/database.ts'
import type { ScratchDeck } from './deck.ts'
import type { ScratchCardDeps } from './deps.ts'

/** A deck as this member sees it: nothing about individual cards. */
export const viewDeck = async (
  { namesOfStaff }: Pick<ScratchCardDeps, 'namesOfStaff'>,
  db: Db,
  input: {
    readonly deck: ScratchDeck
    readonly settings: Pick<ScratchCardSettings, 'prizes'>
    readonly staff_id: string
  },
): Promise<DeckView> => {
  const { deck, settings, staff_id } = input
  const { prepared_by, sealed_by, sealed_at } = deck
  const names = await namesOfStaff(db, sealed_by === null ? [prepared_by] : [prepared_by, sealed_by])
  return {
    campaign_id: deck.campaign_id,
    state: deck.state,
    cards: deck.cards,
    days: deck.days,
    prizes: settings.prizes.map(({ title, quantity, value_cents }) => ({ title, quantity, value_cents })),
    commitment: deck.commitment.toString('hex'),
    preparations: deck.preparations,
    prepared_at: deck.prepared_at.toISOString(),
    prepared_by: names.get(prepared_by)?.name ?? null,
    is_own: prepared_by === staff_id,
    sealed_at: sealed_at?.toISOString() ?? null,
    sealed_by: sealed_by === null ? null : (names.get(sealed_by)?.name ?? null),
  }
}
