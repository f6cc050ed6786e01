import { formatPoints, formatReceipts } from '@clube/contract/kernel/count-formats.ts'
import {
  pointsStatementFile,
  type OwnPoints,
  type PointsInReview,
  type StatementLine,
} from '@clube/contract/points/calls.ts'
import { expiringSoonDays, postingTitles } from '@clube/contract/points/posting-kinds.ts'
import { memo } from 'react'
import { Counter } from '../../../kit/feedback/counter.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { usePoints, usePointsStatement } from '../../../parts/club-data/use-points.ts'
import { formatEnd, formatShortDateTime } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { PasswordNeeded } from '../../../parts/password-needed/password-needed.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { isIdentified, useSession } from '../../../platform/session/session-store.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { PointsRules } from '../../promotions/points-rules.tsx'
import css from './points.module.css'

/** Pontos: the balance, points under review, expiring points, the club's rules, and the statement. */
export function PointsPage() {
  return (
    <Page title="Meus pontos">
      <Loaded query={usePoints()} loadingText="Carregando seus pontos" skeleton={<Skeleton shape="card" />}>
        {(points) => <Balance points={points} />}
      </Loaded>
      <PointsRules />
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

function Balance({ points: { balance, waiting, debt, expiring, in_review } }: { points: OwnPoints }) {
  return (
    <>
      <section className={`raised ${css.balance}`} aria-label="Saldo">
        <p className={css.number}>
          <Counter value={balance} />
        </p>
        <p>{balance === 1 ? 'ponto' : 'pontos'}</p>
        {in_review.points > 0 && (
          <p className={`figures ${css.review}`}>{in_review.points.toLocaleString('pt-BR')} em análise</p>
        )}
      </section>
      <InReview {...in_review} />
      {waiting.length > 0 && (
        <Section title="Pontos que ainda vão ficar disponíveis">
          <p className="soft">
            Já são seus e estão no saldo. Os pontos de uma nota aprovada na hora podem ser usados depois deste
            prazo.
          </p>
          <ul className={`raised lines ${css.lines}`}>
            {waiting.map(({ points, available_at }, index) => (
              <li key={`${available_at} ${index}`} className={css.line}>
                <span>Disponíveis em {formatShortDateTime(available_at)}</span>
                <strong className="figures">{formatPoints(points)}</strong>
              </li>
            ))}
          </ul>
        </Section>
      )}
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

/** What the points under review depend on. */
function InReview({ receipts, appealed }: PointsInReview) {
  if (receipts + appealed === 0) return null
  const estimate =
    'Os pontos são uma estimativa pelo valor que você informou e entram no saldo quando a equipe aprova.'
  const later = 'Os pontos só são conhecidos depois da decisão.'
  return (
    <div className="stack">
      {receipts > 0 && (
        <ForwardLink
          variant="card"
          href={paths.receipts}
          title={`${formatReceipts(receipts)} em análise`}
          text={estimate}
        />
      )}
      {appealed > 0 && (
        <ForwardLink
          variant="card"
          href={paths.receipts}
          title={`${formatReceipts(appealed)} em nova análise`}
          text={later}
        />
      )}
    </div>
  )
}

/** The points statement, each entry with its resulting balance. */
function Statement() {
  return (
    <Section title="Extrato">
      <PagedList
        list={usePointsStatement()}
        loadingText="Carregando o extrato"
        className={`raised lines ${css.lines}`}
        keyOf={({ position }) => String(position)}
        empty={<EmptyStatement />}
        below={
          // On a kiosk the next person would find the file.
          !isKiosk() && <FileLink href={pointsStatementFile.path}>Baixar o extrato em planilha</FileLink>
        }
      >
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </Section>
  )
}

/** Without entries, the person has registered no receipt, or the first one is still under review. */
function EmptyStatement() {
  const { data } = usePoints()
  if (data && data.in_review.receipts + data.in_review.appealed > 0)
    return <EmptyState illustration="points">O extrato começa com a primeira nota aprovada.</EmptyState>
  return (
    <EmptyList illustration="points" href={paths.newReceipt} action="Cadastrar nota fiscal">
      Seus pontos começam com a primeira nota fiscal.
    </EmptyList>
  )
}

/** Not rendered again while further entries load: a statement may have hundreds. */
const Entry = memo(function Entry({ entry }: { entry: StatementLine }) {
  const { kind, about, created_at, points, balance_after } = entry
  return (
    <div className={css.line}>
      <span className="titled">
        <strong>{postingTitles[kind]}</strong>
        {about && <span>{about}</span>}
        <span className="soft">{formatShortDateTime(created_at)}</span>
        <EntryHelp entry={entry} />
      </span>
      <span className={`titled figures ${css.amounts}`}>
        <strong data-in={points > 0 ? '' : undefined}>
          {points > 0 ? '+' : '−'} {formatPoints(Math.abs(points))}
        </strong>
        <span className="soft">Saldo {balance_after.toLocaleString('pt-BR')}</span>
      </span>
    </div>
  )
})

/** Help with the receipt or the participation that caused a movement; others, such as an expiry, have neither. */
function EntryHelp({ entry }: { entry: StatementLine }) {
  const { kind, about, created_at, purchase_id, transaction_id } = entry
  const id = purchase_id ?? transaction_id
  if (!id) return null
  const subject = [postingTitles[kind], about, formatShortDateTime(created_at)].filter(Boolean).join(', ')
  return (
    <span className={css.help}>
      <HelpLink about={purchase_id ? 'nota' : 'participacao'} id={id} subject={subject} />
    </span>
  )
}
