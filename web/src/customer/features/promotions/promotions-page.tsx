import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { CampaignCards } from '../../promotions/campaign-card.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'

/** Current and upcoming promotions; visible to anonymous visitors too. */
export function PromotionsPage() {
  useTitle('Promoções')
  return (
    <Screen wide>
      <Stack>
        <PageHeader title="Promoções" />
        <ClubData>
          <Promotions />
        </ClubData>
      </Stack>
    </Screen>
  )
}

function Promotions() {
  const campaigns = useCampaigns()
  return (
    <Loaded query={campaigns} saying="Carregando promoções" skeleton={<Skeleton shape="picture" count={2} />}>
      {(found) => (found.length > 0 ? <CampaignCards campaigns={found} level="h2" /> : <NothingOn />)}
    </Loaded>
  )
}

function NothingOn() {
  return (
    <EmptyState
      drawing="gift"
      action={
        <Link href={paths.newReceipt} asChild>
          <Button href={paths.newReceipt} compact>
            Cadastrar nota fiscal
          </Button>
        </Link>
      }
    >
      Nenhuma promoção no momento. Suas notas já valem pontos enquanto a próxima não chega.
    </EmptyState>
  )
}
