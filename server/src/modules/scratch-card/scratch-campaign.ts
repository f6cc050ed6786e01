import { scratchCardSettings, type ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import type { Db } from '../../db/database.ts'
import { findCampaignFacts, readSettings, type CampaignFacts } from '../campaigns/index.ts'

/** A campaign of the kind with its settings. */
export type ScratchCampaign = CampaignFacts & { readonly settings: ScratchCardSettings }

const unapprovedStates: ReadonlySet<string> = new Set(['draft', 'in_review'])

export const isApproved = ({ state }: Pick<CampaignFacts, 'state'>): boolean => !unapprovedStates.has(state)

/** An approved campaign of the kind. */
export const findScratchCampaign = async (db: Db, id: string): Promise<ScratchCampaign | undefined> => {
  const facts = (await findCampaignFacts(db, [id])).get(id)
  if (facts?.kind !== 'scratch_card' || !isApproved(facts)) return undefined
  return { ...facts, settings: await readSettings(db, id, scratchCardSettings) }
}
