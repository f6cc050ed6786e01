import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { campaignStateTitles } from '@clube/contract/campaigns/campaign-states.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { stateTones } from './campaign-words.ts'

/** Where a campaign stands, in a word beside its colour. */
export function StateChip({ campaign: { state } }: { campaign: Pick<StaffCampaign, 'state'> }) {
  const tone = stateTones[state]
  return <Chip {...(tone && { tone })}>{campaignStateTitles[state]}</Chip>
}
