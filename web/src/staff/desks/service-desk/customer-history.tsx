import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import {
  historyLimit,
  readHistoryCall,
  type CustomerHistory as History,
} from '@clube/contract/service-desk/history-calls.ts'
import { DataTable, type DataTableProps } from '../../../kit/table/data-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { focusElement } from '../../../platform/navigation/focus-heading.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import * as columns from './history-columns.tsx'
import css from './service-desk.module.css'

type CustomerHistoryProps = { customer_id: string; transaction_id: string | null }

/**
 * Recent points, receipts, participations, vouchers and messages. Reading them is audited, so it requires a click, here or on
 * the link to a participation.
 */
export function CustomerHistory({ customer_id, transaction_id }: CustomerHistoryProps) {
  const { pending, run } = useAction()
  const heading = useRef<HTMLHeadingElement>(null)
  const [history, setHistory] = useState<History | null>(null)
  const load = () =>
    run(
      (send) => send(readHistoryCall, { body: { customer_id, ...(transaction_id && { transaction_id }) } }),
      {
        onSuccess: (read) => {
          setHistory(read)
          focusElement(heading.current)
          heading.current?.scrollIntoView({ block: 'start' })
        },
      },
    )
  const isAskedFor = useRef(transaction_id !== null)
  useEffect(() => {
    if (!isAskedFor.current) return
    isAskedFor.current = false
    void load()
  })
  return (
    <section className="panel" aria-labelledby="history">
      <header className="row spread">
        <h2 id="history" ref={heading}>
          Histórico
        </h2>
        <KeyHints hints={[['H', 'ver histórico', load]]} />
      </header>
      {history ? (
        <HistoryTables history={history} />
      ) : (
        <>
          <p className="soft small">Pontos, notas, participações, ingressos e mensagens recentes.</p>
          <div>
            <OutlineButton pending={pending} onClick={load}>
              Ver histórico
            </OutlineButton>
          </div>
        </>
      )}
    </section>
  )
}

function HistoryTables({ history }: { history: History }) {
  const { points, statement, receipts, participations, participation, vouchers, messages } = history
  const canResend = useHasPermission('customers.resend')
  const waiting = points.waiting.reduce((sum, lot) => sum + lot.points, 0)
  const participationColumns = [
    ...columns.participationColumns,
    ...(canResend ? [columns.participationResendColumn] : []),
  ]
  return (
    <>
      {participation && (
        <HistorySection
          title={`Participação ${participation.protocol}`}
          label={`A participação ${participation.protocol}`}
          columns={participationColumns}
          rows={[participation]}
          keyOf={({ transaction_id }) => transaction_id}
        />
      )}
      <HistorySection
        title="Pontos"
        label="Movimentos de pontos, do mais novo ao mais antigo"
        empty="Nenhum movimento de pontos."
        columns={columns.statementColumns}
        rows={statement}
        keyOf={({ position }) => String(position)}
      >
        <p>
          <strong>{formatPoints(points.balance)}</strong>
          {waiting > 0 && `, dos quais ${formatPoints(waiting)} ainda não disponíveis`}
          {points.debt > 0 && `, com débito de ${formatPoints(points.debt)}`}
        </p>
      </HistorySection>
      <HistorySection
        title="Notas fiscais"
        label="Notas fiscais, da mais nova à mais antiga"
        empty="Nenhuma nota cadastrada."
        columns={[...columns.receiptColumns, ...(canResend ? [columns.receiptResendColumn] : [])]}
        rows={receipts}
        keyOf={({ purchase_id }) => purchase_id}
      />
      <HistorySection
        title="Participações"
        label="Participações, da mais nova à mais antiga"
        empty="Nenhuma participação."
        columns={participationColumns}
        rows={participations}
        keyOf={({ transaction_id }) => transaction_id}
      />
      <HistorySection
        title="Ingressos e vales"
        label="Ingressos e vales, do mais novo ao mais antigo"
        empty="Nenhum ingresso nem vale."
        columns={columns.voucherColumns}
        rows={vouchers}
        keyOf={({ voucher_id }) => voucher_id}
      />
      <HistorySection
        title="Mensagens enviadas"
        label="Mensagens, da mais nova à mais antiga"
        empty="Nenhuma mensagem."
        columns={columns.messageColumns}
        rows={messages}
        keyOf={({ message_id }) => message_id}
      />
    </>
  )
}

type HistorySectionProps<Row> = DataTableProps<Row> & {
  title: string
  /** What is shown without records; absent for a section that is shown only with its record. */
  empty?: string
  children?: ReactNode
}

/** The newest records of one kind, below a summary if there is one. */
function HistorySection<Row>({ title, empty, children, ...table }: HistorySectionProps<Row>) {
  const isEmpty = table.rows.length === 0
  return (
    <section className={`stack ${css.part}`} aria-label={title}>
      <h3>
        {title} {!isEmpty && empty && <span className="soft small">até {historyLimit} mais recentes</span>}
      </h3>
      {isEmpty ? (
        <p className="soft small">{empty}</p>
      ) : (
        <>
          {children}
          <DataTable {...table} />
        </>
      )}
    </section>
  )
}
