import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  liabilityMaxDays,
  parkingBasisTitles,
  parkingLiabilityFile,
  type ParkingLiability,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { formatCents } from '../../../parts/money.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { Figures } from '../../parts/figures.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { useLiability } from './parking-desk-data.ts'
import { formatCount, shiftDay } from './parking-labels.ts'

/** "R$ 320,00 (16)", a dash for nothing. */
const sumText = (count: number, cents: number): string =>
  count === 0 ? '–' : `${formatCents(cents)} (${formatCount(count)})`

const columns: readonly Column<ParkingLiability>[] = [
  { title: 'Dia', narrow: true, cell: ({ day }) => formatDay(day) },
  { title: 'Promoção', cell: ({ campaign_title }) => campaign_title },
  { title: 'Estacionamento', cell: ({ garage_name }) => garage_name },
  { title: 'O vale usou', narrow: true, cell: ({ basis }) => parkingBasisTitles[basis] },
  {
    title: 'Aplicado',
    narrow: true,
    cell: ({ applied_count, applied_cents }) => sumText(applied_count, applied_cents),
  },
  { title: 'Em aberto', narrow: true, cell: ({ open_count, open_cents }) => sumText(open_count, open_cents) },
  {
    title: 'Desfeitos',
    narrow: true,
    cell: ({ undone_count }) => (undone_count === 0 ? '–' : formatCount(undone_count)),
  },
]

const dayMs = 86_400_000

/** The number of days in a period, both included. */
const daysIn = (from_day: string, to_day: string): number =>
  Math.round((Date.parse(to_day) - Date.parse(from_day)) / dayMs) + 1

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** The first and last day of the month before that of a day. */
function monthBefore(day: string): { from_day: string; to_day: string } {
  const to_day = shiftDay(firstOfMonth(day), -1)
  return { from_day: firstOfMonth(to_day), to_day }
}

/** O que devemos: what the club owes the car park in a period, by day, campaign, garage and what the voucher cost. */
export function LiabilityTab() {
  const today = clubDayOf(new Date(serverNow()))
  const [period, setPeriod] = useState({ from_day: firstOfMonth(today), to_day: today })
  const { from_day, to_day } = period
  const days = daysIn(from_day, to_day)
  const isValid = days >= 1 && days <= liabilityMaxDays
  const report = useLiability(period, isValid)
  const rows = { ...report, data: report.data?.rows }
  const change = (changes: Partial<typeof period>) => {
    if (!Object.values(changes).includes('')) setPeriod({ ...period, ...changes })
  }
  return (
    <>
      <div className="row spread">
        <Filters>
          <FilterField
            label="De"
            type="date"
            value={from_day}
            onChange={(next) => change({ from_day: next })}
          />
          <FilterField label="Até" type="date" value={to_day} onChange={(next) => change({ to_day: next })} />
          <OutlineButton onClick={() => setPeriod({ from_day: firstOfMonth(today), to_day: today })}>
            Este mês
          </OutlineButton>
          <OutlineButton onClick={() => setPeriod(monthBefore(today))}>Mês passado</OutlineButton>
        </Filters>
        {isValid && <FileLink href={filePath(parkingLiabilityFile, period)}>Baixar em CSV</FileLink>}
      </div>
      {!isValid && (
        <Notice tone="warn">
          Escolha um período de até {liabilityMaxDays} dias, do primeiro ao último dia.
        </Notice>
      )}
      {isValid && (
        <>
          {report.data && (
            <section className="panel" aria-label="Totais do período">
              <Figures
                figures={[
                  ['A pagar ao estacionamento', formatCents(report.data.applied_cents)],
                  ['Em aberto, no máximo', formatCents(report.data.open_cents)],
                ]}
              />
              <p className="soft small">
                A pagar: descontos de vales aplicados. Em aberto: vales que o estacionamento ainda não
                confirmou, ou que estão sendo desfeitos. Valores com o número de vales entre parênteses.
              </p>
            </section>
          )}
          <QueryTable
            query={rows}
            label="O que o clube deve ao estacionamento, do dia mais antigo ao mais novo"
            columns={columns}
            keyOf={({ day, campaign_title, garage_id, basis }) =>
              `${day}/${campaign_title}/${garage_id}/${basis}`
            }
            empty={<EmptyState illustration="car">Nenhum vale-estacionamento neste período.</EmptyState>}
          />
        </>
      )}
    </>
  )
}
