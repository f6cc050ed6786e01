import type { DataOf } from '@clube/contract/kernel/call.ts'
import { receiptAnomaliesCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import css from './receipts.module.css'

type Anomaly = DataOf<typeof receiptAnomaliesCall>[number]

const anomalyColumns: readonly Column<Anomaly>[] = [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  { title: 'Notas', narrow: true, cell: ({ receipts }) => receipts },
  { title: 'Recusadas', narrow: true, cell: ({ rejected }) => rejected },
  { title: 'De um mesmo cliente', narrow: true, cell: ({ most_by_one_customer }) => most_by_one_customer },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => formatCents(amount_cents) },
]

/** Shops with unusual receipts in the last 30 days; hidden if the list is empty. */
export function Anomalies() {
  const list = useCallQuery(['receipts', 'anomalies'], (send, signal) =>
    send(receiptAnomaliesCall, { signal }),
  )
  if (!list.data || list.data.length === 0) return null
  return (
    <section className={`stack ${css.anomalies}`}>
      <h2>Fora do comum nos últimos 30 dias</h2>
      <DataTable
        label="Lojas fora do comum"
        columns={anomalyColumns}
        rows={list.data}
        keyOf={({ shop_name }) => shop_name}
      />
    </section>
  )
}
