import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { Card } from '../../../kit/surface/card.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { primaryAction } from '../../../parts/campaign-card/primary-action.ts'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { PagedList } from '../../../parts/club-data/paged-list.tsx'
import { useParticipations } from '../../../parts/club-data/use-participations.ts'
import { clubMoment } from '../../../parts/club-moment.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { participationStates } from './participation-words.ts'
import css from './participations.module.css'

/** Every participation with the protocol that the person can quote. */
export function ParticipationsPage() {
  useTitle('Minhas participações')
  return (
    <Screen>
      <Stack>
        <PageHeader title="Minhas participações" />
        <ClubData>
          <Participations />
        </ClubData>
      </Stack>
    </Screen>
  )
}

function Participations() {
  return (
    <PagedList
      list={useParticipations()}
      saying="Carregando participações"
      keyOf={({ transaction_id }) => transaction_id}
      empty={<NoneYet />}
    >
      {(participation) => <Participation participation={participation} />}
    </PagedList>
  )
}

function Participation({ participation }: { participation: TransactionView }) {
  const { state, kind, campaign_slug: slug, campaign_title } = participation
  const { words, tone } = participationStates[state]
  const next = state === 'open' ? primaryAction({ kind, slug }) : null
  return (
    <Card>
      <div className={css.head}>
        <h2 className={css.title}>
          <Link href={paths.promotion(slug)}>{campaign_title}</Link>
        </h2>
        <Chip {...(tone && { tone })}>{words}</Chip>
      </div>
      <p className="figures">Protocolo {participation.protocol}</p>
      <p className={css.soft}>
        {clubMoment(participation.created_at)}, {serviceChannelTitle(participation.service_channel)}
      </p>
      {next && (
        <p className={css.next}>
          <Link href={next.href} asChild>
            <Button href={next.href} look="outline" compact aria-label={`Continuar: ${campaign_title}`}>
              Continuar
            </Button>
          </Link>
        </p>
      )}
    </Card>
  )
}

function NoneYet() {
  return (
    <EmptyState
      drawing="gift"
      action={
        <Link href={paths.promotions} asChild>
          <Button href={paths.promotions} compact>
            Ver promoções
          </Button>
        </Link>
      }
    >
      Você ainda não participou de nenhuma promoção.
    </EmptyState>
  )
}
