import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { fillDays } from '../../parts/days.ts'
import { describeForecast, formatCount, forecastDays, paceOf, type CampaignStock } from './stock.ts'
import css from './stock.module.css'

type Day = CampaignStock['days'][number]

const idleDay = (day: string): Day => ({ day, issued: 0, delivered: 0 })

const columns: readonly Column<Day>[] = [
  { title: 'Dia', cell: ({ day }) => formatDay(day) },
  { title: 'Emitidos', narrow: true, cell: ({ issued }) => formatCount(issued) },
  { title: 'Entregues', narrow: true, cell: ({ delivered }) => formatCount(delivered) },
]

/** How fast gifts are given per day, and when none will be left at this pace. */
export function StockPlot({ campaign }: { campaign: Pick<CampaignStock, 'days' | 'stock' | 'runs_out_at'> }) {
  const { days, runs_out_at } = campaign
  const all = fillDays(days, idleDay)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return <p className="soft small">Nenhum vale-brinde foi emitido ainda.</p>
  // The days after a campaign's end are not listed, but nothing is issued on them.
  const today = clubDayOf(new Date(serverNow()))
  const pace = paceOf(last.day < today ? fillDays([...all, idleDay(today)], idleDay) : all)
  const forecast = describeForecast(pace, campaign)
  const ahead = pace === 0 || runs_out_at === null ? [] : forecastDays(last.day, clubDayOf(runs_out_at))
  const highest = Math.max(1, pace, ...all.map(({ issued, delivered }) => Math.max(issued, delivered)))
  return (
    <>
      <p>{forecast}</p>
      <figure className={css.plot}>
        <svg
          role="img"
          aria-label={`Vales-brinde por dia, de ${formatDay(first.day)} a ${formatDay(last.day)}. ${forecast}`}
          viewBox={`0 0 ${all.length + ahead.length} ${highest}`}
          preserveAspectRatio="none"
        >
          {all.map(({ day, issued, delivered }, index) => (
            <g key={day}>
              <Bar part="issued" x={index + 0.1} value={issued} highest={highest} />
              <Bar part="delivered" x={index + 0.5} value={delivered} highest={highest} />
            </g>
          ))}
          {ahead.map((day, index) => (
            <Bar key={day} part="forecast" x={all.length + index + 0.1} value={pace} highest={highest} />
          ))}
        </svg>
        <figcaption className="row spread soft small">
          <span>{formatDay(first.day)}</span>
          <span>{formatDay(ahead.at(-1) ?? last.day)}</span>
          <span className={css.legend}>
            <span data-part="issued">Emitidos</span>
            <span data-part="delivered">Entregues</span>
            {ahead.length > 0 && <span data-part="forecast">Previsão</span>}
          </span>
        </figcaption>
      </figure>
      <details>
        <summary>Ver os números de cada dia</summary>
        <DataTable label="Vales-brinde por dia" columns={columns} rows={all} keyOf={({ day }) => day} />
      </details>
    </>
  )
}

type BarProps = { part: 'issued' | 'delivered' | 'forecast'; x: number; value: number; highest: number }

const Bar = ({ part, x, value, highest }: BarProps) => (
  <rect data-part={part} x={x} y={highest - value} width={part === 'forecast' ? 0.8 : 0.4} height={value} />
)
