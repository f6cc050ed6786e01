import { formatDays } from '@clube/contract/kernel/count-formats.ts'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { Section } from '../../kit/page/section.tsx'
import { ForwardLink } from '../../parts/forward-link/forward-link.tsx'
import { formatCents } from '../../parts/money.ts'
import { useClub } from '../../platform/app/app-context.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import type { PointsUse } from './promotion.ts'
import { usePointsSources, usePointsUses } from './promotions.ts'

/** The club's rate and validity of points, as text. */
function usePointsTexts(): { rate: string; lifetime: string } {
  const { cents_per_point, lifetime_days } = useClub().points
  return {
    rate: `1 ponto a cada ${formatCents(cents_per_point)} em notas aprovadas`,
    lifetime: formatDays(lifetime_days),
  }
}

/** How points are earned, how long they last, and what they are for. */
export function PointsRules() {
  const { rate, lifetime } = usePointsTexts()
  return (
    <Section title="Como funcionam os pontos" className="stack raised">
      <dl className="facts">
        <dt>Como ganhar</dt>
        <dd>{rate}</dd>
        <dt>Validade</dt>
        <dd>{lifetime} a partir do dia em que entram no saldo</dd>
      </dl>
      <Suspense fallback={<UsesSection uses={undefined} />}>
        <UsesOfAllKinds />
      </Suspense>
    </Section>
  )
}

function UsesOfAllKinds() {
  const sources = usePointsSources()
  return (
    <>
      {sources.length > 0 && (
        <>
          <h3>Outras formas de ganhar</h3>
          <ul className="lines">
            {sources.map((source) => (
              <li key={source.href}>
                <ForwardLink {...source} />
              </li>
            ))}
          </ul>
        </>
      )}
      <UsesSection uses={usePointsUses()} />
    </>
  )
}

const UsesSection = ({ uses }: { uses: readonly PointsUse[] | undefined }) => (
  <>
    <h3>Para que servem</h3>
    <PointsUses uses={uses} />
  </>
)

/** `uses` is undefined while loading. */
export function PointsUses({ uses }: { uses: readonly PointsUse[] | undefined }) {
  if (!uses) return <p className="soft">Carregando…</p>
  if (uses.length === 0)
    return (
      <p className="soft">
        Nenhuma promoção aceita pontos no momento; quando alguma aceitar, ela aparece aqui.
      </p>
    )
  return (
    <ul className="lines">
      {uses.map((use) => (
        <li key={use.title}>
          <ForwardLink {...use} />
        </li>
      ))}
    </ul>
  )
}

/** One sentence next to a receipt's points, with a link to the rest. */
export function PointsNote() {
  const { rate, lifetime } = usePointsTexts()
  return (
    <p className="soft">
      {rate}, com validade de {lifetime}. <Link href={paths.points}>Para que servem os pontos</Link>
    </p>
  )
}
