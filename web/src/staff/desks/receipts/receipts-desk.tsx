import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatBirthDate as writtenDay } from '@clube/contract/brazil/birth-date.ts'
import {
  approveReceiptCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { countsReceipt, rejectionReasons, type RejectionReason } from '@clube/contract/receipts/receipt.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { pageOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, focusFirstRow, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { ageInWords, instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { formatCents } from '../../../parts/money.ts'
import { FindReceipt } from './find-receipt.tsx'
import { Anomalies } from './anomalies.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'
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
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => formatCents(amount_cents) },
  { title: 'Cliente', narrow: true, cell: ({ customer_document_masked }) => customer_document_masked },
  {
    title: 'Fotos',
    narrow: true,
    cell: ({ photos }) => photos.filter(({ is_purged }) => !is_purged).length || '–',
  },
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
  /** Found by its key; it goes before what was opened from the queue. */
  const [sought, setSought] = useState<ReviewedReceipt | null>(null)
  const [asking, setAsking] = useState<'nothing' | 'rejection' | 'reversal'>('nothing')
  const search = useRef<HTMLDivElement>(null)
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
  const opened = sought ?? lines.find(({ purchase_id }) => purchase_id === openedId)
  const isWaiting = opened?.state === 'pending_review'
  const canReverse = opened !== undefined && countsReceipt(opened.state)
  const open = (purchase_id: string | null) => {
    setSought(null)
    setOpenedId(purchase_id)
  }

  const openNext = async (): Promise<void> => {
    const at = lines.findIndex(({ purchase_id }) => purchase_id === openedId)
    const after = sought ? undefined : lines[at + 1]
    setAsking('nothing')
    open(after?.purchase_id ?? null)
    await queries.invalidateQueries({ queryKey: ['receipts'] })
  }
  const { decide, isDeciding } = useReceiptDecision(openNext)
  const approve = () => {
    if (opened && isWaiting)
      void decide('Nota aprovada.', send(approveReceiptCall, { body: { purchase_id: opened.purchase_id } }))
  }
  const reject = async (reason: RejectionReason): Promise<void> => {
    if (opened)
      await decide(
        'Nota recusada.',
        send(rejectReceiptCall, { body: { purchase_id: opened.purchase_id, reason } }),
      )
  }
  const reverse = async (reason: string): Promise<void> => {
    if (opened)
      await decide(
        'Nota estornada.',
        send(reverseReceiptCall, { body: { purchase_id: opened.purchase_id, reason } }),
      )
  }
  useShortcuts({
    l: focusFirstRow,
    p: () => open(lines[0]?.purchase_id ?? null),
    a: approve,
    r: () => isWaiting && setAsking('rejection'),
    e: () => canReverse && setAsking('reversal'),
    '/': () => search.current?.querySelector('input')?.focus(),
  })

  return (
    <DeskPage title="Notas">
      <div ref={search}>
        <FindReceipt onFound={setSought} />
      </div>
      <KeyHints
        hints={[
          ['P', 'abrir a mais antiga'],
          ['F', 'foto'],
          ['A', 'aprovar'],
          ['R', 'recusar'],
          ['/', 'procurar'],
          ['E', 'estornar'],
          ['L', 'lista'],
          ['↑ ↓', 'mudar de linha'],
        ]}
      />
      {opened && (
        <ReceiptFacts receipt={opened} onClose={() => open(null)}>
          {isWaiting && (
            <>
              <Button compact pending={isDeciding} onClick={approve}>
                Aprovar
              </Button>
              <Button compact look="outline" onClick={() => setAsking('rejection')}>
                Recusar
              </Button>
            </>
          )}
          {canReverse && (
            <Button compact look="outline" onClick={() => setAsking('reversal')}>
              Estornar
            </Button>
          )}
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
          onOpen={({ purchase_id }) => open(purchase_id)}
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
        open={asking === 'rejection'}
        title="Recusar a nota"
        label="O cliente vai ler este motivo"
        button="Recusar"
        reasons={rejectionReasons}
        onClose={() => setAsking('nothing')}
        onChoose={reject}
      />
      <ReverseDialog open={asking === 'reversal'} onClose={() => setAsking('nothing')} onReverse={reverse} />
    </DeskPage>
  )
}
