import { useEffect, useRef, useState } from 'react'
import { formatBirthDate as formatDate } from '@clube/contract/brazil/birth-date.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  approveReceiptCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { isCountedReceipt, rejectionReasons, type RejectionReason } from '@clube/contract/receipts/receipt.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { useDelayedDecision } from '../../parts/delayed-decision.tsx'
import { DeskPage, focusSearch, KeyHints } from '../../parts/desk-page.tsx'
import { Age, StateLine } from '../../parts/fact-list.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useEvidence } from './evidence.ts'
import { FindReceipt } from './find-receipt.tsx'
import { recordDecision, useReviewStatsText } from './review-stats.ts'
import { ReceiptKeyData } from './receipt-facts.tsx'
import css from './receipts.module.css'

const refreshMs = 30_000

const columnsAt = (now: Date): readonly Column<ReviewedReceipt>[] => [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  { title: 'Enviada', narrow: true, cell: ({ created_at }) => <Age of={created_at} now={now} /> },
  { title: 'Compra', narrow: true, cell: ({ issued_on }) => formatDate(issued_on) },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => formatCents(amount_cents) },
  { title: 'Cliente', narrow: true, cell: ({ customer_document_masked }) => customer_document_masked },
  {
    title: 'Fotos',
    narrow: true,
    cell: ({ photos }) => photos.filter(({ is_purged }) => !is_purged).length || '–',
  },
  {
    title: 'Por que está aqui',
    cell: ({ review_reasons, appeal }) => [...review_reasons, ...(appeal ? ['Recurso'] : [])].join(' · '),
  },
]

