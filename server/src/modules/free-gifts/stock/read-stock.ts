import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import {
  listMovementsCall,
  readStockCall,
  type listStockCampaignsCall,
  type StockMovement,
} from '@clube/contract/free-gifts/stock-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { pageOf } from '../../../kernel/page.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { listCampaignsOfKind } from '../../campaigns/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { findGiftCampaign, giftSummary, unapprovedStates } from '../gift-campaign.ts'
import { countUse, listMovements, sumStock } from './stock-lists-store.ts'
import { listStock } from './stock-store.ts'
import { forecastEnd, useByDay } from './stock-use.ts'

const refuse = refusalsOf(readStockCall, listMovementsCall)
const pageSize = 50

/** The approved campaigns with gifts that are not archived, with the sums of their stock. */
export const listStockCampaigns = async ({
  db,
  clock,
}: FreeGiftDeps): Promise<DataOf<typeof listStockCampaignsCall>> => {
  const campaigns = (await listCampaignsOfKind(db, 'free_gifts')).filter(
    ({ state }) => !unapprovedStates.has(state),
  )
  const sums = await sumStock(
    db,
    campaigns.map(({ id }) => id),
  )
  const now = clock()
  return campaigns.map((campaign) => ({
    campaign_id: campaign.id,
    slug: campaign.slug,
    title: campaign.title,
    state: campaignStateAt(campaign, now),
    starts_at: campaign.starts_at.toISOString(),
    ends_at: campaign.ends_at.toISOString(),
    ...(sums.get(campaign.id) ?? { on_hand: 0, reserved: 0, delivered: 0 }),
  }))
}

/** The stock of a campaign, with its use and forecast. @throws {Refusal} campaigns.unknown */
export const readStock = async (
  { db, clock, time_zone }: FreeGiftDeps,
  campaign_id: string,
): Promise<DataOf<typeof readStockCall>> => {
  const campaign = await findGiftCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const { settings, starts_at } = campaign
  const stock = await listStock(db, campaign_id)
  const hours = await countUse(db, campaign_id)
  const now = clock()
  const end = campaign.redeem_until ?? campaign.ends_at
  const until = now < end ? now : end
  const on_hand = stock.reduce((sum, each) => sum + each.on_hand, 0)
  return {
    campaign_id,
    campaign_title: campaign.title,
    stock_total: campaign.stock_total,
    gifts: settings.gifts.map(giftSummary),
    pickup_points: settings.pickup_points,
    stock,
    days: useByDay(hours, { from: starts_at, until, time_zone }),
    runs_out_at: forecastEnd(hours, { on_hand, starts_at, now })?.toISOString() ?? null,
  }
}

/** One page of a campaign's movements, newest first. @throws {Refusal} campaigns.unknown */
export const listStockMovements = async (
  { db, namesOfStaff }: FreeGiftDeps,
  input: { campaign_id: string; cursor: string | null },
): Promise<{ page: StockMovement[]; next_cursor: string | null }> => {
  if (!(await findGiftCampaign(db, input.campaign_id))) throw refuse('campaigns.unknown')
  const rows = await listMovements(db, { ...input, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
  const staff = await namesOfStaff(
    db,
    page.map(({ staff_id }) => staff_id),
  )
  return {
    next_cursor,
    page: page.map(({ id, staff_id, created_at, ...movement }) => ({
      ...movement,
      movement_id: id,
      staff_name: staff.get(staff_id)?.name ?? null,
      created_at: created_at.toISOString(),
    })),
  }
}
