import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { GiftList } from '@clube/contract/free-gifts/gift.ts'
import { pointsOf } from '@clube/contract/free-gifts/settings.ts'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { lazyPart, usePreload } from '../../../parts/lazy-part.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { ConfirmChoice } from './confirm-choice.tsx'
import { GiftChoice } from './gift-choice.tsx'
import type { SpendableBalance } from './gift-labels.ts'
import { newChoice, savedChoice, type Choice } from './saved-choice.ts'
import { useGifts } from './use-gifts.ts'

const IssuedGift = lazyPart(async () => (await import('./issued-gift.tsx')).IssuedGift)

/** What is left changes quickly, and the page must not need a reload. */
const pollIntervalMs = 15_000

/** The flow from a promotion's gifts to a voucher: choose a gift, then where to pick it up, confirm. */
export function ChooseGiftPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  if (campaign.data) return <Gifts campaign={campaign.data} />
  return (
    <Page title="Brindes" back={{ href: paths.promotions, label: 'Promoções' }}>
      <Loaded query={campaign} loadingText="Carregando a promoção">
        {() => null}
      </Loaded>
    </Page>
  )
}

type Step =
  | { kind: 'choosing' }
  | { kind: 'confirming'; choice: Choice }
  | { kind: 'issued'; voucher_id: string }

function Gifts({ campaign }: { campaign: CampaignPage }) {
  const { campaign_id } = campaign
  usePreload(IssuedGift)
  const list = useGifts(campaign_id, { refetchInterval: pollIntervalMs })
  const { isLoading, ...balance } = useSpendableBalance(campaign, list.data)
  // Shown only once all data is loaded; otherwise a gift that the person cannot afford would be offered briefly.
  const shown = isLoading ? { ...list, data: undefined } : list
  const [step, setStep] = useState<Step>(() => {
    const choice = savedChoice.read(campaign_id, serverNow())
    return choice ? { kind: 'confirming', choice } : { kind: 'choosing' }
  })
  const confirm = (choice: Choice) => {
    savedChoice.save(choice)
    setStep({ kind: 'confirming', choice })
  }
  const choose = (gift_id: string, found: GiftList) => {
    const points = found.gifts.find((gift) => gift.gift_id === gift_id)?.points ?? []
    const available = points.filter(({ availability }) => availability !== 'out')
    // There is nothing to choose if the gift is available at one place only.
    const pickup_point_id = available.length === 1 ? (available[0]?.pickup_point_id ?? null) : null
    confirm(newChoice({ campaign_id, gift_id, pickup_point_id }))
  }
  const chooseAgain = () => {
    savedChoice.remove()
    setStep({ kind: 'choosing' })
  }

  if (step.kind === 'issued') return <IssuedGift voucher_id={step.voucher_id} />
  return (
    <Page
      title={campaign.title}
      back={{ href: paths.promotion(campaign.slug), label: 'Sobre a promoção' }}
      {...(step.kind === 'choosing' && { width: 'wide' })}
    >
      <Loaded query={shown} loadingText="Carregando os brindes">
        {(found) => {
          const choice = step.kind === 'confirming' ? step.choice : null
          const gift = found.gifts.find(({ gift_id }) => gift_id === choice?.gift_id)
          return choice && gift ? (
            <ConfirmChoice
              campaign={campaign}
              list={found}
              gift={gift}
              choice={choice}
              balance={balance}
              onChange={confirm}
              onBack={chooseAgain}
              onIssued={(voucher_id) => setStep({ kind: 'issued', voucher_id })}
            />
          ) : (
            <GiftChoice
              campaign={campaign}
              list={found}
              balance={balance}
              onChoose={(gift_id) => choose(gift_id, found)}
            />
          )
        }}
      </Loaded>
    </Page>
  )
}

/** The person's receipts and points, each only if a gift costs them. */
function useSpendableBalance(
  { campaign_id, spend_rule, state }: CampaignPage,
  list: GiftList | undefined,
): SpendableBalance & { isLoading: boolean } {
  const credit = useCredit({ enabled: spend_rule !== null })
  const costsPoints = list?.gifts.some(({ price }) => pointsOf(price) > 0) ?? false
  const points = usePoints({ enabled: costsPoints })
  return {
    credit: credit.data?.find((each) => each.campaign_id === campaign_id),
    points: points.data?.balance,
    hasEnded: state === 'ended',
    isLoading: credit.isLoading || points.isLoading,
  }
}
