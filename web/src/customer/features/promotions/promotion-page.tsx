import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindFacts } from '@clube/contract/kernel/promotion-kinds.ts'
import { Link, useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { CampaignPicture } from '../../promotions/campaign-picture.tsx'
import { stockLeft } from '../../promotions/campaign-labels.ts'
import { promotions } from '../../promotions/promotions.ts'
import { useOffer } from '../../promotions/use-offer.ts'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { paths, signInPathFor } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { PromotionFacts } from './promotion-facts.tsx'
import css from './promotions.module.css'

/** One promotion: description, eligibility, period, and the primary action. */
export function PromotionPage() {
  return (
    <Screen wide>
      <ClubData>
        <Promotion />
      </ClubData>
    </Screen>
  )
}

const backToAll = { href: paths.promotions, label: 'Promoções' }

function Promotion() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  return (
    <>
      {!campaign.data && <PageHeader title="Promoção" back={backToAll} />}
      <Loaded
        query={campaign}
        saying="Carregando a promoção"
        skeleton={
          <>
            <Skeleton shape="picture" />
            <Skeleton count={6} />
          </>
        }
      >
        {(found) => <Found campaign={found} />}
      </Loaded>
    </>
  )
}

function Found({ campaign }: { campaign: CampaignPage }) {
  useTitle(campaign.title)
  const { chip, left } = useOffer(campaign)
  const { stock } = campaign
  return (
    <Stack>
      <PageHeader title={campaign.title} back={backToAll} />
      <div className={css.columns}>
        <div className={css.picture}>
          <CampaignPicture kind={campaign.kind} seed={campaign.cd_identificador} />
        </div>
        <div className={css.offer}>
          <div className={css.line}>
            {chip && <Chip {...(chip.tone && { tone: chip.tone })}>{chip.label}</Chip>}
            <span className={css.soft}>{promotionKindFacts[campaign.kind].title}</span>
          </div>
          <p className={css.summary}>{campaign.summary}</p>
          {stock ? (
            <Progress
              label="O que ainda há"
              value={stock.remaining}
              max={stock.total}
              words={stockLeft(stock)}
            />
          ) : (
            left !== '' && <p className={css.left}>{left ?? '\u00a0'}</p>
          )}
          <WayIn campaign={campaign} />
        </div>
        <div className={css.text}>
          {campaign.description.split(/\n\s*\n/).map((paragraph, at) => (
            <p key={at}>{paragraph}</p>
          ))}
        </div>
        <PromotionFacts campaign={campaign} />
      </div>
    </Stack>
  )
}

/** The primary action, or the server's reasons why it is not available. */
function WayIn({ campaign }: { campaign: CampaignPage }) {
  const { eligibility } = campaign
  if (!eligibility) {
    const entry = signInPathFor(paths.promotion(campaign.slug))
    return campaign.state === 'active' ? (
      <Link href={entry} asChild>
        <Button href={entry}>Entrar para participar</Button>
      </Link>
    ) : null
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
    <Link href={action.href} asChild>
      <Button href={action.href}>{action.label}</Button>
    </Link>
  ) : (
    <Notice>Participe no balcão de atendimento ou no totem do shopping.</Notice>
  )
}
