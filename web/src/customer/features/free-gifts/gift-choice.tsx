import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import {
  giftAvailabilityTitles,
  remainingText,
  type Gift,
  type GiftList,
} from '@clube/contract/free-gifts/gift.ts'
import { choiceRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { giftName, priceText } from '@clube/contract/free-gifts/settings.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { GiftCard, GiftCards } from '../../../parts/gifts/gift-card.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockLeft } from '../../promotions/campaign-labels.ts'
import { CreditProgress } from '../../promotions/credit-progress.tsx'
import { availabilityLabels, obstacleTo, type SpendableBalance } from './gift-labels.ts'
import { giftPaths } from './gift-paths.ts'
import css from './gifts.module.css'
import { ObstacleNotice } from './obstacle-notice.tsx'
import { useMyVouchers } from './use-gifts.ts'
import { deadlineText, isIssued } from './voucher-item.ts'

type GiftChoiceProps = {
  campaign: CampaignPage
  list: GiftList
  balance: SpendableBalance
  onChoose: (gift_id: string) => void
}

/** What is left, what the person has, and every gift. */
export function GiftChoice({ campaign, list, balance, onChoose }: GiftChoiceProps) {
  const { gifts, stock } = list
  const { eligible = true, reasons = [] } = campaign.eligibility ?? {}
  if (gifts.length === 0 || stock.total === 0)
    return <EmptyState illustration="gift">Os brindes ainda não chegaram. Volte em breve.</EmptyState>
  return (
    <>
      <UsableVouchers campaign_id={campaign.campaign_id} />
      {stock.remaining === 0 && <Notice tone="warn">{choiceRefusals['free-gifts.sold-out'].message}</Notice>}
      {!eligible && (
        <Notice tone="warn">
          {reasons.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Notice>
      )}
      <Progress
        label="Brindes que ainda há"
        value={stock.remaining}
        max={stock.total}
        valueText={stockLeft({ ...stock, counted: 'recebidos' })}
      />
      <MyBalance balance={balance} />
      <Section title="Escolha o seu brinde">
        <GiftCards>
          {gifts.map((gift) => (
            <li key={gift.gift_id}>
              <ChoosableGift
                gift={gift}
                list={list}
                campaign={campaign}
                balance={balance}
                onChoose={eligible ? () => onChoose(gift.gift_id) : null}
              />
            </li>
          ))}
        </GiftCards>
      </Section>
    </>
  )
}

/** The person's progress toward the next gift, and the balance in points. */
function MyBalance({ balance: { credit, points } }: { balance: SpendableBalance }) {
  if (!credit && points === undefined) return null
  return (
    <Section title="O que você tem" className={`stack raised ${css.balance}`}>
      {credit && <CreditProgress credit={credit} />}
      {points !== undefined && <p>Seu saldo: {formatPoints(points)}</p>}
    </Section>
  )
}

type ChoosableGiftProps = Omit<GiftChoiceProps, 'onChoose'> & {
  gift: Gift
  /** Null if the person cannot take part. */
  onChoose: (() => void) | null
}

function ChoosableGift({ gift, list, campaign, balance, onChoose }: ChoosableGiftProps) {
  const { availability, picture, description, price, remaining } = gift
  const isOut = availability === 'out'
  const obstacle = isOut || !onChoose ? null : obstacleTo(gift, balance)
  return (
    <GiftCard
      name={giftName(gift)}
      picture={picture}
      description={description}
      availability={availabilityLabels[availability]}
      isOut={isOut}
      left={remainingText(remaining)}
      price={priceText(price, campaign.spend_rule)}
      points={isOut ? [] : leftPerPoint(gift, list)}
    >
      {obstacle && <ObstacleNotice {...obstacle} />}
      {!isOut && onChoose && !obstacle && (
        <Button onClick={onChoose} aria-label={`Escolher ${giftName(gift)}`}>
          Escolher
        </Button>
      )}
    </GiftCard>
  )
}

/** Where the gift can be picked up, with what is left there. */
const leftPerPoint = ({ points }: Gift, { pickup_points }: GiftList) =>
  points.map(({ availability, pickup_point_id, remaining }) => ({
    name: pickup_points.find((point) => point.pickup_point_id === pickup_point_id)?.name ?? '',
    left: availability === 'out' ? giftAvailabilityTitles.out : remainingText(remaining),
  }))

/** The person's vouchers of this promotion: they may have come to print one, not to choose another. */
function UsableVouchers({ campaign_id }: { campaign_id: string }) {
  const now = serverNow()
  const own = (useMyVouchers().data?.items ?? []).filter(
    (voucher) => voucher.campaign_id === campaign_id && isIssued(voucher, now),
  )
  return own.map((voucher) => (
    <ForwardLink
      key={voucher.voucher_id}
      variant="main"
      href={giftPaths.voucher(voucher.voucher_id)}
      title={`Você tem um vale: ${giftName(voucher.gift)}`}
      text={`${deadlineText(voucher, now)}, ${voucher.pickup_point.name}.`}
    />
  ))
}
