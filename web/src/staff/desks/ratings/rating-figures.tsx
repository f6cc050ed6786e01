import { fewestAnswers, intervalMethod } from '@clube/contract/ratings/net-promoter-score.ts'
import type { RatingFigure, RatingFigures } from '@clube/contract/ratings/staff-calls.ts'
import { shopSegments, type ShopSegment } from '@clube/contract/receipts/shop.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { useId, type ReactNode } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Loaded, type QueryState } from '../../../parts/club-data/loaded.tsx'
import { DayPlot } from '../../parts/day-plot.tsx'
import { Figures } from '../../parts/figures.tsx'

const formatAnswers = /* @__PURE__ */ countFormatter('resposta', 'respostas')

/** A score with its sign: +40, 0, −12. */
const formatScore = (score: number): string =>
  score > 0 ? `+${score}` : score < 0 ? `−${Math.abs(score)}` : '0'

const formatInterval = (figure: RatingFigure): string =>
  figure.kind === 'score' ? `${formatScore(figure.low)} a ${formatScore(figure.high)}` : '–'

/** The score of a period with its interval, its trend, and by month, segment and shop. */
export function RatingFiguresView({ query }: { query: QueryState<RatingFigures> }) {
  return (
    <Loaded
      query={query}
      loadingText="Carregando as avaliações"
      skeleton={<Skeleton shape="field" count={5} />}
    >
      {(figures) =>
        figures.total.answers === 0 ? (
          <EmptyState illustration="search">Nenhuma avaliação neste período.</EmptyState>
        ) : (
          <LoadedFigures figures={figures} />
        )
      }
    </Loaded>
  )
}

function LoadedFigures({ figures: { total, shops, segments, months, days } }: { figures: RatingFigures }) {
  return (
    <>
      <Panel title="NPS do período">
        {total.kind === 'score' ? (
          <>
            <Figures
              figures={[
                ['NPS', formatScore(total.score)],
                ['Intervalo de 95 %', formatInterval(total)],
                ['Respostas', total.answers.toLocaleString('pt-BR')],
              ]}
            />
            <p className="soft small">
              Parte de notas 9 e 10 menos a de notas 0 a 6, em pontos. Intervalo: {intervalMethod}.
            </p>
          </>
        ) : (
          <p>
            {formatAnswers(total.answers)}. Com menos de {fewestAnswers}, não há NPS.
          </p>
        )}
      </Panel>
      {days.length > 0 && (
        <Panel title="Respostas por dia">
          <DayPlot
            days={days}
            idleDay={(day) => ({ day, promoters: 0, detractors: 0 })}
            series={[
              { part: 'first', title: 'Notas 9 e 10', valueOf: ({ promoters }) => promoters },
              { part: 'second', title: 'Notas 0 a 6', valueOf: ({ detractors }) => detractors },
            ]}
            label="Avaliações por dia"
            empty="Nenhuma avaliação neste período."
          />
        </Panel>
      )}
      <Panel title="Por mês">
        <FigureTable
          label="NPS por mês"
          first="Mês"
          rows={months.map(({ month, figure }) => [month.split('-').toReversed().join('/'), figure])}
        />
      </Panel>
      <Panel title="Por segmento">
        <FigureTable
          label="NPS por segmento"
          first="Segmento"
          rows={segments.map(({ segment, figure }) => [segmentTitle(segment), figure])}
        />
      </Panel>
      <Panel title="Por loja">
        <FigureTable
          label="NPS por loja"
          first="Loja"
          rows={shops.map(({ title, figure }) => [title, figure])}
        />
      </Panel>
    </>
  )
}

const segmentTitle = (segment: string | null): string =>
  segment === null ? 'Sem segmento' : (shopSegments[segment as ShopSegment] ?? segment)

type Row = readonly [title: string, figure: RatingFigure]

function FigureTable({ label, first, rows }: { label: string; first: string; rows: readonly Row[] }) {
  const columns: readonly Column<Row>[] = [
    { title: first, header: true, cell: ([title]) => title },
    {
      title: 'NPS',
      narrow: true,
      cell: ([, figure]) =>
        figure.kind === 'score' ? (
          <strong>{formatScore(figure.score)}</strong>
        ) : (
          <span className="soft">menos de {fewestAnswers} respostas</span>
        ),
    },
    { title: 'Intervalo de 95 %', narrow: true, cell: ([, figure]) => formatInterval(figure) },
    { title: 'Respostas', narrow: true, cell: ([, { answers }]) => answers.toLocaleString('pt-BR') },
  ]
  return <DataTable label={label} columns={columns} rows={rows} keyOf={([title]) => title} />
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
