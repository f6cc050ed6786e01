import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { ParticipationStatus } from '@clube/contract/campaigns/transaction-calls.ts'
import { postingTitles } from '@clube/contract/points/posting-kinds.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import { resendMessageCall, resendReceiptMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { useAction } from '../../../parts/use-action.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { receiptStateTitles } from '../../parts/receipt-state-titles.ts'
import css from './service-desk.module.css'

type Row<Part extends keyof CustomerHistory> = CustomerHistory[Part] extends readonly (infer Item)[]
  ? Item
  : never

type ResendButtonProps = { record: string; request: (send: Send) => Promise<Sent<unknown>> }

/** Resends the message about one record. */
function ResendButton({ record, request }: ResendButtonProps) {
  const { pending, run } = useAction()
  const resend = () => run(request, { success: 'Mensagem reenviada ao e-mail confirmado.' })
  return (
    <OutlineButton pending={pending} onClick={resend}>
      Reenviar <span className="sr-only">a mensagem {record}</span>
    </OutlineButton>
  )
}

export const statementColumns: readonly Column<Row<'statement'>>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  { title: 'Movimento', cell: ({ kind, about }) => [postingTitles[kind], about].filter(Boolean).join(': ') },
  {
    title: 'Pontos',
    narrow: true,
    cell: ({ points }) => `${points > 0 ? '+' : '−'} ${Math.abs(points).toLocaleString('pt-BR')}`,
  },
]

export const receiptColumns: readonly Column<Row<'receipts'>>[] = [
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

export const participationColumns: readonly Column<Row<'participations'>>[] = [
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

/** The states whose message can be resent; the message about a reversal names points that the receipt no longer has. */
const resendableStates = ['approved', 'rejected']

export const receiptResendColumn: Column<Row<'receipts'>> = {
  title: 'Mensagem',
  narrow: true,
  cell: ({ purchase_id, shop_name, state }) =>
    resendableStates.includes(state) && (
      <ResendButton
        record={`da nota de ${shop_name}`}
        request={(send) => send(resendReceiptMessageCall, { body: { purchase_id } })}
      />
    ),
}

/** The statuses of participations whose outcome may have a message. */
const outcomeStatuses: readonly ParticipationStatus[] = ['completed', 'cancelled', 'reversed']

export const participationResendColumn: Column<Row<'participations'>> = {
  title: 'Mensagem',
  narrow: true,
  cell: ({ transaction_id, protocol, status, subject }) =>
    (status === 'reversed' || (subject && outcomeStatuses.includes(status))) && (
      <ResendButton
        record={`da participação ${protocol}`}
        request={(send) => send(resendMessageCall, { body: { transaction_id } })}
      />
    ),
}

export const voucherColumns: readonly Column<Row<'vouchers'>>[] = [
  { title: 'Em nome de', cell: ({ holder_name }) => holder_name },
  {
    title: 'Para',
    cell: ({ campaign_title, title, starts_at }) => (
      <>
        {campaign_title}
        <span className={`soft small ${css.detail}`}>
          {[title, starts_at && formatInstant(starts_at)].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { title: 'Código', narrow: true, cell: ({ code_end }) => <span className="figures">… {code_end}</span> },
  { title: 'Situação', narrow: true, cell: ({ state }) => state },
  {
    title: 'Utilizado em',
    narrow: true,
    cell: ({ used_at, used_where }) =>
      used_at ? [formatInstant(used_at), used_where].filter(Boolean).join(', ') : '–',
  },
]

const messageStates = {
  queued: 'A caminho',
  sent: 'Enviada',
  failed: 'Não chegou',
  suppressed: 'Não enviada: limite de mensagens',
} as const satisfies Record<Row<'messages'>['state'], string>

export const messageColumns: readonly Column<Row<'messages'>>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  { title: 'Assunto', cell: ({ title }) => title },
  { title: 'Por', narrow: true, cell: ({ channel }) => (channel === 'email' ? 'E-mail' : 'SMS') },
  { title: 'Situação', narrow: true, cell: ({ state }) => messageStates[state] },
]
