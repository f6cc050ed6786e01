import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { campaignStateTitles, type CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { Chip } from '../../../kit/surface/chip.tsx'

const stateTones = {
  draft: undefined,
  in_review: 'warn',
  scheduled: 'accent',
  active: 'good',
  paused: 'warn',
  ended: undefined,
  archived: undefined,
} as const satisfies Record<CampaignState, 'good' | 'warn' | 'bad' | 'accent' | undefined>

/** A campaign's state as text and colour. */
export function StateChip({ campaign: { state } }: { campaign: Pick<StaffCampaign, 'state'> }) {
  const tone = stateTones[state]
  return <Chip {...(tone && { tone })}>{campaignStateTitles[state]}</Chip>
}
