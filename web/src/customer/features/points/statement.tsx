import { pointsStatementFile, type StatementLine } from '@clube/contract/points/calls.ts'
import { postingTitles } from '@clube/contract/points/posting-kinds.ts'
import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ShowMore } from '../../../parts/pages.tsx'
import { usePointsStatement } from '../../../parts/club-data/use-points.ts'
import { clubMoment } from '../../../parts/club-time.ts'
import { formatPoints } from '../../../parts/points.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import css from './points.module.css'

/** The points statement, each entry with its resulting balance. */
export function Statement() {
  const statement = usePointsStatement()
  return (
    <section className={css.block} aria-labelledby="extrato">
      <h2 id="extrato">Extrato</h2>
      <Loaded query={statement} saying="Carregando o extrato">
        {(lines) =>
          lines.length === 0 ? (
            <NothingYet />
          ) : (
            <>
              <ul className={css.lines}>
                {lines.map((line) => (
                  <Movement key={line.position} line={line} />
                ))}
              </ul>
              <ShowMore list={statement} />
              {/* On a kiosk the next person would find the file. */}
              {!isKiosk() && (
                <a className={css.file} href={pointsStatementFile.path} download>
                  Baixar o extrato em CSV
                </a>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Movement({ line }: { line: StatementLine }) {
  const { points } = line
  return (
    <li className={css.line}>
      <span className={css.what}>
        <strong>{postingTitles[line.kind]}</strong>
        {line.about && <span>{line.about}</span>}
        <span className={css.soft}>{clubMoment(line.created_at)}</span>
      </span>
      <span className={css.amounts}>
        <strong className="figures" data-in={points > 0 ? '' : undefined}>
          {points > 0 ? '+' : '−'} {formatPoints(Math.abs(points))}
        </strong>
        <span className={css.soft}>Saldo {line.balance_after.toLocaleString('pt-BR')}</span>
      </span>
    </li>
  )
}

function NothingYet() {
  return (
    <EmptyState
      drawing="points"
      action={
        <Link href={paths.newReceipt} asChild>
          <Button href={paths.newReceipt} compact>
            Cadastrar nota fiscal
          </Button>
        </Link>
      }
    >
      Seus pontos começam com a primeira nota fiscal.
    </EmptyState>
  )
}
