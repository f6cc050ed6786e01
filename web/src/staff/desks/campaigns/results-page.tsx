import {
  resultsFile,
  type CampaignResults,
  type ResultsTable,
} from '@clube/contract/campaigns/results-calls.ts'
import { transactionStateTitles } from '@clube/contract/campaigns/transaction-states.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useId, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { staffPaths } from '../../app/paths.ts'
import { fillDays } from '../../parts/days.ts'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import css from './results.module.css'
import { useCampaignResults } from './use-campaigns.ts'

const formatCount = (count: number): string => count.toLocaleString('pt-BR')

/** A count as a percentage of the total; empty if the total is zero. */
const formatShare = (count: number, total: number): string =>
  total === 0 ? '' : `${Math.round((count / total) * 100)}%`

/** A campaign's results: counts without personal data. */
export function ResultsPage({ id: campaign_id }: { id: string }) {
  const [, navigate] = useLocation()
  const results = useCampaignResults(campaign_id)
  const back = staffPaths.campaign(campaign_id)
  return (
    <DeskPage
      title={results.data ? `Resultados de ${results.data.campaign_title}` : 'Resultados'}
      actions={
        <>
          <FileLink href={filePath(resultsFile, { campaign_id })}>Baixar CSV</FileLink>
          <Link href={back}>Voltar à promoção</Link>
        </>
      }
    >
      <KeyHints hints={[['B', 'voltar', () => navigate(back)]]} />
      <Loaded query={results} skeleton={<Skeleton shape="field" count={5} />}>
        {(loaded) => <Results results={loaded} />}
      </Loaded>
    </DeskPage>
  )
}

function Results({ results }: { results: CampaignResults }) {
  const { participants, steps, states, days, given, tables } = results
  const opened = steps[0]?.count ?? 0
  return (
    <>
      <section className="panel" aria-label="Resumo">
        <dl className={css.figures}>
          <Figure title="Participantes" value={formatCount(participants)} />
          {steps.map(({ title, count }, index) => (
            <Figure
              key={title}
              title={title}
              value={formatCount(count)}
              note={index > 0 && formatShare(count, opened)}
            />
          ))}
          {given && (
            <Figure
              title={given.title}
              value={formatCount(given.given)}
              note={[`de ${formatCount(given.total)}`, formatShare(given.given, given.total)]
                .filter(Boolean)
                .join(' · ')}
            />
          )}
        </dl>
      </section>
      {opened === 0 ? (
        <EmptyState illustration="gift">Ninguém participou ainda.</EmptyState>
      ) : (
        <>
          <Section title="Participações por dia">
            <DayChart days={days} />
            <details>
              <summary>Ver os números de cada dia</summary>
              <DataTable
                label="Participações por dia"
                columns={dayColumns}
                rows={days}
                keyOf={({ day }) => day}
              />
            </details>
          </Section>
          <Section title="Participações por situação">
            <DataTable
              label="Participações por situação"
              columns={stateColumns(opened)}
              rows={states}
              keyOf={({ state }) => state}
            />
          </Section>
        </>
      )}
      {tables.map((table) => (
        <Section key={table.title} title={table.title}>
          <KindTable table={table} />
        </Section>
      ))}
    </>
  )
}

function Figure({ title, value, note }: { title: string; value: string; note?: string | false }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span>{note}</span>}
      </dd>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type Day = CampaignResults['days'][number]

const dayColumns: readonly Column<Day>[] = [
  { title: 'Dia', cell: ({ day }) => formatDay(day) },
  { title: 'Iniciadas', narrow: true, cell: ({ opened }) => formatCount(opened) },
  { title: 'Concluídas', narrow: true, cell: ({ completed }) => formatCount(completed) },
]

const stateColumns = (total: number): readonly Column<CampaignResults['states'][number]>[] => [
  { title: 'Situação', cell: ({ state }) => transactionStateTitles[state] },
  { title: 'Participações', narrow: true, cell: ({ count }) => formatCount(count) },
  { title: 'Parte', narrow: true, cell: ({ count }) => formatShare(count, total) },
]

/** One bar per day: opened participations, with the completed ones in color. */
function DayChart({ days }: { days: readonly Day[] }) {
  const all = fillDays(days, (day) => ({ day, opened: 0, completed: 0 }))
  const [first, last] = [all[0], all.at(-1)]
  const highest = Math.max(1, ...all.map(({ opened }) => opened))
  const best = all.find(({ opened }) => opened === highest)
  if (!first || !last || !best) return null
  return (
    <figure className={css.chart}>
      <svg
        role="img"
        aria-label={`De ${formatDay(first.day)} a ${formatDay(last.day)}. O dia com mais participações foi ${formatDay(best.day)}, com ${formatCount(highest)}.`}
        viewBox={`0 0 ${all.length} ${highest}`}
        preserveAspectRatio="none"
      >
        {all.map(({ day, opened, completed }, index) => (
          <g key={day}>
            <rect data-part="opened" x={index + 0.1} y={highest - opened} width={0.8} height={opened} />
            <rect
              data-part="completed"
              x={index + 0.1}
              y={highest - completed}
              width={0.8}
              height={completed}
            />
          </g>
        ))}
      </svg>
      <figcaption className="row spread soft small">
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(last.day)}</span>
        <span className={css.legend}>
          <span data-part="completed">Concluídas</span>
          <span data-part="opened">Outras iniciadas</span>
        </span>
      </figcaption>
    </figure>
  )
}

type Row = ResultsTable['rows'][number]

function KindTable({ table: { title, columns, rows } }: { table: ResultsTable }) {
  if (rows.length === 0) return <p className="soft small">Nada a mostrar ainda.</p>
  const [name = '', ...counted] = columns
  const tableColumns: Column<Row>[] = [
    { title: name, cell: (row) => row.title },
    ...counted.map((column, index) => ({
      title: column,
      narrow: true,
      cell: ({ values }: Row) => {
        const value = values[index]
        return typeof value === 'number' ? formatCount(value) : '–'
      },
    })),
  ]
  return <DataTable label={title} columns={tableColumns} rows={rows} keyOf={({ title: row }) => row} />
}
