import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import {
  giftAvailabilityTitles,
  remainingText,
  type Gift,
  type GiftList,
} from '@clube/contract/free-gifts/gift.ts'
import { choiceRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { giftName, pointsOf } from '@clube/contract/free-gifts/settings.ts'
import { voucherExpiry } from '@clube/contract/free-gifts/voucher.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useEffect, useRef, useState } from 'react'
import { Button, ConfirmingButton } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { formatEnd } from '../../../parts/club-time.ts'
import { GiftPicture } from '../../../parts/gifts/gift-card.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { participate } from '../../promotions/participate.ts'
import { RegulationLink } from '../../promotions/regulation-link.tsx'
import { newReceiptAction, obstacleTo, spentText, type SpendableBalance } from './gift-labels.ts'
import css from './gifts.module.css'
import { ObstacleNotice } from './obstacle-notice.tsx'
import { refusedChoice, savedChoice, sentChoice, type Choice } from './saved-choice.ts'
import { giftDependentKeys } from './use-gifts.ts'

type ConfirmChoiceProps = {
  campaign: CampaignPage
  list: GiftList
  gift: Gift
  choice: Choice
  balance: SpendableBalance
  onChange: (choice: Choice) => void
  onBack: () => void
  onIssued: (voucher_id: string) => void
}

/** What a refusal is about, and so where it is shown. */
type RefusedPart = 'gift' | 'point' | 'price' | 'all'

const refusedParts: Readonly<Record<string, RefusedPart>> = {
  'free-gifts.sold-out': 'gift',
  'free-gifts.gift-sold-out': 'gift',
  'free-gifts.unknown-gift': 'gift',
  'free-gifts.not-at-this-point': 'point',
  'free-gifts.unknown-pickup-point': 'point',
  'free-gifts.missing-receipts': 'price',
  'free-gifts.daily-limit': 'price',
  'points.insufficient': 'price',
  'points.waiting': 'price',
}

/** The chosen gift, where to pick it up and by when, and what it uses; confirming issues the voucher. */
export function ConfirmChoice(props: ConfirmChoiceProps) {
  const { campaign, list, gift, choice, balance, onChange, onBack, onIssued } = props
  const { pending, run } = useAction()
  const { kiosk } = useClub()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [refused, setRefused] = useState<{ part: RefusedPart; message: string } | null>(null)
  const [isPointMissing, setPointMissing] = useState(false)
  const { campaign_id, gift_id, pickup_point_id, print_request_id, is_sent } = choice

  const confirm = async () => {
    if (pickup_point_id === null) return setPointMissing(true)
    setRefused(null)
    onChange(sentChoice(choice))
    await run(
      (send) =>
        participate(send, { campaign_id, kind: 'free_gifts' }, (participation) =>
          send(printGiftCall, {
            body: { ...participation, campaign_id, gift_id, pickup_point_id, print_request_id },
          }),
        ),
      {
        onSuccess: ({ voucher_id }) => {
          savedChoice.remove()
          onIssued(voucher_id)
        },
        onFailure: (failure) => {
          // Without a response the choice stays as it was sent, and the next press repeats it.
          if (!isResponse(failure)) return false
          onChange(refusedChoice(choice))
          if (failure.kind !== 'refused') return false
          const { code, message } = failure
          setRefused({ part: refusedParts[code ?? ''] ?? 'all', message })
          return true
        },
        refresh: giftDependentKeys,
      },
    )
  }
  const refusalOf = (part: RefusedPart) => (refused?.part === part ? refused.message : null)
  const generalRefusal = refusalOf('all')
  const obstacle = is_sent ? null : obstacleTo(gift, balance)
  const priceRefusal = refusalOf('price')
  const price =
    priceRefusal === null
      ? obstacle
      : { message: priceRefusal, action: obstacle ? obstacle.action : newReceiptAction }
  const isOut = gift.availability === 'out' && !is_sent
  const giftProblem = refusalOf('gift') ?? (isOut ? choiceRefusals['free-gifts.gift-sold-out'].message : null)
  const point = list.pickup_points.find((each) => each.pickup_point_id === pickup_point_id)
  return (
    <section className="stack" aria-label="Confirmar a escolha">
      <h2 ref={heading} tabIndex={-1} className={css.heading}>
        Confirme o seu brinde
      </h2>
      {is_sent && !pending && (
        <Notice tone="warn">
          Não recebemos a resposta do seu pedido. Toque de novo no botão: nada é usado duas vezes.
        </Notice>
      )}
      <div className={`raised ${css.chosen}`}>
        <GiftPicture picture={gift.picture} square />
        <div className="titled">
          <strong className="title">{giftName(gift)}</strong>
          <span className="soft figures">
            {isOut ? giftAvailabilityTitles.out : remainingText(gift.remaining)}
          </span>
        </div>
        {!is_sent && (
          <Button variant="quiet" compact onClick={onBack}>
            Trocar
          </Button>
        )}
      </div>
      {giftProblem !== null && <ObstacleNotice message={giftProblem} action={null} />}
      <RadioGroup
        label="Onde você vai retirar?"
        name="pickup_point_id"
        value={pickup_point_id ?? ''}
        disabled={is_sent}
        error={refusalOf('point') ?? (isPointMissing ? 'Escolha onde retirar' : undefined)}
        onChange={(id) => {
          setRefused(null)
          setPointMissing(false)
          onChange({ ...choice, pickup_point_id: id })
        }}
        options={pointOptions(gift, list)}
      />
      <dl className={`raised ${css.summary}`}>
        <dt>Você usa</dt>
        <dd className="figures">
          {spentText(gift.price, campaign.spend_rule)}
          {pointsOf(gift.price) > 0 && balance.points !== undefined && (
            <span className="soft"> · seu saldo: {formatPoints(balance.points)}</span>
          )}
        </dd>
        {price && (
          <dd>
            <ObstacleNotice {...price} />
          </dd>
        )}
        <dt>Retire em</dt>
        <dd>
          {point ? (
            <>
              {point.name}, {point.location}. <span className="soft">{point.opening_hours}</span>
            </>
          ) : (
            <span className="soft">Escolha o ponto de retirada</span>
          )}
        </dd>
        <dt>Retire até</dt>
        <dd className="figures">{formatEnd(deadlineOf(campaign, list))}</dd>
      </dl>
      {generalRefusal !== null && <ObstacleNotice message={generalRefusal} action={null} />}
      <RegulationLink campaign={campaign} />
      <ConfirmingButton
        pending={pending}
        disabled={isOut || (obstacle !== null && !is_sent)}
        onClick={() => void confirm()}
      >
        {isKiosk() && kiosk.silent_print === 'yes' ? 'Confirmar e imprimir' : 'Confirmar'}
      </ConfirmingButton>
    </section>
  )
}

/** The deadline of a voucher that is issued now. */
const deadlineOf = ({ redeem_until }: CampaignPage, { valid_days }: GiftList): Date =>
  voucherExpiry(new Date(serverNow()), {
    valid_days,
    redeem_until: redeem_until === null ? null : new Date(redeem_until),
  })

/** The pickup points that have or had the gift, with what is left there. */
const pointOptions = (gift: Gift, { pickup_points }: GiftList) =>
  pickup_points.flatMap(({ pickup_point_id, name, location, opening_hours }) => {
    const left = gift.points.find((each) => each.pickup_point_id === pickup_point_id)
    if (!left) return []
    const isOut = left.availability === 'out'
    return {
      value: pickup_point_id,
      label: name,
      description: `${isOut ? 'Esgotado aqui' : remainingText(left.remaining)} · ${location} · ${opening_hours}`,
      disabled: isOut,
    }
  })
