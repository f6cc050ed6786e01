import {
  freeGiftSettings,
  type FreeGiftSettings,
  type GiftPlan,
  type PickupPointPlan,
} from '@clube/contract/free-gifts/settings.ts'
import type { GiftSummary } from '@clube/contract/free-gifts/gift.ts'
import type { unknownGiftRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { giftPicturePath } from '@clube/contract/free-gifts/picture-calls.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import type { Db } from '../../db/database.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import { findCampaignFacts, readSettings, type CampaignFacts } from '../campaigns/index.ts'

/** A campaign of the kind with its settings. */
export type GiftCampaign = CampaignFacts & { readonly settings: FreeGiftSettings }

/** States in which the settings may still change; campaigns in them have no stock. */
export const unapprovedStates: ReadonlySet<CampaignState> = new Set(['draft', 'in_review'])

/** Approved campaigns of the kind, by id; others are omitted. */
export const findGiftCampaigns = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GiftCampaign>> => {
  const campaigns = new Map<string, GiftCampaign>()
  for (const facts of (await findCampaignFacts(db, ids)).values())
    if (facts.kind === 'free_gifts' && !unapprovedStates.has(facts.state))
      campaigns.set(facts.id, { ...facts, settings: await readSettings(db, facts.id, freeGiftSettings) })
  return campaigns
}

export const findGiftCampaign = async (db: Db, id: string): Promise<GiftCampaign | undefined> =>
  (await findGiftCampaigns(db, [id])).get(id)

/** A gift and a pickup point of a campaign. */
export type Choice = { readonly gift: GiftPlan; readonly point: PickupPointPlan }

/** @throws {Refusal} free-gifts.unknown-gift, free-gifts.unknown-pickup-point */
export const choiceOf = (
  { gifts, pickup_points }: FreeGiftSettings,
  { gift_id, pickup_point_id }: { gift_id: string; pickup_point_id: string },
  refuse: Refuse<typeof unknownGiftRefusals>,
): Choice => {
  const gift = gifts.find((each) => each.gift_id === gift_id)
  if (!gift) throw refuse('free-gifts.unknown-gift')
  const point = pickup_points.find((each) => each.pickup_point_id === pickup_point_id)
  if (!point) throw refuse('free-gifts.unknown-pickup-point')
  return { gift, point }
}

/** A pickup point of a campaign. @throws {Refusal} free-gifts.unknown-pickup-point */
export const findPickupPoint = async (
  db: Db,
  {
    campaign_id,
    pickup_point_id,
    refuse,
  }: {
    campaign_id: string
    pickup_point_id: string
    refuse: Refuse<Pick<typeof unknownGiftRefusals, 'free-gifts.unknown-pickup-point'>>
  },
): Promise<PickupPointPlan> => {
  const campaign = await findGiftCampaign(db, campaign_id)
  const point = campaign?.settings.pickup_points.find((each) => each.pickup_point_id === pickup_point_id)
  if (!point) throw refuse('free-gifts.unknown-pickup-point')
  return point
}

/** What identifies a gift to people. */
export const giftSummary = ({ gift_id, title, variant, picture }: GiftPlan): GiftSummary => ({
  gift_id,
  title,
  variant,
  picture: picture && {
    url: giftPicturePath(picture.picture_id),
    alternative_text: picture.alternative_text,
  },
})
