import { listMyProjectsCall } from '@clube/contract/new-project/calls.ts'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type NowEntry, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { ProjectFacts } from './project-facts.tsx'
import { projectEntriesOf } from './project-labels.ts'
import { useMyProjects } from './use-projects.ts'

/** Brand projects in the shoppers' app. */
export const newProjectPromotion: PromotionDescriptor = {
  emblem: emblems.house,
  useOffer: stockOffer,
  Facts: ProjectFacts,
  // A project gives points or the brand's own answer: there is nothing to show at the shopping center.
  wallet: null,
  useNowEntries,
  reads: { wallet: [], now: [listMyProjectsCall] },
  usePointsUses: () => [],
}

/** Projects that were decided recently, while the club has a promotion of the kind. */
function useNowEntries(): NowEntry[] | undefined {
  const campaigns = useCampaigns()
  const hasProjects = campaigns.data?.some(({ kind }) => kind === 'new_project') ?? false
  const projects = useMyProjects({ enabled: hasProjects })
  if (campaigns.isPending || projects.isLoading) return undefined
  return projectEntriesOf(projects.data ?? [], serverNow())
}
