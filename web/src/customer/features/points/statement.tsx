import { pointsStatementFile, type StatementLine } from '@clube/contract/points/calls.ts'
import { postingTitles } from '@clube/contract/points/posting-kinds.ts'
import { Section } from '../../../kit/page/section.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { usePointsStatement } from '../../../parts/club-data/use-points.ts'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { formatPoints } from '../../../parts/points.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import css from './points.module.css'

/** The points statement, each entry with its resulting balance. */
export function Statement() {
  return (
    <Section title="Extrato">
      <PagedList
        list={usePointsStatement()}
        loadingText="Carregando o extrato"
        className={`raised lines ${css.lines}`}
        keyOf={({ position }) => String(position)}
        empty={
          <EmptyList drawing="points" href={paths.newReceipt} action="Cadastrar nota fiscal">
            Seus pontos começam com a primeira nota fiscal.
          </EmptyList>
        }
        below={
          // On a kiosk the next person would find the file.
          !isKiosk() && (
            <a className={css.file} href={pointsStatementFile.path} download>
              Baixar o extrato em CSV
            </a>
          )
        }
      >
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </Section>
  )
}

function Entry({ entry: { kind, about, created_at, points, balance_after } }: { entry: StatementLine }) {
  return (
    <div className={css.line}>
      <span className="titled">
        <strong>{postingTitles[kind]}</strong>
        {about && <span>{about}</span>}
        <span className="soft">{formatShortDateTime(created_at)}</span>
      </span>
      <span className={`titled figures ${css.amounts}`}>
        <strong data-in={points > 0 ? '' : undefined}>
          {points > 0 ? '+' : '−'} {formatPoints(Math.abs(points))}
        </strong>
        <span className="soft">Saldo {balance_after.toLocaleString('pt-BR')}</span>
      </span>
    </div>
  )
}
