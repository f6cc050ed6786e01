import type { CampaignCard as Campaign } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindFacts } from '@clube/contract/kernel/promotion-kinds.ts'
import { Link } from 'wouter'
import { Chip } from '../../kit/surface/chip.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import css from './campaign-card.module.css'
import { CampaignPicture } from './campaign-picture.tsx'
import { useOffer } from './use-offer.ts'

/** Promotions as cards, each a link to its page. `level` is their heading level. */
export function CampaignCards({ campaigns, level }: { campaigns: readonly Campaign[]; level: 'h2' | 'h3' }) {
  return (
    <ul className={css.cards}>
      {campaigns.map((campaign) => (
        <li key={campaign.campaign_id}>
          <CampaignCard campaign={campaign} level={level} />
        </li>
      ))}
    </ul>
  )
}

function CampaignCard({ campaign, level: Heading }: { campaign: Campaign; level: 'h2' | 'h3' }) {
  const { chip, when, left } = useOffer(campaign)
  return (
    <Link href={paths.promotion(campaign.slug)} className={`raised ${css.card}`}>
      <CampaignPicture kind={campaign.kind} seed={campaign.cd_identificador} />
      <div className={css.body}>
        <div className={`row spread ${css.line}`}>
          {chip ? <Chip tone={chip.tone}>{chip.label}</Chip> : <span />}
          <span className="soft small">{promotionKindFacts[campaign.kind].title}</span>
        </div>
        <Heading className={css.title}>{campaign.title}</Heading>
        <p className="soft figures">{when}</p>
        {left !== '' && <p className="soft figures">{left ?? '\u00a0'}</p>}
      </div>
    </Link>
  )
}
