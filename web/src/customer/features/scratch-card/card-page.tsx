import { useParams } from 'wouter'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { Page } from '../../../parts/page/page.tsx'
import { CardView } from './card-view.tsx'
import { coveredCards } from './covered-cards.ts'
import { scratchPaths } from './scratch-paths.ts'
import { useMyCards } from './use-scratch-cards.ts'

/** One drawn card: to be scratched, or its result. */
export function CardPage() {
  const { campaign_id, position } = useParams<{ campaign_id: string; position: string }>()
  const campaign = useCampaigns().data?.find((each) => each.campaign_id === campaign_id)
  return (
    <Page
      title={campaign?.title ?? 'Raspadinha'}
      back={{ href: scratchPaths.mine, label: 'Minhas raspadinhas' }}
    >
      <Loaded query={useMyCards()} loadingText="Carregando a raspadinha">
        {({ drawn }) => {
          const card = drawn.find(
            (each) => each.campaign_id === campaign_id && String(each.position) === position,
          )
          return card ? (
            <CardView card={card} slug={campaign?.slug ?? null} isCovered={coveredCards.has(card)} />
          ) : (
            <EmptyPersonalList illustration="search" href={scratchPaths.mine} action="Minhas raspadinhas">
              Esta raspadinha não está entre as suas.
            </EmptyPersonalList>
          )
        }}
      </Loaded>
    </Page>
  )
}
