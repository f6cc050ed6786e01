import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { Link } from 'wouter'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { formatPoints } from '../../../parts/points.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import type { WalletEntry } from '../../promotions/promotion.ts'
import { walletEntries } from '../../promotions/promotions.ts'
import { drawings, TileDrawing } from './tile-drawing.tsx'
import css from './home.module.css'

/** Tiles for everything the person has. What failed to load shows its error on its own page. */
export function AtAGlance() {
  const points = usePoints()
  const receipts = useReceipts()
  return (
    <nav aria-label="O que você tem no clube">
      <ul className={css.tiles}>
        <Tile
          name="points"
          drawing={drawings.points}
          href={paths.points}
          title="Meus pontos"
          line={points.data && formatPoints(points.data.balance)}
        />
        {walletEntries.map((entry) => (
          <WalletTile key={entry.href} entry={entry} />
        ))}
        <Tile
          drawing={drawings.receipts}
          href={paths.receipts}
          title="Minhas notas"
          line={receipts.data && receiptsLine(receipts.data)}
        />
        <Tile
          drawing={drawings.participations}
          href={paths.participations}
          title="Minhas participações"
          line="Protocolos e resultados"
        />
      </ul>
    </nav>
  )
}

function WalletTile({ entry }: { entry: WalletEntry }) {
  const { useLine, ...tile } = entry
  return <Tile {...tile} line={useLine()} />
}

type TileProps = {
  /** Set if the tile has its own drawing. */
  name?: 'points'
  drawing: string
  href: string
  title: string
  /** Undefined while loading. */
  line: string | undefined
}

function Tile({ name, drawing, href, title, line }: TileProps) {
  return (
    <li>
      <Link href={href} className={css.tile} data-name={name}>
        <TileDrawing path={drawing} />
        <span>
          <strong>{title}</strong>
          <span className={css.line}>{line ?? '\u00a0'}</span>
        </span>
      </Link>
    </li>
  )
}

/** Describes the person's receipts in one line. */
function receiptsLine(receipts: readonly Receipt[]): string {
  const waiting = receipts.filter(({ state }) => state === 'pending_review').length
  if (receipts.length === 0) return 'Cadastre suas compras'
  if (waiting > 0) return `${waiting} em análise`
  return receipts.length === 1 ? '1 nota cadastrada' : 'Veja o que já foi aprovado'
}
