import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { Section } from '../../../kit/page/section.tsx'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { useUrgentSteps } from '../../promotions/promotions.ts'
import { firstStep, nextSteps, type NextStep } from './greeting.ts'

/** What the person can do next, with the main step set apart. */
export function useNextSteps(profile: Profile): { first: NextStep; others: NextStep[] } {
  const urgent = useUrgentSteps()
  const receipts = useReceipts()
  const has_receipts = receipts.data ? receipts.data.length > 0 : null
  return firstStep(nextSteps(profile, { urgent, has_receipts }))
}

/** The further steps. */
export const NextSteps = ({ steps }: { steps: readonly NextStep[] }) => (
  <Section title="Para aproveitar o clube">
    <ul className="stack">
      {steps.map(({ id, ...step }) => (
        <li key={id}>
          <ForwardLink {...step} variant="card" />
        </li>
      ))}
    </ul>
  </Section>
)
