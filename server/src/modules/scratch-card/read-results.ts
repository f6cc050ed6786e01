import { awardStates } from '@clube/contract/scratch-card/calls.ts'
import { scratchPrizeKindTitles } from '@clube/contract/scratch-card/settings.ts'
import type { KindResults } from '../campaigns/index.ts'
import { countAwards } from './board-store.ts'
import { findDeck, listPrizes } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { sumKinds, winsShownBefore } from './read-board.ts'
import { findScratchCampaign } from './scratch-campaign.ts'

/**
 * The results of a campaign: prizes counted by kind as on marketing's board, and how many won prizes are pending,
 * delivered, expired or cancelled; nothing about individual cards. Until the deck is public, only prizes won before the
 * current club day count.
 */
export const readResults = async (
  { db, clock, time_zone }: Pick<ScratchCardDeps, 'db' | 'clock' | 'time_zone'>,
  campaign_id: string,
): Promise<KindResults> => {
  const campaign = await findScratchCampaign(db, campaign_id)
  const deck = await findDeck(db, campaign_id)
  const stored = deck ? await listPrizes(db, deck.id) : []
  const now = clock()
  const won_before = winsShownBefore(deck, now, time_zone)
  const counted = deck ? await countAwards(db, { deck_id: deck.id, now, won_before }) : []
  const kindOf = (number: number) => campaign?.settings.prizes[number - 1]?.kind
  const prizes = stored.flatMap(({ number, quantity }) => {
    const kind = kindOf(number)
    const awarded = counted
      .filter(({ prize_number }) => prize_number === number)
      .reduce((sum, { count }) => sum + count, 0)
    return kind ? [{ kind, quantity, awarded }] : []
  })
  const kinds = sumKinds(prizes)
  const countOf = (filter: { kind?: string; state: string }): number =>
    counted
      .filter(({ state, prize_number }) => {
        const isOfKind = filter.kind === undefined || kindOf(prize_number) === filter.kind
        return state === filter.state && isOfKind
      })
      .reduce((sum, { count }) => sum + count, 0)
  const period = won_before === null ? '' : ', ganhos até ontem'
  const waiting = countOf({ state: 'pending' })
  const toPickUp =
    waiting === 0 ? [] : [`Prêmios para retirar${period}: ${waiting}. Eles continuam valendo até o prazo.`]
  return {
    steps: [],
    unfulfilled: [],
    given: deck ? { title: 'Cartões sorteados', given: deck.drawn, total: deck.cards } : null,
    interruption: { pause: toPickUp, end: toPickUp },
    tables: [
      {
        title: `Prêmios${period}`,
        columns: ['Tipo', 'Quantidade', 'Ganhos', 'Restantes'],
        rows: kinds.map(({ kind, quantity, awarded }) => ({
          title: scratchPrizeKindTitles[kind],
          values: [quantity, awarded, quantity - awarded],
        })),
      },
      {
        title: `Entrega dos prêmios${period}`,
        columns: ['Tipo', 'Para retirar', 'Entregues', 'Prazo encerrado', 'Cancelados'],
        rows: kinds.map(({ kind }) => ({
          title: scratchPrizeKindTitles[kind],
          values: awardStates.map((state) => countOf({ kind, state })),
        })),
      },
    ],
  }
}
