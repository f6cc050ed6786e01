import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import {
  approveReceiptCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { isCountedReceipt, rejectionReasons, type RejectionReason } from '@clube/contract/receipts/receipt.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { useDelayedDecision } from '../../parts/delayed-decision.tsx'
import { DeskPage, focusSearch, KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { Age, StateLine } from '../../parts/fact-list.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { staffPaths, withQuery } from '../../app/paths.ts'
import { Anomalies } from './anomalies.tsx'
import { useEvidence } from './evidence.ts'
import { FindReceipt } from './find-receipt.tsx'
import { recordDecision, useReviewStatsText } from './review-stats.ts'
import { NotInQueueNotice } from './not-in-queue-notice.tsx'
import { Contested, openedByText } from './contested.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'

const refreshMs = 30_000

const decidedTexts = {
  aprovar: 'Nota aprovada',
  recusar: 'Nota recusada',
  estornar: 'Nota estornada',
} as const

const columnsAt = (now: Date): readonly Column<ReviewedReceipt>[] => [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  {
    title: 'Enviada',
    narrow: true,
    cell: ({ created_at, appealed_at }) => (
      <div>
        <Age instant={created_at} now={now} />
        {appealed_at && (
          <p className="soft small">
            recurso <Age instant={appealed_at} now={now} />
          </p>
        )}
      </div>
    ),
  },
  { title: 'Compra', narrow: true, cell: ({ issued_on }) => formatDay(issued_on) },
  { title: 'Valor', narrow: true, cell: ({ amount_cents }) => formatCents(amount_cents) },
  { title: 'Cliente', narrow: true, cell: ({ customer_document_masked }) => customer_document_masked },
  {
    title: 'Fotos',
    narrow: true,
    cell: ({ photos, photo_requested_at }) =>
      photo_requested_at === null
        ? photos.filter(({ is_purged }) => !is_purged).length || '–'
        : 'Foto pedida',
  },
  {
    title: 'Por que está aqui',
    cell: (receipt) => (
      <div>
        <Contested receipt={receipt} /> {receipt.review_reasons.join(' · ')}
        {receipt.opened_by && <p className="soft small">{openedByText(receipt.opened_by)}</p>}
      </div>
    ),
  },
]

/**
 * The first receipt for this staff member to decide on. Skips those whose requested photo has not arrived, those that
 * another member has open, and appeals against the member's own rejections.
 */
const nextOf = (receipts: readonly ReviewedReceipt[]): string | null =>
  receipts.find(
    ({ photo_requested_at, is_own_rejection, opened_by }) =>
      photo_requested_at === null && !is_own_rejection && !opened_by,
  )?.purchase_id ?? null

/** Receipts waiting for review, oldest first; one key decides and the next receipt opens. */
export function ReceiptsDesk() {
  const [path, navigate] = useLocation()
  const openedId = new URLSearchParams(useSearch()).get('nota')
  /** A receipt found by its key may not be in the queue. */
  const [foundByKey, setFoundByKey] = useState<ReviewedReceipt | null>(null)
  const [dialog, setDialog] = useState<'none' | 'rejection' | 'reversal'>('none')
  const list = usePages<ReviewedReceipt>({
    queryKey: ['receipts', 'queue'],
    read: (send, { cursor, signal }) => send(receiptQueueCall, { query: { cursor }, signal }),
    refetchInterval: refreshMs,
  })
  const { decide, isDelayed } = useDelayedDecision()
  const receipts = (list.data ?? []).filter(({ purchase_id }) => !isDelayed(purchase_id))
  const found = foundByKey?.purchase_id === openedId ? foundByKey : null
  const opened = found ?? receipts.find(({ purchase_id }) => purchase_id === openedId)
  const isWaiting = opened?.state === 'pending_review' && !opened.is_own_rejection
  const canReverse = opened !== undefined && isCountedReceipt(opened.state)
  const evidence = useEvidence(opened)
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [opened?.purchase_id])
  const paceText = useReviewStatsText((list.data?.length ?? 0) - receipts.length)
  const currentPath = useRef(path)
  useEffect(() => {
    currentPath.current = path
    return () => void (currentPath.current = '')
  }, [path])
  const open = (purchase_id: string | null, receipt: ReviewedReceipt | null = null) => {
    setFoundByKey(receipt)
    // Back closes the receipt, whatever was opened after it.
    const replace = openedId !== null || purchase_id === null
    navigate(withQuery(staffPaths.receipts, purchase_id === null ? {} : { nota: purchase_id }), { replace })
  }
  const openNext = () => {
    const index = receipts.findIndex(({ purchase_id }) => purchase_id === openedId)
    // After the last receipt, the skipped ones follow.
    const others = [...receipts.slice(index + 1), ...receipts.slice(0, Math.max(index, 0))]
    const next = nextOf(others) ?? (opened ? null : (receipts[0]?.purchase_id ?? null))
    if (next !== null) open(next)
    else if (opened) showToast({ message: 'Não há outra nota que você possa decidir agora.', type: 'info' })
  }
  useFocusOnClose(
    openedId,
    receipts.map(({ purchase_id }) => purchase_id),
  )

  /** Decides on the opened receipt, unless it is undone, and opens the next one. */
  const decideOpened = async (
    verb: keyof typeof decidedTexts,
    request: (send: Send, purchase_id: string) => Promise<Sent<unknown>>,
  ): Promise<void> => {
    if (!opened) return
    const { purchase_id } = opened
    const openMs = performance.now() - openedAt.current
    const { shop_name, amount_cents } = opened
    decide({
      item: purchase_id,
      text: `${decidedTexts[verb]}: ${shop_name}, ${formatCents(amount_cents)}.`,
      action: `${verb} a nota de ${formatCents(amount_cents)} de ${shop_name}`,
      request: (send) => request(send, purchase_id),
      success: () => `${decidedTexts[verb]}.`,
      refresh: [['receipts']],
      onSent: () => recordDecision(openMs),
      // From another desk, the receipt only returns to the queue.
      onUndo: () => void (currentPath.current !== '' && open(purchase_id, found)),
    })
    const index = receipts.findIndex((each) => each.purchase_id === openedId)
    setDialog('none')
    open(found ? null : nextOf(receipts.slice(index + 1)))
  }
  const approve = async () => {
    if (!isWaiting) return
    if (evidence.missing !== null) {
      showToast({ message: evidence.missing, type: 'warning' })
      return
    }
    const { amount_cents, issued_on } = opened
    await decideOpened('aprovar', (send, purchase_id) =>
      send(approveReceiptCall, { body: { purchase_id, amount_cents, issued_on } }),
    )
  }
  const reject = (reason: RejectionReason) =>
    decideOpened('recusar', (send, purchase_id) => send(rejectReceiptCall, { body: { purchase_id, reason } }))
  const reverse = (reason: string) =>
    decideOpened('estornar', (send, purchase_id) =>
      send(reverseReceiptCall, { body: { purchase_id, reason } }),
    )

  const waitingHints: KeyHint[] = [
    ['A', 'aprovar', approve],
    ['R', 'recusar', () => setDialog('rejection')],
  ]
  const reversalHint: KeyHint = ['E', 'estornar', () => setDialog('reversal')]

  return (
    <DeskPage title="Notas">
      {paceText !== '' && <StateLine>{paceText}</StateLine>}
      <FindReceipt onFound={(receipt) => open(receipt?.purchase_id ?? null, receipt)} />
      <KeyHints
        isList
        hints={[
          ['P', 'abrir a próxima', openNext],
          ['/', 'procurar', focusSearch],
          ...(opened ? openedHints(opened) : []),
          ...(isWaiting ? waitingHints : []),
          ...(canReverse ? [reversalHint] : []),
        ]}
      />
      {opened && (
        <ReceiptFacts
          key={`${opened.purchase_id} ${found ? 'found' : ''}`}
          receipt={opened}
          evidence={evidence}
          onClose={() => open(null)}
        >
          {isWaiting && (
            <>
              <DeskButton onClick={approve}>Aprovar</DeskButton>
              <OutlineButton onClick={() => setDialog('rejection')}>Recusar</OutlineButton>
            </>
          )}
          {canReverse && <OutlineButton onClick={() => setDialog('reversal')}>Estornar</OutlineButton>}
        </ReceiptFacts>
      )}
      <NotInQueueNotice
        // A delayed decision hides its own receipt.
        openedId={list.isSuccess && openedId !== null && !isDelayed(openedId) ? openedId : null}
        opened={opened}
        onFound={(receipt) => open(receipt.purchase_id, receipt)}
      />
      <QueryTable
        query={list}
        rows={receipts}
        label="Notas à espera, da mais antiga à mais nova"
        columns={columnsAt(new Date(list.dataUpdatedAt || Date.now()))}
        keyOf={({ purchase_id }) => purchase_id}
        onOpen={({ purchase_id }) => open(purchase_id)}
        empty={<EmptyState illustration="success">Nenhuma nota espera análise.</EmptyState>}
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

/** The keys that `ReceiptFacts` handles. */
const openedHints = ({ photos, consultation_url }: ReviewedReceipt): KeyHint[] => [
  ...(photos.some(({ is_purged }) => !is_purged) ? [['F', 'foto'] as const] : []),
  ['C', 'copiar a chave'],
  ...(consultation_url === null ? [] : [['O', 'abrir a consulta'] as const]),
  ['H', 'notas anteriores'],
]

/** The reasons that apply to a receipt: `unreadable` requires a photo. */
function reasonsFor(receipt: ReviewedReceipt | undefined): Partial<typeof rejectionReasons> {
  const { unreadable: _, ...others } = rejectionReasons
  return receipt?.photos.length === 0 ? others : rejectionReasons
}
