import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { CSSProperties } from 'react'
import { DataTable } from '../../kit/table/data-table.tsx'
import css from './day-plot.module.css'
import { fillDays } from './days.ts'
import { scaleOf } from './plot-scale.ts'

type Series<Day> = {
  /** Determines the color. */
  part: 'first' | 'second'
  title: string
  valueOf: (day: Day) => number
}

type DayPlotProps<Day> = {
  days: readonly Day[]
  /** A day without activity, for those that are not listed. */
  idleDay: (day: string) => Day
  series: readonly [Series<Day>, Series<Day>]
  /** What is counted, for screen readers. */
  label: string
  /** A sentence that summarizes the plot, added to its accessible name. */
  description?: string
  /** Shown if there are no days. */
  empty: string
  /** The days after the last one, each with the same expected value. */
  forecast?: { days: readonly string[]; value: number }
}

/** Two counts per day as bars on a scale, with the numbers in a table below. */
export function DayPlot<Day extends { day: string }>(props: DayPlotProps<Day>) {
  const { days, idleDay, series, label, description, empty, forecast = noForecast } = props
  const all = fillDays(days, idleDay)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return <p className="soft small">{empty}</p>
  const forecastDays = forecast.days
  const scale = scaleOf(
    Math.max(forecast.value, ...all.flatMap((day) => series.map(({ valueOf }) => valueOf(day)))),
  )
  const top = scale.at(-1) ?? 1
  const width = all.length + forecastDays.length
  const period = `${label}, de ${formatDay(first.day)} a ${formatDay(last.day)}.`
  return (
    <>
      <figure className={css.plot}>
        <div className={css.scale} aria-hidden="true">
          {scale.map((value) => (
            <span key={value} style={{ '--height': value / top } as CSSProperties}>
              {value.toLocaleString('pt-BR')}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={description === undefined ? period : `${period} ${description}`}
          viewBox={`0 0 ${width} ${top}`}
          preserveAspectRatio="none"
        >
          {scale.map((value) => (
            <line key={value} x1={0} x2={width} y1={top - value} y2={top - value} />
          ))}
          {all.map((day, index) => (
            <g key={day.day}>
              {series.map(({ part, valueOf }, position) => (
                <Bar key={part} part={part} x={index + 0.1 + 0.4 * position} value={valueOf(day)} top={top} />
              ))}
            </g>
          ))}
          {forecastDays.map((day, index) => (
            <Bar key={day} part="forecast" x={all.length + index + 0.1} value={forecast.value} top={top} />
          ))}
        </svg>
        <figcaption className="row spread soft small">
          <span>{formatDay(first.day)}</span>
          <span>{formatDay(forecastDays.at(-1) ?? last.day)}</span>
          <span className={css.legend}>
            {series.map(({ part, title }) => (
              <span key={part} data-part={part}>
                {title}
              </span>
            ))}
            {forecastDays.length > 0 && <span data-part="forecast">Previsão</span>}
          </span>
        </figcaption>
      </figure>
      <details>
        <summary>Ver os números de cada dia</summary>
        <DataTable
          label={label}
          columns={[
            { title: 'Dia', cell: ({ day }) => formatDay(day) },
            ...series.map(({ title, valueOf }) => ({
              title,
              narrow: true,
              cell: (day: Day) => valueOf(day).toLocaleString('pt-BR'),
            })),
          ]}
          rows={all}
          keyOf={({ day }) => day}
        />
      </details>
    </>
  )
}

const noForecast = { days: [], value: 0 } as const

type BarProps = { part: 'first' | 'second' | 'forecast'; x: number; value: number; top: number }

const Bar = ({ part, x, value, top }: BarProps) => (
  <rect data-part={part} x={x} y={top - value} width={part === 'forecast' ? 0.8 : 0.4} height={value} />
)
