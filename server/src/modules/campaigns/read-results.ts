import { readResultsCall, type CampaignResults } from '@clube/contract/campaigns/results-calls.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findCampaign } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { noKindResults, summarize } from './results.ts'
import { countByHour, countParticipants } from './results-store.ts'

const refuse = refusalsOf(readResultsCall)

/**
 * The results of a campaign: counts without personal data.
 * @throws {Refusal} campaigns.unknown
 */
export const readResults = async (deps: CampaignDeps, campaign_id: string): Promise<CampaignResults> => {
  const campaign = await findCampaign(deps.db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const { title, kind, stock_total, stock_taken } = campaign
  const added = (await deps.promotions[kind]?.readResults(campaign_id)) ?? noKindResults
  const counted = await countByHour(deps.db, campaign_id)
  const { opened, completed, states, days } = summarize(counted, added.unfulfilled, deps.time_zone)
  const stock =
    stock_total === null ? null : { title: 'Estoque usado', given: stock_taken, total: stock_total }
  return {
    campaign_id,
    campaign_title: title,
    participants: await countParticipants(deps.db, campaign_id),
    steps: [
      { title: 'Participações iniciadas', count: opened },
      ...added.steps,
      { title: 'Participações concluídas', count: completed },
    ],
    states,
    days,
    given: added.given ?? stock,
    tables: [...added.tables],
    interruption: added.interruption,
  }
}
