import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { CampaignCards } from '../../promotions/campaign-card.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'

/** Current and upcoming promotions; visible to anonymous visitors too. */
export function PromotionsPage() {
  const skeleton = <Skeleton shape="picture" count={2} />
  return (
    <Page title="Promoções" width="wide">
      <Loaded query={useCampaigns()} saying="Carregando promoções" skeleton={skeleton}>
        {(campaigns) =>
          campaigns.length > 0 ? <CampaignCards campaigns={campaigns} level="h2" /> : <NothingOn />
        }
      </Loaded>
    </Page>
  )
}

const NothingOn = () => (
  <EmptyState
    drawing="gift"
    action={
      <LinkButton href={paths.newReceipt} compact>
        Cadastrar nota fiscal
      </LinkButton>
    }
  >
    Nenhuma promoção no momento. Suas notas já valem pontos enquanto a próxima não chega.
  </EmptyState>
)
