import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { useMyTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { heldReservation } from './glance.ts'
import { nextSteps, type NextStep } from './greeting.ts'
import css from './home.module.css'

const places = {
  address: `${paths.profile}#endereco`,
  offers: `${paths.profile}#ofertas`,
  regulation: paths.document('loyaltyclub_regulation'),
  receipt: paths.newReceipt,
} as const satisfies Record<Exclude<NextStep['id'], 'reservation'>, string>

/** What the person may do next. */
export function NextSteps({ profile }: { profile: Profile }) {
  const tickets = useMyTickets()
  const receipts = useReceipts()
  const held = tickets.data ? heldReservation(tickets.data.reservations, serverNow()) : null
  const place = (id: NextStep['id']) =>
    id === 'reservation' ? paths.reserve(held?.campaign_slug ?? '') : places[id]
  return (
    <section aria-labelledby="proximos-passos">
      <h2 id="proximos-passos" className={css.heading}>
        Para aproveitar o clube
      </h2>
      <ul className={css.steps}>
        {nextSteps(profile, { held, has_receipts: receipts.data ? receipts.data.length > 0 : null }).map(
          ({ id, title, text }) => (
            <li key={id}>
              <Link href={place(id)} className={css.step}>
                <span>
                  <strong>{title}</strong>
                  <span>{text}</span>
                </span>
                <Icon name="next" />
              </Link>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
