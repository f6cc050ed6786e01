import {
  parkingVoucherSettings,
  type ParkingVoucherSettings,
} from '@clube/contract/parking-voucher/settings.ts'
import type { Db } from '../../db/database.ts'
import { findCampaignFacts, readSettings, type CampaignFacts } from '../campaigns/index.ts'

/** A campaign of the kind with its settings, which do not change once it is approved. */
export type ParkingCampaign = CampaignFacts & { readonly settings: ParkingVoucherSettings }

const unapprovedStates: ReadonlySet<string> = new Set(['draft', 'in_review'])

/** Approved campaigns of the kind, by id. */
export const findParkingCampaigns = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ParkingCampaign>> => {
  const campaigns = new Map<string, ParkingCampaign>()
  for (const [id, facts] of await findCampaignFacts(db, ids))
    if (facts.kind === 'parking_voucher' && !unapprovedStates.has(facts.state))
      campaigns.set(id, { ...facts, settings: await readSettings(db, id, parkingVoucherSettings) })
  return campaigns
}

/** An approved campaign of the kind. */
export const findParkingCampaign = async (db: Db, id: string): Promise<ParkingCampaign | undefined> =>
  (await findParkingCampaigns(db, [id])).get(id.toLowerCase())

/** The name of a garage in a campaign; its id if it does not take part. */
export const garageNameOf = (
  campaign: Pick<ParkingCampaign, 'settings'> | undefined,
  garage_id: string,
): string => campaign?.settings.garages.find((garage) => garage.garage_id === garage_id)?.name ?? garage_id
