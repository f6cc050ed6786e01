import type { ParkingVoucher } from '@clube/contract/parking-voucher/calls.ts'
import { parkingVehicleTitles, parkingVoucherStateTitles } from '@clube/contract/parking-voucher/stay.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { useParams } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatShortDateTime, formatTime } from '../../../parts/club-time.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { formatTicketNumber } from '../../../parts/ticket-number.ts'
import { CountdownBar, useCountdown, useServerNow } from '../../../parts/voucher/countdown.tsx'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { walletPath } from '../../promotions/promotion.ts'
import { readStoredItems } from '../../promotions/wallet.ts'
import css from './parking.module.css'
import { parkingPaths } from './parking-paths.ts'
import { StoredVouchersNotice } from './stored-vouchers-notice.tsx'
import { useMyVouchers, useVoucher, voucherList } from './use-parking.ts'
import { standingOf, type VoucherStanding } from './voucher-item.ts'

const title = 'Vale-estacionamento'
const back = { href: walletPath, label: 'Carteira' }

/** One voucher: until when the car may leave, or that the car park still has to answer. */
export function VoucherPage() {
  const { transaction_id } = useParams<{ transaction_id: string }>()
  const voucher = useVoucher(transaction_id)
  const stored = useMyVouchers().data
  return (
    <Page title={title} back={back}>
      {voucher.data === undefined && stored?.isOffline ? (
        <Own vouchers={stored.items}>{(own) => <StoredVoucher voucher={own} />}</Own>
      ) : (
        <Loaded query={voucher} loadingText="Carregando o vale-estacionamento">
          {(own) => <VoucherView voucher={own} />}
        </Loaded>
      )}
    </Page>
  )
}

/** The offline view, from this device's copy. */
export const OfflineVoucherPage = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={() => readStoredItems(voucherList)} onRetry={onRetry}>
    {(vouchers) => <Own vouchers={vouchers}>{(own) => <StoredVoucher voucher={own} />}</Own>}
  </OfflineWalletPage>
)

const StoredVoucher = ({ voucher }: { voucher: ParkingVoucher }) => (
  <>
    <StoredVouchersNotice />
    <VoucherView voucher={voucher} />
  </>
)

type OwnProps = { vouchers: readonly ParkingVoucher[]; children: (voucher: ParkingVoucher) => ReactNode }

/** The voucher that the path names. */
function Own({ vouchers, children }: OwnProps) {
  const { transaction_id } = useParams<{ transaction_id: string }>()
  const voucher = vouchers.find((each) => each.transaction_id === transaction_id)
  if (voucher) return children(voucher)
  return (
    <EmptyList illustration="car" href={parkingPaths.mine} action="Ver meus vales">
      Este vale-estacionamento não está entre os seus.
    </EmptyList>
  )
}

function VoucherView({ voucher }: { voucher: ParkingVoucher }) {
  const standing = standingOf(voucher, useServerNow())
  return (
    <>
      <Result voucher={voucher} standing={standing} />
      {standing.kind === 'released' && standing.until !== null && <LeaveCountdown until={standing.until} />}
      <VoucherFacts voucher={voucher} />
      {standing.kind === 'overstayed' && (
        <LinkButton href={parkingPaths.mine}>Consultar o ticket de novo</LinkButton>
      )}
      {standing.kind === 'ended' && (
        <LinkButton href={parkingPaths.mine} variant="outline">
          {voucher.state === 'failed' ? 'Consultar o ticket de novo' : 'Usar outro vale'}
        </LinkButton>
      )}
      <HelpLink about="vale" id={voucher.transaction_id} subject="vale-estacionamento" />
    </>
  )
}

function LeaveCountdown({ until }: { until: string }) {
  const countdown = useCountdown(Date.parse(until), 'o prazo para sair')
  return <CountdownBar countdown={countdown} label="Tempo para sair" />
}

const resultStyles = {
  waiting: { tone: 'accent', icon: null },
  released: { tone: 'good', icon: 'check' },
  overstayed: { tone: 'warn', icon: 'warning' },
  due: { tone: 'warn', icon: 'warning' },
  ended: { tone: undefined, icon: null },
} as const satisfies Record<VoucherStanding['kind'], unknown>

/** The result in one sentence, readable at arm's length; announced when the car park answers. */
function Result({ voucher, standing }: { voucher: ParkingVoucher; standing: VoucherStanding }) {
  const { state, message } = voucher
  const isFailed = state === 'failed'
  const { tone, icon } = isFailed ? ({ tone: 'bad', icon: 'alert' } as const) : resultStyles[standing.kind]
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // Announces the answer that the person waited for, not the voucher of a page just opened.
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [state])
  return (
    <section className={css.result} data-tone={tone ?? ''} aria-labelledby="resultado">
      {standing.kind === 'waiting' ? (
        <span className={`spinner ${css.spinner}`} aria-hidden="true" />
      ) : (
        icon && <Icon name={icon} size={40} />
      )}
      <h2 ref={heading} id="resultado" tabIndex={-1}>
        {titleOf(voucher, standing)}
      </h2>
      {standing.kind === 'waiting' && (
        <>
          <p>{message}</p>
          <p className="soft">Você pode fechar esta página: o pedido continua.</p>
        </>
      )}
      {standing.kind === 'due' && <p>{message}</p>}
      {standing.kind === 'overstayed' && (
        <p>Se o carro ainda não saiu, consulte o ticket de novo: pode haver um novo valor a pagar.</p>
      )}
      {standing.kind === 'ended' && state !== 'used' && <p>{message}</p>}
    </section>
  )
}

function titleOf({ state, message }: ParkingVoucher, standing: VoucherStanding): string {
  switch (standing.kind) {
    case 'waiting':
      return parkingVoucherStateTitles[state]
    case 'released':
      return message
    case 'overstayed':
      return `O prazo para sair terminou às ${formatTime(standing.until)}`
    case 'due':
      return `Falta pagar ${formatCents(standing.due_cents)}`
    case 'ended':
      return state === 'applied' ? 'Vale encerrado' : parkingVoucherStateTitles[state]
    default:
      return standing satisfies never
  }
}

function VoucherFacts({ voucher }: { voucher: ParkingVoucher }) {
  const { campaign_title, discount_cents, entered_at, garage_name, protocol, requested_at, ticket_number } =
    voucher
  const isHidden = ticket_number === null
  return (
    <>
      <dl className={`raised facts ${css.facts}`}>
        <dt>Estacionamento</dt>
        <dd>{garage_name}</dd>
        {!isHidden && (
          <>
            <dt>Ticket</dt>
            <dd className="figures">{formatTicketNumber(ticket_number)}</dd>
          </>
        )}
        <dt>Veículo</dt>
        <dd>{parkingVehicleTitles[voucher.vehicle]}</dd>
        <dt>Entrada</dt>
        <dd className="figures">{formatShortDateTime(entered_at)}</dd>
        <dt>Pedido</dt>
        <dd className="figures">{formatShortDateTime(requested_at)}</dd>
        {discount_cents !== null && (
          <>
            <dt>Desconto</dt>
            <dd className="figures">{formatCents(discount_cents)}</dd>
          </>
        )}
        <dt>Promoção</dt>
        <dd>{campaign_title}</dd>
        <dt>Protocolo</dt>
        <dd className="figures">{protocol}</dd>
      </dl>
      {voucher.state === 'applied' && (
        <p className="soft small">Na saída, use o mesmo ticket: o desconto já está nele.</p>
      )}
    </>
  )
}
