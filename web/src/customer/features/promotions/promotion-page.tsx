import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { useParams } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { CampaignPicture } from '../../promotions/campaign-card.tsx'
import { stockLeft } from '../../promotions/campaign-labels.ts'
import { promotions, useOffer } from '../../promotions/promotions.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths, signInPathFor } from '../../../platform/navigation/paths.ts'
import { PromotionFacts } from './promotion-facts.tsx'
import css from './promotions.module.css'

/** One promotion: description, eligibility, period, and the primary action. */
export function PromotionPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  const skeleton = (
    <>
      <Skeleton shape="picture" />
      <Skeleton count={6} />
    </>
  )
  return (
    <Page
      title={campaign.data?.title ?? 'Promoção'}
      back={{ href: paths.promotions, label: 'Promoções' }}
      width="wide"
    >
      <Loaded query={campaign} loadingText="Carregando a promoção" skeleton={skeleton}>
        {(found) => <Promotion campaign={found} />}
      </Loaded>
    </Page>
  )
}

function Promotion({ campaign }: { campaign: CampaignPage }) {
  const { chip, left } = useOffer(campaign)
  const { stock } = campaign
  return (
    <div className={css.columns}>
      <div className={css.picture}>
        <CampaignPicture kind={campaign.kind} seed={campaign.cd_identificador} />
      </div>
      <div className={css.offer}>
        <div className="row">
          {chip && <Chip tone={chip.tone}>{chip.label}</Chip>}
          <span className="soft">{promotionKindProperties[campaign.kind].title}</span>
        </div>
        <p className={css.summary}>{campaign.summary}</p>
        {stock ? (
          <Progress
            label="O que ainda há"
            value={stock.remaining}
            max={stock.total}
            valueText={stockLeft(stock)}
          />
        ) : (
          left !== '' && <p className={css.left}>{left ?? '\u00a0'}</p>
        )}
        <PrimaryAction campaign={campaign} />
      </div>
      <div className={`stack ${css.text}`}>
        {campaign.description.split(/\n\s*\n/).map((paragraph, at) => (
          <p key={at}>{paragraph}</p>
        ))}
      </div>
      <PromotionFacts campaign={campaign} />
    </div>
  )
}

/** The primary action, or the server's reasons why it is not available. */
function PrimaryAction({ campaign }: { campaign: CampaignPage }) {
  const { eligibility } = campaign
  if (!eligibility) {
    const entry = signInPathFor(paths.promotion(campaign.slug))
    return campaign.state === 'active' ? <LinkButton href={entry}>Entrar para participar</LinkButton> : null
  }
  if (!eligibility.eligible)
    return (
      <Notice tone="warn">
        {eligibility.reasons.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </Notice>
    )
  const action = promotions[campaign.kind]?.primaryAction(campaign.slug)
  return action ? (
    <LinkButton href={action.href}>{action.label}</LinkButton>
  ) : (
    <Notice>Participe no balcão de atendimento ou no totem do shopping.</Notice>
  )
}
