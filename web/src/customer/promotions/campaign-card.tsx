import type { CampaignCard as Campaign } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindProperties, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { Link } from 'wouter'
import { Chip } from '../../kit/surface/chip.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import css from './campaign-card.module.css'
import { emblems } from './promotion.ts'
import { useOffer, usePromotion } from './promotions.ts'

/** Promotions as cards, each a link to its page. `level` is their heading level. Suspends until the code of their kinds is loaded. */
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
          <span className="soft small">{promotionKindProperties[campaign.kind].title}</span>
        </div>
        <Heading className={css.title}>{campaign.title}</Heading>
        <p className="soft figures">{when}</p>
        {left !== '' && <p className="soft figures">{left ?? '\u00a0'}</p>}
      </div>
    </Link>
  )
}

/** Number of different backgrounds. */
const variants = 4

/** The default picture of a promotion: arches in the club's color and the emblem of its kind. */
export function CampaignPicture({ kind, seed }: { kind: PromotionKind; seed: number }) {
  const variant = seed % variants
  return (
    <svg
      className={css.picture}
      data-variant={variant}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect className={css.sky} width="320" height="180" />
      <circle className={css.halo} cx={66 + variant * 44} cy="74" r="62" />
      <circle className={css.sun} cx={66 + variant * 44} cy="74" r="34" />
      {[0, 1, 2].map((row) => (
        <g key={row} className={css.arches} data-row={row}>
          {[0, 1, 2, 3, 4, 5].map((column) => {
            const left = column * 72 - (row % 2) * 36 - variant * 12
            const top = 78 + row * 32
            return <path key={column} d={`M${left} 180V${top + 36}a36 36 0 0 1 72 0V180Z`} />
          })}
        </g>
      ))}
      <g transform="translate(218 78)">
        <path className={css.emblem} d={usePromotion(kind)?.emblem ?? emblems.gift} />
      </g>
    </svg>
  )
}
