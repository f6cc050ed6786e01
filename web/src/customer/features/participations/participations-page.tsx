import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { Card } from '../../../kit/surface/card.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { promotions } from '../../promotions/promotions.ts'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { useParticipations } from '../../../parts/club-data/use-participations.ts'
import { clubMoment } from '../../../parts/club-time.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { RestOfList } from '../../../parts/password-needed/password-needed.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import css from './participations.module.css'

/** Labels of participation statuses. */
const participationStateLabels = {
  open: { label: 'Em andamento', tone: 'accent' },
  processing: { label: 'Em processamento', tone: 'warn' },
  // The outcome is still being determined; for the person it is the same.
  unknown: { label: 'Em processamento', tone: 'warn' },
  completed: { label: 'Concluída', tone: 'good' },
  failed: { label: 'Não concluída', tone: 'bad' },
  cancelled: { label: 'Cancelada', tone: undefined },
  expired: { label: 'Expirada', tone: undefined },
  reversed: { label: 'Estornada', tone: 'bad' },
} as const satisfies Record<
  TransactionState,
  { label: string; tone: 'accent' | 'good' | 'warn' | 'bad' | undefined }
>

/** Every participation with the protocol number that the person can quote. */
export function ParticipationsPage() {
  useTitle('Minhas participações')
  return (
    <Screen>
      <Stack>
        <PageHeader title="Minhas participações" />
        <ClubData>
          <Participations />
          <RestOfList />
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
  const { label, tone } = participationStateLabels[state]
  const next = state === 'open' ? promotions[kind]?.primaryAction(slug) : null
  return (
    <Card>
      <div className={css.head}>
        <h2 className={css.title}>
          <Link href={paths.promotion(slug)}>{campaign_title}</Link>
        </h2>
        <Chip {...(tone && { tone })}>{label}</Chip>
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
