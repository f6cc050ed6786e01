import type { listDeskPointsCall } from '@clube/contract/free-gifts/desk-calls.ts'
import type { PickupPoint } from '@clube/contract/free-gifts/gift.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import * as z from 'zod/mini'
import { createStorage } from '../../../platform/storage/storage.ts'

/** A campaign with gifts to deliver, and its pickup points. */
export type DeskCampaign = DataOf<typeof listDeskPointsCall>[number]

const savedPostSchema = z.object({ campaign_id: z.string(), pickup_point_id: z.string() })

/** Where a desk delivers: one pickup point of one campaign. */
export type GiftPost = { readonly campaign: DeskCampaign; readonly point: PickupPoint }

const storage = createStorage('clube_equipe_')
const storageKey = 'brindes'

/** The post with these ids; null if it has nothing to deliver any more. */
export const postOf = (
  campaigns: readonly DeskCampaign[],
  ids: { campaign_id: string; pickup_point_id: string } | null,
): GiftPost | null => {
  const campaign = campaigns.find(({ campaign_id }) => campaign_id === ids?.campaign_id)
  const point = campaign?.pickup_points.find(
    ({ pickup_point_id }) => pickup_point_id === ids?.pickup_point_id,
  )
  return campaign && point ? { campaign, point } : null
}

/** The ids of the post that was chosen last on this device. */
export const savedPost = () => z.safeParse(savedPostSchema, storage.get(storageKey)).data ?? null

export const savePost = ({ campaign, point }: GiftPost): void =>
  storage.set(storageKey, {
    campaign_id: campaign.campaign_id,
    pickup_point_id: point.pickup_point_id,
  })