/** Receipts waiting for review, oldest first; one key decides and the next receipt opens. */
export function ReceiptsDesk() {
  const [openedId, setOpenedId] = useState<string | null>(null)
  /** A receipt found by its key takes precedence over the one opened from the queue. */
  const [foundByKey, setFoundByKey] = useState<ReviewedReceipt | null>(null)
  const [dialog, setDialog] = useState<'none' | 'rejection' | 'reversal'>('none')
  const list = usePages<ReviewedReceipt>({
    queryKey: ['receipts', 'queue'],
    read: (send, { cursor, signal }) => send(receiptQueueCall, { query: { cursor }, signal }),
    refetchInterval: refreshMs,
  })
  const { decide, isDelayed } = useDelayedDecision()
  const receipts = (list.data ?? []).filter(({ purchase_id }) => !isDelayed(purchase_id))
  const opened = foundByKey ?? receipts.find(({ purchase_id }) => purchase_id === openedId)
  const isWaiting = opened?.state === 'pending_review'
  const canReverse = opened !== undefined && isCountedReceipt(opened.state)
  const evidence = useEvidence(opened)
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [opened?.purchase_id])
  const paceText = useReviewStatsText()
  const open = (purchase_id: string | null) => {
    setFoundByKey(null)
    setOpenedId(purchase_id)
  }

  /** Decides on the opened receipt, unless it is undone, and opens the next one. */
  const decideOpened = async (
    text: string,
    success: string,
    request: (send: Send, purchase_id: string) => Promise<Sent<unknown>>,
  ): Promise<void> => {
    if (!opened) return
    const { purchase_id } = opened
    const openMs = performance.now() - openedAt.current
    const { shop_name, amount_cents } = opened
    decide({
      item: purchase_id,
      text: `${text}: ${shop_name}, ${formatCents(amount_cents)}.`,
      about: `a nota de ${formatCents(amount_cents)} de ${shop_name}`,
      request: (send) => request(send, purchase_id),
      success: () => success,
      refresh: [['receipts']],
      onSent: () => recordDecision(openMs),
      onUndo: () => {
        setFoundByKey(foundByKey)
        setOpenedId(purchase_id)
      },
    })
    const at = receipts.findIndex((each) => each.purchase_id === openedId)
    setDialog('none')
    open(foundByKey ? null : (receipts[at + 1]?.purchase_id ?? null))
  }
  const approve = async () => {
    if (!isWaiting) return
    if (evidence.missing !== null) {
      showToast({ message: evidence.missing, type: 'warning' })
      return
    }
    const { amount_cents, issued_on } = opened
    await decideOpened('Nota aprovada', 'Nota aprovada.', (send, purchase_id) =>
      send(approveReceiptCall, { body: { purchase_id, amount_cents, issued_on } }),
    )
  }
  const reject = (reason: RejectionReason) =>
    decideOpened('Nota recusada', 'Nota recusada.', (send, purchase_id) =>
      send(rejectReceiptCall, { body: { purchase_id, reason } }),
    )
  const reverse = (reason: string) =>
    decideOpened('Nota estornada', 'Nota estornada.', (send, purchase_id) =>
      send(reverseReceiptCall, { body: { purchase_id, reason } }),
    )

  return (
    <DeskPage title="Notas">
      {paceText !== '' && <StateLine>{paceText}</StateLine>}
      <FindReceipt onFound={setFoundByKey} />
      <KeyHints
        isList
        hints={[
          ['P', 'abrir a mais antiga', () => open(receipts[0]?.purchase_id ?? null)],
          ['F', 'foto'],
          ['C', 'copiar a chave'],
          ['O', 'abrir a consulta'],
          ['H', 'notas anteriores'],
          ['A', 'aprovar', approve],
          ['R', 'recusar', () => isWaiting && setDialog('rejection')],
          ['/', 'procurar', focusSearch],
          ['E', 'estornar', () => canReverse && setDialog('reversal')],
        ]}
      />
      {opened && (
        <ReceiptKeyData receipt={opened} evidence={evidence} onClose={() => open(null)}>
          {isWaiting && (
            <>
              <DeskButton onClick={approve}>Aprovar</DeskButton>
              <OutlineButton onClick={() => setDialog('rejection')}>Recusar</OutlineButton>
            </>
          )}
          {canReverse && <OutlineButton onClick={() => setDialog('reversal')}>Estornar</OutlineButton>}
        </ReceiptKeyData>
      )}
      <QueryTable
        query={list}
        rows={receipts}
        label="Notas à espera, da mais antiga à mais nova"
        columns={columnsAt(new Date(list.dataUpdatedAt || Date.now()))}
        keyOf={({ purchase_id }) => purchase_id}
        onOpen={({ purchase_id }) => open(purchase_id)}
        empty={<EmptyState drawing="success">Nenhuma nota espera análise.</EmptyState>}
      />
      <Anomalies />
      <ReasonDialog
        open={dialog === 'rejection'}
        title="Recusar a nota"
        label="O cliente vai ler este motivo"
        button="Recusar"
        reasons={reasonsFor(opened)}
        onClose={() => setDialog('none')}
        onReason={reject}
      />
      <ReasonDialog
        open={dialog === 'reversal'}
        title="Estornar a nota"
        lead={<p>Os pontos da nota voltam para o clube. O que já foi usado vira débito.</p>}
        label="O cliente vai ler este motivo"
        draft={`receipt-reversal/${opened?.purchase_id ?? ''}`}
        button="Estornar"
        variant="danger"
        rule={(reason) => reverseReceiptCall.body.shape.reason.safeParse(reason).error?.issues[0]?.message}
        onClose={() => setDialog('none')}
        onReason={reverse}
      />
    </DeskPage>
  )
}

/** The reasons that apply to a receipt: `unreadable` requires a photo. */
function reasonsFor(receipt: ReviewedReceipt | undefined): Partial<typeof rejectionReasons> {
  const { unreadable: _, ...others } = rejectionReasons
  return receipt?.photos.length === 0 ? others : rejectionReasons
}

type Anomaly = DataOf<typeof receiptAnomaliesCall>[number]

const anomalyColumns: readonly Column<Anomaly>[] = [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  { title: 'Notas', narrow: true, cell: ({ receipts }) => receipts },
  { title: 'Recusadas', narrow: true, cell: ({ rejected }) => rejected },
  { title: 'De um mesmo cliente', narrow: true, cell: ({ most_by_one_customer }) => most_by_one_customer },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => formatCents(amount_cents) },
]

/** Shops with unusual receipts in the last 30 days; hidden if the list is empty. */
function Anomalies() {
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
