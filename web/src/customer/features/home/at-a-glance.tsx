import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { useMyTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { pointsInWords } from '../../../parts/points-words.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { receiptsLine, ticketsLine } from './glance.ts'
import css from './home.module.css'

/** What one has, each a touch away. What did not load says so on its own page. */
export function AtAGlance() {
  const tickets = useMyTickets()
  const points = usePoints()
  const receipts = useReceipts()
  const places = [
    { href: paths.points, title: 'Meus pontos', line: points.data && pointsInWords(points.data.balance) },
    {
      href: paths.tickets,
      title: 'Meus ingressos',
      line: tickets.data && ticketsLine(tickets.data.reservations, serverNow()),
    },
    { href: paths.receipts, title: 'Minhas notas', line: receipts.data && receiptsLine(receipts.data) },
    { href: paths.participations, title: 'Minhas participações', line: 'Protocolos e resultados' },
  ]
  return (
    <nav aria-label="O que você tem no clube">
      <ul className={css.steps}>
        {places.map(({ href, title, line }) => (
          <li key={href}>
            <Link href={href} className={css.step}>
              <span>
                <strong>{title}</strong>
                <span>{line ?? '\u00a0'}</span>
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
