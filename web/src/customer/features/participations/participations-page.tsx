import { listTransactionsCall, type TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { Link } from 'wouter'
import { Chip, type Tone } from '../../../kit/surface/chip.tsx'
import { promotions } from '../../promotions/promotions.ts'
import { PagedList, usePages } from '../../../parts/pages.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './participations.module.css'

const participationStateLabels: Record<TransactionState, { label: string; tone?: Tone }> = {
  open: { label: 'Em andamento', tone: 'accent' },
  processing: { label: 'Em processamento', tone: 'warn' },
  // The outcome is still being determined; the person sees the same label as for `processing`.
  unknown: { label: 'Em processamento', tone: 'warn' },
  completed: { label: 'Concluída', tone: 'good' },
  failed: { label: 'Não concluída', tone: 'bad' },
  cancelled: { label: 'Cancelada' },
  expired: { label: 'Expirada' },
  reversed: { label: 'Estornada', tone: 'bad' },
}

/** Every participation with the protocol number that the person can quote. */
export function ParticipationsPage() {
  const participations = usePages<TransactionView>({
    queryKey: ['participations'],
    read: (send, { cursor, signal }) => send(listTransactionsCall, { query: { cursor }, signal }),
  })
  return (
    <Page title="Minhas participações">
      <PagedList
        list={participations}
        loadingText="Carregando participações"
        keyOf={({ transaction_id }) => transaction_id}
        empty={
          <EmptyList drawing="gift" href={paths.promotions} action="Ver promoções">
            Você ainda não participou de nenhuma promoção.
          </EmptyList>
        }
      >
        {(participation) => <Participation participation={participation} />}
      </PagedList>
      <HiddenItemsNotice />
    </Page>
  )
}

function Participation({ participation }: { participation: TransactionView }) {
  const { state, kind, campaign_slug: slug, campaign_title } = participation
  const { label, tone } = participationStateLabels[state]
  const next = state === 'open' ? promotions[kind]?.primaryAction(slug) : null
  return (
    <div className="raised">
      <div className={`row spread ${css.head}`}>
        <h2 className="title">
          <Link href={paths.promotion(slug)}>{campaign_title}</Link>
        </h2>
        <Chip tone={tone}>{label}</Chip>
      </div>
      <p className="figures">Protocolo {participation.protocol}</p>
      <p className="soft">
        {formatShortDateTime(participation.created_at)}, {serviceChannelTitle(participation.service_channel)}
      </p>
      {participation.return_note && <p>{participation.return_note}</p>}
      {next && (
        <p className={css.next}>
          <LinkButton href={next.href} variant="outline" compact aria-label={`Continuar: ${campaign_title}`}>
            Continuar
          </LinkButton>
        </p>
      )}
    </div>
  )
}
