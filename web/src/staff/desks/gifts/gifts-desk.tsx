import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { listDeskPointsCall } from '@clube/contract/free-gifts/desk-calls.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { focusHeading } from '../../../platform/navigation/focus-heading.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { DeliveryPage } from './delivery-page.tsx'
import { postOf, savedPost, savePost, type DeskCampaign, type GiftPost } from './gift-post.ts'
import css from './gifts.module.css'
import { giftDeskKey } from './use-delivery.ts'

/** Delivery of gifts at a pickup point, which is chosen once and remembered on the device. */
export function GiftsDesk() {
  const [ids, setIds] = useState(savedPost)
  const [isChoosing, setChoosing] = useState(ids === null)
  const list = useCallQuery([...giftDeskKey, 'points'], (send, signal) =>
    send(listDeskPointsCall, { signal }),
  )
  const post = list.data ? postOf(list.data, ids) : null
  const show = (choosing: boolean) => {
    flushSync(() => setChoosing(choosing))
    focusHeading()
  }
  if (post && !isChoosing)
    return (
      <DeliveryPage
        key={`${post.campaign.campaign_id}/${post.point.pickup_point_id}`}
        post={post}
        onLeave={() => show(true)}
      />
    )
  const choose = (chosen: GiftPost) => {
    savePost(chosen)
    setIds(savedPost())
    show(false)
  }
  return (
    <DeskPage title="Brindes">
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {(campaigns) =>
          campaigns.length > 0 ? (
            <PostForm campaigns={campaigns} current={post} onChoose={choose} />
          ) : (
            <EmptyState
              illustration="gift"
              action={<OutlineButton onClick={() => void list.refetch()}>Procurar de novo</OutlineButton>}
            >
              Nenhuma promoção tem brindes para entregar agora.
            </EmptyState>
          )
        }
      </Loaded>
    </DeskPage>
  )
}

type PostFormProps = {
  campaigns: readonly DeskCampaign[]
  current: GiftPost | null
  onChoose: (post: GiftPost) => void
}

function PostForm({ campaigns, current, onChoose }: PostFormProps) {
  const form = useForm({
    initial: {
      campaign_id: current?.campaign.campaign_id ?? campaigns[0]?.campaign_id ?? '',
      pickup_point_id: current?.point.pickup_point_id ?? '',
    },
    rules: {
      pickup_point_id: (id, { campaign_id }) =>
        postOf(campaigns, { campaign_id, pickup_point_id: id }) ? undefined : requiredRadioMessage,
    },
    onSubmit: (chosen) => {
      const post = postOf(campaigns, chosen)
      if (post) onChoose(post)
    },
  })
  const campaign = campaigns.find(({ campaign_id }) => campaign_id === form.values.campaign_id)
  return (
    <form className={`stack ${css.choose}`} {...form.props}>
      <Select
        label="Promoção"
        options={campaigns.map(({ campaign_id, title }) => ({ value: campaign_id, label: title }))}
        helper={campaign?.redeem_until ? `Entregas até ${formatInstant(campaign.redeem_until)}.` : undefined}
        {...form.field('campaign_id')}
      />
      <RadioGroup
        label="Ponto de retirada"
        options={(campaign?.pickup_points ?? []).map(
          ({ pickup_point_id, name, location, opening_hours }) => ({
            value: pickup_point_id,
            label: name,
            description: `${location} · ${opening_hours}`,
          }),
        )}
        {...form.field('pickup_point_id')}
      />
      <SubmitButton form={form} compact={false}>
        Abrir o balcão
      </SubmitButton>
    </form>
  )
}
