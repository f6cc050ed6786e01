import { Link } from 'wouter'
import { useMyTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { pointsInWords } from '../../../parts/points-words.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { receiptsLine, ticketsLine } from './glance.ts'
import { TileDrawing, type TileDrawingName } from './tile-drawing.tsx'
import css from './home.module.css'

type Tile = { name: TileDrawingName; href: string; title: string; line: string | undefined }

/** What one has, each a touch away. What did not load says so on its own page. */
export function AtAGlance() {
  const tickets = useMyTickets()
  const points = usePoints()
  const receipts = useReceipts()
  const tiles: Tile[] = [
    {
      name: 'points',
      href: paths.points,
      title: 'Meus pontos',
      line: points.data && pointsInWords(points.data.balance),
    },
    {
      name: 'tickets',
      href: paths.tickets,
      title: 'Meus ingressos',
      line: tickets.data && ticketsLine(tickets.data.reservations, serverNow()),
    },
    {
      name: 'receipts',
      href: paths.receipts,
      title: 'Minhas notas',
      line: receipts.data && receiptsLine(receipts.data),
    },
    {
      name: 'participations',
      href: paths.participations,
      title: 'Minhas participações',
      line: 'Protocolos e resultados',
    },
  ]
  return (
    <nav aria-label="O que você tem no clube">
      <ul className={css.tiles}>
        {tiles.map(({ name, href, title, line }) => (
          <li key={name}>
            <Link href={href} className={css.tile} data-name={name}>
              <TileDrawing name={name} />
              <span>
                <strong>{title}</strong>
                <span className={css.line}>{line ?? '\u00a0'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
