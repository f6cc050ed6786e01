import type { Redemption } from '@clube/contract/partner-points/calls.ts'
import { processingMessage, redemptionStateTitles } from '@clube/contract/partner-points/partner.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useEffect, useRef } from 'react'
import { useParams } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { formatDate, formatShortDateTime } from '../../../parts/club-time.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { Exchange } from './exchange.tsx'
import { partnerPaths } from './partner-paths.ts'
import css from './partner-points.module.css'
import { useRedemption } from './use-partners.ts'

/** The result of one redemption, read again while it is in processing. */
export function RedemptionPage() {
  const { transaction_id } = useParams<{ transaction_id: string }>()
  const redemption = useRedemption(transaction_id)
  return (
    <Page title="Resgate de pontos" back={{ href: partnerPaths.partners, label: 'Parceiros' }}>
      <Loaded query={redemption} loadingText="Carregando o resgate">
        {(found) => <Result redemption={found} />}
      </Loaded>
    </Page>
  )
}

const dayMs = 86_400_000

function Result({ redemption }: { redemption: Redemption }) {
  const { state, note, partner_name, partner_points, club_points, finished_at, campaign_slug } = redemption
  const { lifetime_days } = useClub().points
  return (
    <>
      <StateBanner redemption={redemption} />
      {state === 'processing' ? (
        <p>
          Você pode fechar esta página: o resultado aparece aqui e em <em>Minhas participações</em>. Se
          demorar mais de um minuto, avisamos por e-mail.
        </p>
      ) : (
        note !== null && <Notice tone={state === 'completed' ? 'info' : 'warn'}>{note}</Notice>
      )}
      <Exchange
        partner_name={partner_name}
        partner_points={partner_points}
        club_points={club_points}
        tense={state === 'processing' ? 'future' : state === 'completed' ? 'past' : 'none'}
      >
        {state === 'completed' && finished_at !== null && (
          <p className={`soft ${css.terms}`}>
            Seus novos pontos valem até{' '}
            {formatDate(new Date(Date.parse(finished_at) + lifetime_days * dayMs))}.
          </p>
        )}
      </Exchange>
      <Facts redemption={redemption} />
      {state === 'completed' && <LinkButton href={paths.points}>Ver meus pontos</LinkButton>}
      {state === 'failed' && (
        <LinkButton href={partnerPaths.redeem(campaign_slug)}>Tentar de novo</LinkButton>
      )}
      <ForwardLink href={paths.participations} title="Minhas participações" />
      <HelpLink about="participacao" id={redemption.transaction_id} subject="resgate de pontos" />
    </>
  )
}

const banners = {
  processing: { icon: 'info', tone: 'warn' },
  completed: { icon: 'success', tone: 'good' },
  failed: { icon: 'alert', tone: 'bad' },
  refunded: { icon: 'info', tone: '' },
} as const

/** The state in large type; announced when it changes, and focused when the page opens. */
function StateBanner({ redemption: { state, club_points, note } }: { redemption: Redemption }) {
  const { icon, tone } = banners[state]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={css.banner} data-tone={tone} role="status">
      {state === 'processing' ? (
        <span className={`spinner ${css.waiting}`} aria-hidden="true" />
      ) : (
        <Icon name={icon} size={40} />
      )}
      <h2 ref={heading} tabIndex={-1} className={css.heading}>
        {redemptionStateTitles[state]}
      </h2>
      {state === 'processing' && <p>{note ?? processingMessage}</p>}
      {state === 'completed' && <p className="figures">{`+ ${formatPoints(club_points)} no seu saldo`}</p>}
    </div>
  )
}

/** What the person can quote to the service desk and to the partner. */
const Facts = ({
  redemption: { protocol, reference, campaign_title, requested_at, finished_at },
}: {
  redemption: Redemption
}) => (
  <dl className="facts raised">
    <dt>Promoção</dt>
    <dd>{campaign_title}</dd>
    <dt>Protocolo</dt>
    <dd className="figures">{protocol}</dd>
    {reference !== null && (
      <>
        <dt>No parceiro</dt>
        <dd className="figures">{reference}</dd>
      </>
    )}
    <dt>Pedido em</dt>
    <dd>{formatShortDateTime(requested_at)}</dd>
    {finished_at !== null && (
      <>
        <dt>Terminado em</dt>
        <dd>{formatShortDateTime(finished_at)}</dd>
      </>
    )}
  </dl>
)
