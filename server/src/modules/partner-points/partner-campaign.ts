import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { partnerPointsSettings, type PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import type { Db } from '../../db/database.ts'
import {
  findCampaignFacts,
  listCampaignsOfKind,
  readSettings,
  type CampaignFacts,
} from '../campaigns/index.ts'

/** A campaign of the kind with its settings. */
export type PartnerCampaign = CampaignFacts & { readonly settings: PartnerPointsSettings }

/** An approved campaign of the kind. */
export const findPartnerCampaign = async (
  db: Db,
  campaign_id: string,
): Promise<PartnerCampaign | undefined> => {
  const id = campaign_id.toLowerCase()
  const facts = (await findCampaignFacts(db, [id])).get(id)
  if (facts?.kind !== 'partner_points' || facts.state === 'draft' || facts.state === 'in_review')
    return undefined
  return { ...facts, settings: await readSettings(db, id, partnerPointsSettings) }
}

/** The campaigns of the kind that are active now. */
export const listActiveCampaigns = async (db: Db, now: Date): Promise<PartnerCampaign[]> => {
  const active = (await listCampaignsOfKind(db, 'partner_points')).filter(
    (campaign) => campaignStateAt(campaign, now) === 'active',
  )
  return Promise.all(
    active.map(async (facts) => ({
      ...facts,
      settings: await readSettings(db, facts.id, partnerPointsSettings),
    })),
  )
}
