import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBirthDate as writtenDay } from '@clube/contract/brazil/birth-date.ts'
import {
  approveReceiptCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  rejectReceiptCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { rejectionReasons, type RejectionReason } from '@clube/contract/receipts/receipt.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { dataOf, pageOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, focusFirstRow, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { ageInWords, instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { inReais } from './money.ts'
import { ReceiptFacts } from './receipt-facts.tsx'
import { useReceiptDecision } from './use-receipt-decision.ts'

const queueKey = ['receipts', 'queue']
const refreshMs = 30_000

const columnsAt = (now: Date): readonly Column<ReviewedReceipt>[] => [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  {
    title: 'Enviada',
    narrow: true,
    cell: ({ created_at }) => <span title={instantInWords(created_at)}>{ageInWords(created_at, now)}</span>,
  },
  { title: 'Compra', narrow: true, cell: ({ issued_on }) => writtenDay(issued_on) },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => inReais(amount_cents) },
  { title: 'Cliente', narrow: true, cell: ({ customer_document_masked }) => customer_document_masked },
  {
    title: 'Por que está aqui',
    cell: ({ doubts, appeal }) => [...doubts, ...(appeal ? ['Recurso'] : [])].join(' · '),
  },
]

/** Receipts that wait for a person's eye, the oldest first; one key decides and the next one opens. */
export function ReceiptsDesk() {
  const send = useSend()
  const queries = useQueryClient()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [isRejecting, setRejecting] = useState(false)
  const list = useInfiniteQuery({
    queryKey: queueKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      pageOf(send(receiptQueueCall, { query: pageParam === '' ? {} : { cursor: pageParam }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const lines = list.data?.pages.flatMap(({ data }) => data) ?? []
  const opened = lines.find(({ purchase_id }) => purchase_id === openedId)

  const openNext = async (): Promise<void> => {
    const after = lines[lines.findIndex(({ purchase_id }) => purchase_id === openedId) + 1]
    setRejecting(false)
    setOpenedId(after?.purchase_id ?? null)
    await queries.invalidateQueries({ queryKey: ['receipts'] })
  }
  const { decide, isDeciding } = useReceiptDecision(openNext)
  const approve = () => {
    if (opened)
      void decide('Nota aprovada.', send(approveReceiptCall, { body: { purchase_id: opened.purchase_id } }))
  }
  const reject = async (reason: RejectionReason): Promise<void> => {
    if (opened)
      await decide(
        'Nota recusada.',
        send(rejectReceiptCall, { body: { purchase_id: opened.purchase_id, reason } }),
      )
  }
  useShortcuts({
    l: focusFirstRow,
    p: () => setOpenedId(lines[0]?.purchase_id ?? null),
    a: approve,
    r: () => setRejecting(opened !== undefined),
  })

  return (
    <DeskPage title="Notas">
      <KeyHints
        hints={[
          ['P', 'abrir a mais antiga'],
          ['A', 'aprovar'],
          ['R', 'recusar'],
          ['L', 'lista'],
          ['↑ ↓', 'mudar de linha'],
        ]}
      />
      {opened && (
        <ReceiptFacts receipt={opened} onClose={() => setOpenedId(null)}>
          <Button compact pending={isDeciding} onClick={approve}>
            Aprovar
          </Button>
          <Button compact look="outline" onClick={() => setRejecting(true)}>
            Recusar
          </Button>
        </ReceiptFacts>
      )}
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {lines.length > 0 && (
        <DataTable
          label="Notas à espera, da mais antiga à mais nova"
          columns={columnsAt(new Date(list.dataUpdatedAt || Date.now()))}
          rows={lines}
          keyOf={({ purchase_id }) => purchase_id}
          onOpen={({ purchase_id }) => setOpenedId(purchase_id)}
        />
      )}
      {list.isSuccess && lines.length === 0 && (
        <EmptyState drawing="success">Nenhuma nota esperando. Bom trabalho!</EmptyState>
      )}
      {list.hasNextPage && (
        <Button look="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Carregar mais
        </Button>
      )}
      <Anomalies />
      <ReasonDialog
        open={isRejecting}
        title="Recusar a nota"
        label="O cliente vai ler este motivo"
        button="Recusar"
        reasons={rejectionReasons}
        onClose={() => setRejecting(false)}
        onChoose={reject}
      />
    </DeskPage>
  )
}

type Anomaly = {
  shop_name: string
  receipts: number
  rejected: number
  most_by_one_customer: number
  amount_cents: number
}

const anomalyColumns: readonly Column<Anomaly>[] = [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  { title: 'Notas', narrow: true, cell: ({ receipts }) => receipts },
  { title: 'Recusadas', narrow: true, cell: ({ rejected }) => rejected },
  { title: 'Mais de um só cliente', narrow: true, cell: ({ most_by_one_customer }) => most_by_one_customer },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => inReais(amount_cents) },
]

/** Shops with something out of the ordinary in the last 30 days; nothing is shown where there is none. */
function Anomalies() {
  const send = useSend()
  const list = useQuery({
    queryKey: ['receipts', 'anomalies'],
    queryFn: ({ signal }) => dataOf(send(receiptAnomaliesCall, { signal })),
  })
  if (!list.data || list.data.length === 0) return null
  return (
    <section>
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
