import type { Tx } from '../../../db/database.ts'
import { advanceCampaigns, consumeStock, returnStock, type CampaignFacts } from '../../campaigns/index.ts'
import { moveToDelivered, moveToReserved, type StockKey } from './stock-store.ts'

/** The campaign of the units. */
type WithCampaign = { readonly campaign: Pick<CampaignFacts, 'id' | 'stock_total'> }

/**
 * Takes units that left the gift stock permanently from the campaign's promised total; the campaign ends with the last one.
 * The row of the campaign is locked, after those of the stock.
 * @throws when more units would leave than the campaign promised, which is a bug
 */
export const consumeCampaignStock = async (
  tx: Tx,
  { campaign, units, now }: WithCampaign & { units: number; now: Date },
): Promise<void> => {
  if (campaign.stock_total === null) return
  const remaining = await consumeStock(tx, campaign.id, units)
  if (remaining === null) throw new Error('More units were taken than the campaign promised')
  if (remaining === 0) await advanceCampaigns(tx, now, campaign.id)
}

/** Undoes `consumeCampaignStock`; a campaign that has ended remains ended. */
export const returnCampaignStock = async (
  tx: Tx,
  { campaign, units }: WithCampaign & { units: number },
): Promise<void> => {
  if (campaign.stock_total !== null) await returnStock(tx, campaign.id, units)
}

/** Delivers the reserved unit of a voucher, whose row is locked. @throws when it is not reserved, which is a bug */
export const deliverUnit = async (
  tx: Tx,
  { key, campaign, now }: WithCampaign & { key: StockKey; now: Date },
): Promise<void> => {
  await moveToDelivered(tx, key)
  await consumeCampaignStock(tx, { campaign, units: 1, now })
}

/** Undoes a delivery: the unit belongs to the voucher again. @throws when it was not delivered, which is a bug */
export const undoUnitDelivery = async (
  tx: Tx,
  { key, campaign }: WithCampaign & { key: StockKey },
): Promise<void> => {
  await moveToReserved(tx, key)
  await returnCampaignStock(tx, { campaign, units: 1 })
}
