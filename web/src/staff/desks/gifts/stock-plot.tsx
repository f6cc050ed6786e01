import { clubDayOf } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { DayPlot } from '../../parts/day-plot.tsx'
import { fillDays } from '../../parts/days.ts'
import { describeForecast, forecastDays, paceOf, type CampaignStock } from './stock.ts'

type Day = CampaignStock['days'][number]

const idleDay = (day: string): Day => ({ day, issued: 0, delivered: 0 })

const series = [
  { part: 'first', title: 'Emitidos', valueOf: ({ issued }: Day) => issued },
  { part: 'second', title: 'Entregues', valueOf: ({ delivered }: Day) => delivered },
] as const

/** Vouchers issued and delivered per day, and when the stock will run out at the current rate. */
export function StockPlot({ campaign }: { campaign: Pick<CampaignStock, 'days' | 'stock' | 'runs_out_at'> }) {
  const { days, runs_out_at } = campaign
  const all = fillDays(days, idleDay)
  const last = all.at(-1)
  if (!last) return <p className="soft small">{noVouchers}</p>
  // The days after a campaign's end are not listed, but nothing is issued on them.
  const today = clubDayOf(new Date(serverNow()))
  const pace = paceOf(last.day < today ? fillDays([...all, idleDay(today)], idleDay) : all)
  const text = describeForecast(pace, campaign)
  const daysAhead = pace === 0 || runs_out_at === null ? [] : forecastDays(last.day, clubDayOf(runs_out_at))
  return (
    <>
      <p>{text}</p>
      <DayPlot
        days={all}
        idleDay={idleDay}
        series={series}
        label="Vales-brinde por dia"
        description={text}
        empty={noVouchers}
        forecast={{ days: daysAhead, value: pace }}
      />
    </>
  )
}

const noVouchers = 'Nenhum vale-brinde foi emitido ainda.'
