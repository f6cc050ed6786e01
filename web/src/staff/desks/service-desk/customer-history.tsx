import { useState, type ReactNode } from 'react'
import type { ParticipationStatus } from '@clube/contract/campaigns/transaction-calls.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { postingTitles } from '@clube/contract/points/posting-kinds.ts'
import {
  historyLimit,
  readHistoryCall,
  type CustomerHistory as History,
} from '@clube/contract/service-desk/history-calls.ts'
import { resendMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { receiptStateTitles } from '../../parts/receipt-state-titles.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import css from './service-desk.module.css'

/** Recent points, receipts, participations and messages. Reading them is audited, so it requires a click. */
export function CustomerHistory({ customer_id }: { customer_id: string }) {
  const { pending, run } = useAction()
  const [history, setHistory] = useState<History | null>(null)
  const load = () =>
    run((send) => send(readHistoryCall, { body: { customer_id } }), { onSuccess: setHistory })
  return (
    <section className="panel" aria-labelledby="history">
      <header className="row spread">
        <h2 id="history">Histórico</h2>
        <KeyHints hints={[['H', 'ver histórico', load]]} />
      </header>
      {history ? (
        <HistoryTables history={history} />
      ) : (
        <>
          <p className="soft small">Pontos, notas, participações e mensagens recentes.</p>
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
  const { points, statement, receipts, participations, messages } = history
  const canResend = useHasPermission('customers.resend')
  const waiting = points.waiting.reduce((sum, lot) => sum + lot.points, 0)
  return (
    <>
      <Part title="Pontos" isEmpty={statement.length === 0} empty="Nenhum movimento de pontos.">
        <p>
          <strong>{formatPoints(points.balance)}</strong>
          {waiting > 0 && `, dos quais ${formatPoints(waiting)} ainda não disponíveis`}
          {points.debt > 0 && `, com débito de ${formatPoints(points.debt)}`}
        </p>
        <DataTable
          label="Movimentos de pontos, do mais novo ao mais antigo"
          columns={statementColumns}
          rows={statement}
          keyOf={({ position }) => String(position)}
        />
      </Part>
      <Part title="Notas fiscais" isEmpty={receipts.length === 0} empty="Nenhuma nota cadastrada.">
        <DataTable
          label="Notas fiscais, da mais nova à mais antiga"
          columns={receiptColumns}
          rows={receipts}
          keyOf={({ purchase_id }) => purchase_id}
        />
      </Part>
      <Part title="Participações" isEmpty={participations.length === 0} empty="Nenhuma participação.">
        <DataTable
          label="Participações, da mais nova à mais antiga"
          columns={canResend ? [...participationColumns, resendColumn] : participationColumns}
          rows={participations}
          keyOf={({ transaction_id }) => transaction_id}
        />
      </Part>
      <Part title="Mensagens enviadas" isEmpty={messages.length === 0} empty="Nenhuma mensagem.">
        <DataTable
          label="Mensagens, da mais nova à mais antiga"
          columns={messageColumns}
          rows={messages}
          keyOf={({ message_id }) => message_id}
        />
      </Part>
    </>
  )
}

type PartProps = { title: string; isEmpty: boolean; empty: string; children: ReactNode }

/** The newest records of one kind. */
const Part = ({ title, isEmpty, empty, children }: PartProps) => (
  <section className={`stack ${css.part}`} aria-label={title}>
    <h3>
      {title} {!isEmpty && <span className="soft small">até {historyLimit} mais recentes</span>}
    </h3>
    {isEmpty ? <p className="soft small">{empty}</p> : children}
  </section>
)

const statementColumns: readonly Column<History['statement'][number]>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  { title: 'Movimento', cell: ({ kind, about }) => [postingTitles[kind], about].filter(Boolean).join(': ') },
  {
    title: 'Pontos',
    narrow: true,
    cell: ({ points }) => `${points > 0 ? '+' : '−'} ${Math.abs(points).toLocaleString('pt-BR')}`,
  },
]

const receiptColumns: readonly Column<History['receipts'][number]>[] = [
  { title: 'Compra', narrow: true, cell: ({ issued_on }) => formatDay(issued_on) },
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => formatCents(amount_cents) },
  {
    title: 'Situação',
    cell: ({ state, reason }) => [receiptStateTitles[state], reason].filter(Boolean).join(': '),
  },
]

const participationTitles: Readonly<Record<ParticipationStatus, string>> = {
  open: 'Em andamento',
  unconfirmed: 'Falta confirmar',
  processing: 'Em processamento',
  completed: 'Concluída',
  refused: 'Recusada',
  cancelled: 'Cancelada',
  expired: 'Expirada',
  reversed: 'Estornada',
}

const participationColumns: readonly Column<History['participations'][number]>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  {
    title: 'Promoção',
    cell: ({ campaign_title, subject }) => (
      <>
        {campaign_title}
        {subject && (
          <span className={`soft small ${css.detail}`}>
            {[subject.title, subject.starts_at && formatInstant(subject.starts_at)]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
      </>
    ),
  },
  { title: 'Protocolo', narrow: true, cell: ({ protocol }) => protocol },
  {
    title: 'Situação',
    cell: ({ status, note }) => [participationTitles[status], note].filter(Boolean).join(': '),
  },
]

/** Resends the message about a completed participation. */
function ResendButton({ participation }: { participation: History['participations'][number] }) {
  const { pending, run } = useAction()
  const { transaction_id } = participation
  const resend = () =>
    run((send) => send(resendMessageCall, { body: { transaction_id } }), {
      success: 'Mensagem reenviada ao e-mail confirmado.',
    })
  if (participation.status !== 'completed') return null
  return (
    <OutlineButton pending={pending} onClick={resend}>
      Reenviar
    </OutlineButton>
  )
}

const resendColumn: Column<History['participations'][number]> = {
  title: 'Mensagem',
  narrow: true,
  cell: (participation) => <ResendButton participation={participation} />,
}

const messageStates = {
  queued: 'A caminho',
  sent: 'Enviada',
  failed: 'Não chegou',
  suppressed: 'Não enviada: limite de mensagens',
} as const satisfies Record<History['messages'][number]['state'], string>

const messageColumns: readonly Column<History['messages'][number]>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  { title: 'Assunto', cell: ({ title }) => title },
  { title: 'Por', narrow: true, cell: ({ channel }) => (channel === 'email' ? 'E-mail' : 'SMS') },
  { title: 'Situação', narrow: true, cell: ({ state }) => messageStates[state] },
]
