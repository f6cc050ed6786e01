import { listProofsCall, type ProofView } from '@clube/contract/staff/proof-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { FactList, StateChip } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { shortId } from './audit-labels.ts'
import css from './audit.module.css'

type Findings = Extract<ProofView['result'], { kind: 'failed' }>

/** The proofs that run in the background: when each last passed, or what is wrong. */
export function Proofs() {
  const query = useCallQuery(['audit', 'proofs'], (send, signal) => send(listProofsCall, { signal }), {
    refetchInterval: (proofs) => (proofs?.some(({ full_pass }) => full_pass !== null) ? 2_000 : 60_000),
  })
  return (
    <section className="stack" aria-labelledby="proofs">
      <h2 id="proofs">Provas automáticas</h2>
      <Loaded query={query} skeleton={<Skeleton shape="field" count={1} />}>
        {(proofs) => (
          <>
            {proofs.map((proof) => (
              <Alarm key={proof.name} proof={proof} />
            ))}
            <FactList
              facts={proofs.map((proof) => [proof.title, <State key={proof.name} proof={proof} />])}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

function State({ proof: { result, full_pass, proved, full_proved_at } }: { proof: ProofView }) {
  const full = (
    <>
      {proved !== null && <span className="soft small">{proved}</span>}
      {full_proved_at !== null && (
        <span className="soft small">Prova completa em {formatInstant(full_proved_at)}</span>
      )}
      {full_pass && <span className="small">{passText(full_pass)}</span>}
    </>
  )
  switch (result.kind) {
    case 'proved':
      return (
        <span className="row">
          <StateChip tone="good" title={`Provado em ${formatInstant(result.proved_at)}`} />
          {full}
        </span>
      )
    case 'failed':
      return (
        <span className="row">
          <StateChip tone="bad" title="Falhou" />
          {full}
        </span>
      )
    case 'overdue':
      return (
        <span className="row">
          <StateChip tone="bad" title="Sem prova" />
          {full}
        </span>
      )
    case 'pending':
      return (
        <span className="row">
          <StateChip tone={undefined} title="Ainda não provado" />
          {full}
        </span>
      )
    default:
      return result satisfies never
  }
}

const passText = (pass: NonNullable<ProofView['full_pass']>): string => {
  if (pass.kind === 'requested')
    return `Nova prova completa pedida em ${formatInstant(pass.requested_at)}: começa em até um minuto`
  const progress = pass.progress === null ? '' : `: ${pass.progress}`
  return `Prova completa em andamento desde ${formatInstant(pass.started_at)}${progress}`
}

function Alarm({ proof: { title, result } }: { proof: ProofView }) {
  if (result.kind === 'overdue')
    return (
      <Notice tone="bad">
        {title}: sem prova desde {formatInstant(result.since)}. Avise quem cuida do sistema.
      </Notice>
    )
  if (result.kind !== 'failed') return null
  return (
    <Notice tone="bad">
      <p>
        {title}: {result.found === 1 ? '1 problema' : `${result.found} problemas`}. Avise quem cuida do
        sistema.
      </p>
      <FindingList result={result} />
    </Notice>
  )
}

function FindingList({ result: { found, findings } }: { result: Findings }) {
  const more = found - findings.length
  return (
    <ul className={css.findings}>
      {findings.map(({ problem, subject, expected, found: actual, found_at }) => (
        <li key={`${problem} ${subject}`}>
          {problem} {expected !== null && actual !== null && `Esperado ${expected}, encontrado ${actual}. `}
          <span className="soft small" title={subject}>
            {shortId(subject)}, {formatInstant(found_at)}
          </span>
        </li>
      ))}
      {more > 0 && <li>{more === 1 ? 'E mais 1.' : `E mais ${more}.`}</li>}
    </ul>
  )
}
