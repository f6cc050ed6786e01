import type { PointsBalance } from '@clube/contract/points/calls.ts'
import { expiringSoonDays } from '@clube/contract/points/posting-kinds.ts'
import { Counter } from '../../../kit/feedback/counter.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { usePoints } from '../../../parts/club-data/use-points.ts'
import { formatEnd } from '../../../parts/club-time.ts'
import { Page } from '../../../parts/page/page.tsx'
import { PasswordNeeded } from '../../../parts/password-needed/password-needed.tsx'
import { formatPoints } from '../../../parts/points.ts'
import { isIdentified, useSession } from '../../../platform/session/session-store.ts'
import { Statement } from './statement.tsx'
import css from './points.module.css'

/** Pontos: the balance, expiring points, and the statement. */
export function PointsPage() {
  return (
    <Page title="Meus pontos">
      <Loaded query={usePoints()} loadingText="Carregando seus pontos" skeleton={<Skeleton shape="card" />}>
        {(points) => <Balance points={points} />}
      </Loaded>
      {isIdentified(useSession()) ? (
        <PasswordNeeded action="Confirmar senha">
          O extrato mostra as lojas das suas notas. Para ver, confirme sua senha.
        </PasswordNeeded>
      ) : (
        <Statement />
      )}
    </Page>
  )
}

function Balance({ points: { balance, debt, expiring } }: { points: PointsBalance }) {
  return (
    <>
      <section className={`raised ${css.balance}`} aria-label="Saldo">
        <p className={css.number}>
          <Counter value={balance} />
        </p>
        <p>{balance === 1 ? 'ponto' : 'pontos'}</p>
      </section>
      {debt > 0 && (
        <Notice tone="warn">
          Uma nota foi estornada depois que os pontos dela foram usados. Os próximos {formatPoints(debt)}{' '}
          acertam essa diferença.
        </Notice>
      )}
      {expiring.length > 0 && (
        <Section title="Pontos a vencer">
          <p className="soft">
            Nos próximos {expiringSoonDays} dias. Os que vencem antes são usados primeiro.
          </p>
          <ul className={`raised lines ${css.lines}`}>
            {expiring.map(({ points, expires_at }) => (
              <li key={expires_at} className={css.line}>
                <span>Até {formatEnd(expires_at)}</span>
                <strong className="figures">{formatPoints(points)}</strong>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
