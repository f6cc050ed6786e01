import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { useMyTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { heldReservation } from './glance.ts'
import { firstStep, nextSteps, type NextStep } from './greeting.ts'
import css from './home.module.css'

const places = {
  address: `${paths.profile}#endereco`,
  offers: `${paths.profile}#ofertas`,
  regulation: paths.document('loyaltyclub_regulation'),
  receipt: paths.newReceipt,
} as const satisfies Record<Exclude<NextStep['id'], 'reservation'>, string>

type Step = NextStep & { href: string }

/** What the person may do, the first of it apart. */
export function useNextSteps(profile: Profile): { first: Step; others: Step[] } {
  const tickets = useMyTickets()
  const receipts = useReceipts()
  const held = tickets.data ? heldReservation(tickets.data.reservations, serverNow()) : null
  const has_receipts = receipts.data ? receipts.data.length > 0 : null
  const { first, others } = firstStep(nextSteps(profile, { held, has_receipts }))
  const placed = (step: NextStep): Step => ({
    ...step,
    href: step.id === 'reservation' ? paths.reserve(held?.campaign_slug ?? '') : places[step.id],
  })
  return { first: placed(first), others: others.map(placed) }
}

/** The one thing to do now. */
export function FirstStep({ step }: { step: Step }) {
  return (
    <Link href={step.href} className={css.first}>
      <span>
        <strong>{step.title}</strong>
        <span>{step.text}</span>
      </span>
      <Icon name="next" size={24} />
    </Link>
  )
}

/** What else makes more of the club. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section aria-labelledby="proximos-passos">
      <h2 id="proximos-passos" className={css.heading}>
        Para aproveitar o clube
      </h2>
      <ul className={css.steps}>
        {steps.map(({ id, title, text, href }) => (
          <li key={id}>
            <Link href={href} className={css.step}>
              <span>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
