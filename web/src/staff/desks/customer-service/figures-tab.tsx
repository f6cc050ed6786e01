import {
  readServiceFiguresCall,
  serviceTicketsFile,
  type ServiceFigures,
  type TicketFlow,
} from '@clube/contract/customer-service/figures-calls.ts'
import { serviceAreas } from '@clube/contract/customer-service/service-ticket.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useId, useState, type CSSProperties, type ReactNode } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { usePreviousData } from '../../../platform/server-data/previous-data.ts'
import { useQuery } from '../../../platform/server-data/use-query.tsx'
import { DayPlot } from '../../parts/day-plot.tsx'
import { Figures } from '../../parts/figures.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import css from './customer-service.module.css'
import { categoryTitles, formatDuration, optionsOf } from './service-labels.ts'

const dayMs = 86_400_000
/** Length of the period at first, in days. */
const firstPeriodDays = 30
const daysAgo = (days: number): string => clubDayOf(new Date(serverNow() - days * dayMs))

/** Waiting, first answers, solutions and satisfaction of a period. */
export function FiguresTab() {
  const send = useSend()
  const canExport = useHasPermission('tickets.supervise')
  const [filter, setFilter] = useState(() => ({
    from: daysAgo(firstPeriodDays - 1),
    to: daysAgo(0),
    area: '',
  }))
  const { area, ...period } = filter
  const parsed = readServiceFiguresCall.query.safeParse({ ...period, ...(area === '' ? {} : { area }) })
  const periodError = parsed.error?.issues[0]?.message
  const figures = usePreviousData(
    useQuery({
      queryKey: ['tickets', 'figures', filter],
      queryFn: ({ signal }) => dataOf(send(readServiceFiguresCall, { query: parsed.data ?? period, signal })),
      enabled: periodError === undefined,
    }),
  )
  const change = (name: keyof typeof filter) => (value: string) =>
    setFilter((now) => ({ ...now, [name]: value }))
  return (
    <>
      <Filters>
        <FilterField label="De" type="date" value={filter.from} onChange={change('from')} />
        <FilterField label="Até" type="date" value={filter.to} onChange={change('to')} />
        <FilterSelect
          label="Área"
          value={area}
          onChange={change('area')}
          all="Todas"
          options={optionsOf(serviceAreas)}
        />
        {/* An invalid period has no file. */}
        {canExport && periodError === undefined && (
          <FileLink href={filePath(serviceTicketsFile, period)}>Baixar o período em CSV</FileLink>
        )}
      </Filters>
      {periodError === undefined ? (
        <Loaded
          query={figures}
          loadingText="Carregando os números"
          skeleton={<Skeleton shape="field" count={5} />}
        >
          {(data) => <LoadedFigures figures={data} />}
        </Loaded>
      ) : (
        <Notice tone="warn">{periodError}</Notice>
      )}
    </>
  )
}

