import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { useUrgentSteps } from '../../promotions/promotions.ts'
import { firstStep, nextSteps, type NextStep } from './greeting.ts'
import css from './home.module.css'

const places = {
  address: `${paths.profile}#endereco`,
  offers: `${paths.profile}#ofertas`,
  regulation: paths.document('loyaltyclub_regulation'),
  receipt: paths.newReceipt,
} as const satisfies Record<Exclude<NextStep['id'], 'urgent'>, string>

type Step = NextStep & { href: string }

/** What the person can do next, with the main step set apart. */
export function useNextSteps(profile: Profile): { first: Step; others: Step[] } {
  const urgent = useUrgentSteps()
  const receipts = useReceipts()
  const has_receipts = receipts.data ? receipts.data.length > 0 : null
  const { first, others } = firstStep(nextSteps(profile, { urgent, has_receipts }))
  const placed = (step: NextStep): Step => ({
    ...step,
    href: step.id === 'urgent' ? (step.href ?? paths.home) : places[step.id],
  })
  return { first: placed(first), others: others.map(placed) }
}

/** The main step. */
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

/** The further steps. */
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
