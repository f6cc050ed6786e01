import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { Outline } from '../../../kit/icon/icon.tsx'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { unreadTicketsText, useUnreadTickets } from '../../../parts/club-data/use-unread-tickets.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { useEmptySummary } from '../../../parts/use-empty-summary.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { walletPath } from '../../promotions/promotion.ts'
import { useWalletSummary } from '../../promotions/promotions.ts'
import css from './home.module.css'

// Kept here so that only the home page loads them.
const icons = {
  wallet:
    'M4 7.5h14.5A1.5 1.5 0 0 1 20 9v9.5a1.5 1.5 0 0 1-1.5 1.5H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h11.5v3.5M20 12h-4a2 2 0 0 0 0 4h4',
  points: 'm12 3.6 2.6 5.2 5.8.9-4.2 4 1 5.7-5.2-2.7-5.2 2.7 1-5.7-4.2-4 5.8-.9Z',
  receipts:
    'M6 3.5v17l2-1.3 2 1.3 2-1.3 2 1.3 2-1.3 2 1.3v-17l-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3ZM9 9h6M9 12.5h6',
  participations: 'M8.5 6h12M8.5 12h12M8.5 18h12M3.5 6l1 1 1.7-2M3.5 12l1 1 1.7-2M3.5 18l1 1 1.7-2',
  service:
    'M5 4.5h14A1.5 1.5 0 0 1 20.5 6v9a1.5 1.5 0 0 1-1.5 1.5h-7L7.5 20v-3.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5ZM8 8.5h8M8 12h5',
} as const

/**
 * Tiles for everything the person has. A failed load leaves its tile without a summary; the page behind it shows the
 * error.
 */
export function AtAGlance() {
  const points = usePoints()
  const receipts = useReceipts()
  const noReceipts = useEmptySummary('Cadastre suas compras')
  const unread = useUnreadTickets().data?.count ?? 0
  return (
    <nav aria-label="O que você tem no clube">
      <ul className={`stack ${css.tiles}`}>
        <Tile
          icon={icons.points}
          href={paths.points}
          title="Meus pontos"
          summary={points.data && formatPoints(points.data.balance)}
          summaryClass={`figures ${css.balance}`}
        />
        <Suspense fallback={<Tile {...walletTile} summary={undefined} />}>
          <WalletTile />
        </Suspense>
        <Tile
          icon={icons.receipts}
          href={paths.receipts}
          title="Minhas notas"
          summary={receipts.data && (receiptsSummary(receipts.data) ?? noReceipts)}
        />
        <Tile
          icon={icons.participations}
          href={paths.participations}
          title="Minhas participações"
          summary="Protocolos e resultados"
        />
        <Tile
          icon={icons.service}
          href={paths.service}
          title="Atendimento"
          summary={unread > 0 ? unreadTicketsText(unread) : 'Fale com a equipe do clube'}
          summaryClass={unread > 0 ? css.unread : undefined}
        />
      </ul>
    </nav>
  )
}

const walletTile = { icon: icons.wallet, href: walletPath, title: 'Carteira' } as const

function WalletTile() {
  const summary = useWalletSummary()
  const empty = useEmptySummary('Nada por enquanto')
  return <Tile {...walletTile} summary={summary && (summary.join(' · ') || empty)} />
}

type TileProps = {
  icon: string
  href: string
  title: string
  /** Undefined while loading. */
  summary: string | undefined
  summaryClass?: string | undefined
}

function Tile({ icon, href, title, summary, summaryClass = 'soft small' }: TileProps) {
  return (
    <li>
      <Link href={href} className={`stack raised ${css.tile}`}>
        <Outline path={icon} size={26} />
        <span className="titled">
          <strong>{title}</strong>
          <span className={summaryClass}>{summary ?? '\u00a0'}</span>
        </span>
      </Link>
    </li>
  )
}

/** Null if there are no receipts. */
function receiptsSummary(receipts: readonly Receipt[]): string | null {
  const waiting = receipts.filter(({ state }) => state === 'pending_review').length
  if (receipts.length === 0) return null
  if (waiting > 0) return `${waiting} em análise`
  return receipts.length === 1 ? '1 nota cadastrada' : 'Veja o que já foi aprovado'
}
