import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { Link } from 'wouter'
import { Outline } from '../../../kit/icon/icon.tsx'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { useEmptySummary } from '../../../parts/use-empty-summary.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import type { WalletEntry } from '../../promotions/promotion.ts'
import { walletEntries } from '../../promotions/promotions.ts'
import css from './home.module.css'

// Kept here so that only the home page loads them.
const drawings = {
  points: 'm12 3.6 2.6 5.2 5.8.9-4.2 4 1 5.7-5.2-2.7-5.2 2.7 1-5.7-4.2-4 5.8-.9Z',
  receipts:
    'M6 3.5v17l2-1.3 2 1.3 2-1.3 2 1.3 2-1.3 2 1.3v-17l-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3ZM9 9h6M9 12.5h6',
  participations: 'M8.5 6h12M8.5 12h12M8.5 18h12M3.5 6l1 1 1.7-2M3.5 12l1 1 1.7-2M3.5 18l1 1 1.7-2',
} as const

/**
 * Tiles for everything the person has. A failed load leaves its tile without a summary; the page behind it shows the
 * error.
 */
export function AtAGlance() {
  const points = usePoints()
  const receipts = useReceipts()
  const noReceipts = useEmptySummary('Cadastre suas compras')
  return (
    <nav aria-label="O que você tem no clube">
      <ul className={`stack ${css.tiles}`}>
        <Tile
          drawing={drawings.points}
          href={paths.points}
          title="Meus pontos"
          summary={points.data && formatPoints(points.data.balance)}
          summaryClass={`figures ${css.balance}`}
        />
        {walletEntries.map((entry) => (
          <WalletTile key={entry.href} entry={entry} />
        ))}
        <Tile
          drawing={drawings.receipts}
          href={paths.receipts}
          title="Minhas notas"
          summary={receipts.data && (receiptsSummary(receipts.data) ?? noReceipts)}
        />
        <Tile
          drawing={drawings.participations}
          href={paths.participations}
          title="Minhas participações"
          summary="Protocolos e resultados"
        />
      </ul>
    </nav>
  )
}

const WalletTile = ({ entry: { href, title, drawing, useSummary } }: { entry: WalletEntry }) => (
  <Tile href={href} title={title} drawing={drawing} summary={useSummary()} />
)

type TileProps = Pick<WalletEntry, 'href' | 'title' | 'drawing'> & {
  /** Undefined while loading. */
  summary: string | undefined
  summaryClass?: string
}

function Tile({ drawing, href, title, summary, summaryClass = 'soft small' }: TileProps) {
  return (
    <li>
      <Link href={href} className={`stack raised ${css.tile}`}>
        <Outline path={drawing} size={26} />
        <span className="titled">
          <strong>{title}</strong>
          <span className={summaryClass}>{summary ?? '\u00a0'}</span>
        </span>
      </Link>
    </li>
  )
}

/** Null without receipts. */
function receiptsSummary(receipts: readonly Receipt[]): string | null {
  const waiting = receipts.filter(({ state }) => state === 'pending_review').length
  if (receipts.length === 0) return null
  if (waiting > 0) return `${waiting} em análise`
  return receipts.length === 1 ? '1 nota cadastrada' : 'Veja o que já foi aprovado'
}
