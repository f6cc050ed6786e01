import {
  listTransactionsCall,
  type Participation as ParticipationView,
  type ParticipationStatus,
} from '@clube/contract/campaigns/transaction-calls.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { Link } from 'wouter'
import { Chip, type Tone } from '../../../kit/surface/chip.tsx'
import { promotionPages } from '../../promotions/promotion-pages.ts'
import { PagedList, usePages } from '../../../parts/pages.tsx'
import { formatCents } from '../../../parts/money.ts'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './participations.module.css'

const statusLabels: Record<ParticipationStatus, { label: string; tone?: Tone }> = {
  open: { label: 'Em andamento', tone: 'accent' },
  unconfirmed: { label: 'Falta confirmar', tone: 'warn' },
  processing: { label: 'Em processamento', tone: 'warn' },
  completed: { label: 'Concluída', tone: 'good' },
  refused: { label: 'Recusada', tone: 'bad' },
  cancelled: { label: 'Cancelada' },
  expired: { label: 'Expirada' },
  reversed: { label: 'Estornada', tone: 'bad' },
}

const hasOutcome = (status: ParticipationStatus): boolean =>
  status === 'processing' || status === 'completed' || status === 'refused' || status === 'reversed'

/** The outcome of a participation in processing arrives without an action of the person. */
const processingPollMs = 10_000

/** Every participation with its status and the protocol number that the person can quote. */
export function ParticipationsPage() {
  const participations = usePages<ParticipationView>({
    queryKey: ['participations'],
    read: (send, { cursor, signal }) => send(listTransactionsCall, { query: { cursor }, signal }),
    // The status changes over time and by actions on other pages.
    refetchOnMount: 'always',
    refetchInterval: (rows) =>
      rows.some(({ status }) => status === 'processing') ? processingPollMs : false,
  })
  return (
    <Page title="Minhas participações">
      <PagedList
        list={participations}
        loadingText="Carregando participações"
        keyOf={({ transaction_id }) => transaction_id}
        empty={
          <EmptyPersonalList illustration="gift" href={paths.promotions} action="Ver promoções">
            Você ainda não participou de nenhuma promoção.
          </EmptyPersonalList>
        }
        below={<HiddenItemsNotice />}
      >
        {(participation) => <Participation participation={participation} />}
      </PagedList>
    </Page>
  )
}

function Participation({ participation }: { participation: ParticipationView }) {
  const { status, kind, campaign_slug: slug, campaign_title, subject, receipts, note } = participation
  const { label, tone } = statusLabels[status]
  // A reservation is completed once confirmed, even if its session is still in the future.
  const isUpcoming = status === 'completed' && Date.parse(subject?.starts_at ?? '') > serverNow()
  const next = participation.can_continue ? promotionPages[kind]?.primaryAction(slug) : null
  const outcome = hasOutcome(status)
    ? promotionPages[kind]?.outcomeAction?.(participation.transaction_id)
    : null
  return (
    <div className="raised">
      <div className={`row spread ${css.head}`}>
        <h2 className="title">
          <Link href={paths.promotion(slug)}>{campaign_title}</Link>
        </h2>
        <Chip tone={tone}>{isUpcoming ? 'Confirmada' : label}</Chip>
      </div>
      {subject && (
        <p>
          {subject.title}
          {subject.starts_at !== null && `, ${formatShortDateTime(subject.starts_at)}`}
        </p>
      )}
      {receipts.map(({ shop_name, amount_cents, issued_on }, index) => (
        <p key={index} className="figures">
          Nota: {shop_name}, {formatCents(amount_cents)}, {formatDay(issued_on)}
        </p>
      ))}
      {note !== null && <p>{note}</p>}
      <p className={`soft small figures ${css.origin}`}>
        Protocolo {participation.protocol}
        <br />
        {formatShortDateTime(participation.created_at)}, {serviceChannelTitle(participation.service_channel)}
      </p>
      {outcome && (
        <p className={css.next}>
          <LinkButton
            href={outcome.href}
            variant="outline"
            compact
            aria-label={`${outcome.label}: ${participation.protocol}`}
          >
            {outcome.label}
          </LinkButton>
        </p>
      )}
      {next && (
        <p className={css.next}>
          <LinkButton href={next.href} variant="outline" compact aria-label={`Continuar: ${campaign_title}`}>
            Continuar
          </LinkButton>
        </p>
      )}
      <p className={css.next}>
        <HelpLink
          about="participacao"
          id={participation.transaction_id}
          subject={`participação ${participation.protocol}`}
        />
      </p>
    </div>
  )
}