/** A part of a whole in per cent; a dash without any. */
const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`
const answered = ({ answered_in_time, answered_late }: TicketFlow) => answered_in_time + answered_late
const solved = ({ solved_in_time, solved_late }: TicketFlow) => solved_in_time + solved_late
const formatMedian = (minutes: number | null): string => (minutes === null ? '–' : formatDuration(minutes))

const idleFlow: TicketFlow = {
  opened: 0,
  answered_in_time: 0,
  answered_late: 0,
  unanswered: 0,
  solved_in_time: 0,
  solved_late: 0,
  unsolved: 0,
}

function LoadedFigures({ figures }: { figures: ServiceFigures }) {
  const { total, days, areas, categories, satisfaction, waiting_now } = figures
  const waiting: readonly Bar[] = [
    ['Atrasados', waiting_now.overdue, 'bad'],
    ['Vencem em até 4 horas', waiting_now.next_4_hours, 'warn'],
    ['Vencem em até 24 horas', waiting_now.next_24_hours, 'accent'],
    ['Vencem depois', waiting_now.later, 'accent'],
  ]
  const ratings = satisfaction.counts.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Panel title="À espera agora">
        <Bars bars={waiting} />
      </Panel>
      {total.opened === 0 ? (
        <EmptyState illustration="search">Nenhum atendimento aberto neste período.</EmptyState>
      ) : (
        <>
          <Panel title="Abertos no período">
            <Figures
              figures={[
                ['Recebidos', total.opened.toLocaleString('pt-BR')],
                ['Primeira resposta no prazo', formatShare(total.answered_in_time, answered(total))],
                ['Resolvidos no prazo', formatShare(total.solved_in_time, solved(total))],
                ['Mediana até responder', formatMedian(figures.median_first_answer_minutes)],
                ['Mediana até resolver', formatMedian(figures.median_solution_minutes)],
                ['Sem solução, no prazo', total.unsolved.toLocaleString('pt-BR')],
              ]}
            />
          </Panel>
          <FlowPlot
            title="Primeira resposta por dia"
            days={days}
            first={['No prazo', ({ answered_in_time }) => answered_in_time]}
            second={['Atrasada ou à espera', ({ answered_late, unanswered }) => answered_late + unanswered]}
          />
          <FlowPlot
            title="Solução por dia"
            days={days}
            first={['No prazo', ({ solved_in_time }) => solved_in_time]}
            second={['Atrasada ou em aberto', ({ solved_late, unsolved }) => solved_late + unsolved]}
          />
          <Panel title="Por área">
            <FlowTable
              label="Atendimentos por área"
              first="Área"
              rows={areas.map(({ area, ...flow }) => [serviceAreas[area], flow])}
            />
          </Panel>
          <Panel title="Por categoria">
            <FlowTable
              label="Atendimentos por categoria"
              first="Categoria"
              rows={categories.map(({ category, ...flow }) => [categoryTitles[category], flow])}
            />
          </Panel>
          <Panel title="Notas do atendimento">
            {ratings === 0 ? (
              <p className="soft">Ninguém avaliou um atendimento deste período.</p>
            ) : (
              <>
                <p>
                  {satisfaction.mean === null
                    ? 'Com menos de 5 notas, não há média.'
                    : `Média: ${satisfaction.mean.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} de 5.`}
                </p>
                <Bars
                  bars={satisfaction.counts.map((count, index) => [`Nota ${index + 1}`, count, 'accent'])}
                />
              </>
            )}
          </Panel>
        </>
      )}
    </>
  )
}

type FlowSeries = readonly [title: string, valueOf: (flow: TicketFlow) => number]
type FlowPlotProps = { title: string; days: ServiceFigures['days']; first: FlowSeries; second: FlowSeries }

const FlowPlot = ({ title, days, first, second }: FlowPlotProps) => (
  <Panel title={title}>
    <DayPlot
      days={days}
      idleDay={(day) => ({ day, ...idleFlow })}
      series={[
        { part: 'first', title: first[0], valueOf: first[1] },
        { part: 'second', title: second[0], valueOf: second[1] },
      ]}
      label={title}
      empty="Nenhum atendimento aberto neste período."
    />
  </Panel>
)

type FlowRow = readonly [title: string, flow: TicketFlow]

function FlowTable({ label, first, rows }: { label: string; first: string; rows: readonly FlowRow[] }) {
  const columns: readonly Column<FlowRow>[] = [
    { title: first, header: true, cell: ([title]) => title },
    { title: 'Recebidos', narrow: true, cell: ([, { opened }]) => opened.toLocaleString('pt-BR') },
    {
      title: 'Resposta no prazo',
      narrow: true,
      cell: ([, flow]) => formatShare(flow.answered_in_time, answered(flow)),
    },
    {
      title: 'Sem resposta, no prazo',
      narrow: true,
      cell: ([, { unanswered }]) => unanswered.toLocaleString('pt-BR'),
    },
    {
      title: 'Resolvidos no prazo',
      narrow: true,
      cell: ([, flow]) => formatShare(flow.solved_in_time, solved(flow)),
    },
    {
      title: 'Sem solução, no prazo',
      narrow: true,
      cell: ([, { unsolved }]) => unsolved.toLocaleString('pt-BR'),
    },
  ]
  return <DataTable label={label} columns={columns} rows={rows} keyOf={([title]) => title} />
}

type Bar = readonly [title: string, count: number, tone: Tone]

/** Counts as bars with their numbers; the list itself is the alternative to the plot. */
function Bars({ bars }: { bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(([, count]) => count))
  return (
    <dl className={css.bars}>
      {bars.map(([title, count, tone]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd aria-hidden="true">
            <span
              className={css.bar}
              data-tone={tone}
              style={{ '--share': count / highest } as CSSProperties}
            />
          </dd>
          <dd className="figures">{count.toLocaleString('pt-BR')}</dd>
        </div>
      ))}
    </dl>
  )
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
