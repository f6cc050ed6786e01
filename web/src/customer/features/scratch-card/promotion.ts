import { listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type NowEntry, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { walletOf } from '../../promotions/wallet.ts'
import { awardIcon, awardEntriesOf, awardItem, awardsSummary } from './award-item.ts'
import { availableOf, formatCards } from './card-counts.ts'
import { ScratchFacts } from './scratch-facts.tsx'
import { readCode } from './saved-code.ts'
import { scratchPaths } from './scratch-paths.ts'
import { awardList, useMyAwards } from './use-awards.ts'
import { useMyCards } from './use-scratch-cards.ts'

/** Scratch cards in the shoppers' app. */
export const scratchCardPromotion: PromotionDescriptor = {
  emblem: emblems.card,
  useOffer: stockOffer,
  Facts: ScratchFacts,
  wallet: walletOf({
    list: awardList,
    itemOf: awardItem,
    title: 'Meus prêmios',
    icon: awardIcon,
    useSummary: () => {
      const { data } = useMyAwards()
      return data && awardsSummary(data.items, serverNow())
    },
  }),
  useNowEntries,
  reads: { wallet: [listMyAwardsCall], now: [listMyScratchCardsCall] },
  usePointsUses: () => [],
}

/** A code from a printed link, cards given at the desk or earned by receipts, and prizes whose deadline is near. */
function useNowEntries(): NowEntry[] | undefined {
  const all = useCampaigns()
  const campaigns = (all.data ?? []).filter(
    ({ kind, state }) => kind === 'scratch_card' && state === 'active',
  )
  const ownCredit = useCredit({ enabled: campaigns.length > 0 })
  const ownCards = useMyCards({ enabled: campaigns.length > 0 })
  const ownAwards = useMyAwards()
  if (all.isPending || ownCredit.isLoading || ownCards.isLoading || ownAwards.isPending) return undefined
  const credit = ownCredit.data ?? []
  const waiting = ownCards.data?.waiting ?? []
  const awards = ownAwards.data?.items ?? []
  const cards = campaigns.flatMap(({ campaign_id, slug, title }) => {
    const href = scratchPaths.play(slug)
    if (readCode(campaign_id) !== null)
      return {
        title: 'Sua raspadinha está esperando',
        text: `O código está pronto em ${title}.`,
        href,
        until: null,
      }
    const given = waiting.filter((card) => card.campaign_id === campaign_id).length
    if (given > 0)
      return {
        title: `Você ganhou ${formatCards(given)}`,
        text: `Do balcão, em ${title}.`,
        href,
        until: null,
      }
    const own = credit.find((each) => each.campaign_id === campaign_id)
    const count = own ? availableOf(own) : 0
    if (count === 0) return []
    return {
      title: `Você tem ${formatCards(count)}`,
      text: `Das suas notas em ${title}.`,
      href,
      until: null,
    }
  })
  return [...awardEntriesOf(awards, serverNow()), ...cards]
}
