import { receiptStateTitles } from '../../parts/receipt-state-titles.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import {
  listEarlierReceiptsCall,
  requestReceiptPhotoCall,
  type EarlierReceipt,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { useState } from 'react'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useShortcuts } from '../../parts/shortcuts.ts'

/** Requests a photo from the customer, or shows when one was requested. */
export function PhotoRequest({ receipt }: { receipt: ReviewedReceipt }) {
  const { pending, run } = useAction()
  // A receipt found by its key is not reloaded.
  const [requestedAt, setRequestedAt] = useState<string | null>(null)
  const { purchase_id, state } = receipt
  const photo_requested_at = receipt.photo_requested_at ?? requestedAt
  if (state !== 'pending_review') return null
  if (photo_requested_at !== null)
    return <p className="soft small">Foto pedida ao cliente em {formatInstant(photo_requested_at)}.</p>
  const request = () =>
    run((send) => send(requestReceiptPhotoCall, { body: { purchase_id } }), {
      success: 'Foto pedida. O cliente vê o pedido em Minhas notas.',
      onSuccess: (requested) => setRequestedAt(requested.photo_requested_at),
      refresh: [['receipts']],
    })
  return (
    <div>
      <OutlineButton pending={pending} onClick={request}>
        Pedir foto ao cliente
      </OutlineButton>
    </div>
  )
}

const columns: readonly Column<EarlierReceipt>[] = [
  {
    title: 'Nota anterior',
    cell: ({ shop_name, issued_on, amount_cents }) => (
      <div>
        {shop_name}
        <p className="soft small">
          {formatDay(issued_on)}, {formatCents(amount_cents)}
        </p>
      </div>
    ),
  },
  {
    title: 'Situação',
    cell: ({ state, reason }) =>
      reason === null ? receiptStateTitles[state] : `${receiptStateTitles[state]}: ${reason}`,
  },
]

/** The customer's earlier receipts, loaded only when requested, because reading them writes an audit line. */
export function EarlierReceipts({ purchase_id }: { purchase_id: string }) {
  const { pending, run } = useAction()
  const [receipts, setReceipts] = useState<readonly EarlierReceipt[] | null>(null)
  const load = () =>
    run((send) => send(listEarlierReceiptsCall, { body: { purchase_id } }), { onSuccess: setReceipts })
  useShortcuts(receipts === null ? { h: load } : {})
  if (receipts === null)
    return (
      <div>
        <OutlineButton pending={pending} onClick={load}>
          Notas anteriores do cliente
        </OutlineButton>
      </div>
    )
  if (receipts.length === 0) return <p className="soft small">É a primeira nota deste cliente.</p>
  return (
    <DataTable
      label="Notas anteriores do cliente"
      columns={columns}
      rows={receipts}
      keyOf={(each) => each.purchase_id}
    />
  )
}
