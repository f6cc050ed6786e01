import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { ParkingDay } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { useLocation } from 'wouter'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import css from './parking.module.css'
import { useDays } from './parking-desk-data.ts'
import { formatCount } from './parking-labels.ts'
import { parkingPaths } from './parking-paths.ts'

/** "R$ 320,00 (16)", a dash for a side that is unknown. */
export const sideText = (count: number | null, cents: number | null): string =>
  count === null || cents === null ? '–' : `${formatCents(cents)} (${formatCount(count)})`

const differenceOf = ({ our_cents, their_cents }: ParkingDay): string => {
  const difference = their_cents === null ? 0 : their_cents - our_cents
  if (difference === 0) return '–'
  return `${difference > 0 ? '+' : '−'} ${formatCents(Math.abs(difference))}`
}

const columns: readonly Column<ParkingDay>[] = [
  { title: 'Dia', narrow: true, cell: ({ day }) => formatDay(day) },
  {
    title: 'Nosso registro',
    narrow: true,
    cell: ({ our_count, our_cents }) => sideText(our_count, our_cents),
  },
  {
    title: 'Lista deles',
    narrow: true,
    cell: ({ their_count, their_cents }) => sideText(their_count, their_cents),
  },
  { title: 'Diferença', narrow: true, cell: differenceOf },
  {
    title: 'À espera',
    narrow: true,
    cell: ({ waiting }) =>
      waiting === 0 ? '–' : <strong className={css.different}>{formatCount(waiting)}</strong>,
  },
  {
    title: 'Conferido em',
    cell: ({ compared_at }) => (compared_at === null ? 'Ainda não' : formatInstant(compared_at)),
  },
]

/** Conferência: the last 31 days of the club's record beside the car park's lists. */
export function DaysTab() {
  const [, navigate] = useLocation()
  return (
    <>
      <p className="soft small">
        Cada dia é conferido sozinho na noite seguinte. Valores com o número de vales entre parênteses.
      </p>
      <KeyHints isList hints={[]} />
      <QueryTable
        query={useDays()}
        label="Dias, do mais novo ao mais antigo"
        columns={columns}
        keyOf={({ day }) => day}
        onOpen={({ day }) => navigate(parkingPaths.day(day))}
        empty="Nenhum vale-estacionamento foi aplicado nos últimos 31 dias."
      />
    </>
  )
}
