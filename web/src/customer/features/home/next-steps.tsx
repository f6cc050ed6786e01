import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { nextSteps, type NextStep } from './greeting.ts'
import css from './home.module.css'

const places = {
  address: `${paths.profile}#endereco`,
  offers: `${paths.profile}#ofertas`,
  regulation: paths.document('loyaltyclub_regulation'),
} as const satisfies Record<NextStep['id'], string>

/** What the person may do next. */
export function NextSteps({ profile }: { profile: Profile }) {
  return (
    <section aria-labelledby="proximos-passos">
      <h2 id="proximos-passos" className={css.heading}>
        Para aproveitar o clube
      </h2>
      <ul className={css.steps}>
        {nextSteps(profile).map(({ id, title, text }) => (
          <li key={id}>
            <Link href={places[id]} className={css.step}>
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
