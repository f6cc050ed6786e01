import { Suspense } from 'react'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { CampaignCards } from '../../promotions/campaign-card.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'

/** Current and upcoming promotions; visible to anonymous visitors too. */
export function PromotionsPage() {
  const skeleton = <Skeleton shape="picture" count={2} />
  return (
    <Page title="Promoções" width="wide">
      <Loaded query={useCampaigns()} loadingText="Carregando promoções" skeleton={skeleton}>
        {(campaigns) =>
          campaigns.length > 0 ? (
            <Suspense fallback={skeleton}>
              <CampaignCards campaigns={campaigns} level="h2" />
            </Suspense>
          ) : (
            <EmptyList illustration="gift" href={paths.newReceipt} action="Cadastrar nota fiscal">
              Nenhuma promoção no momento.
            </EmptyList>
          )
        }
      </Loaded>
      <ForwardLink href={paths.shops} title="Ver lojas participantes" />
    </Page>
  )
}
