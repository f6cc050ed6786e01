import { useEffect } from 'react'
import { openReceiptCall, type ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { currentStaffSession } from '../../parts/staff-session.ts'

/** Marks a receipt whose customer contests its rejection. */
export function Contested({ receipt }: { receipt: ReviewedReceipt }) {
  const { appeal, appealed } = receipt
  if (appeal === null && appealed === null) return null
  return <Chip tone="accent">{appeal === null ? 'Enviada de novo' : 'Recurso'}</Chip>
}

export const openedByText = ({ name, opened_at }: NonNullable<ReviewedReceipt['opened_by']>): string =>
  `${name} abriu esta nota às ${formatTime(opened_at)}.`

/** Who else may be deciding on the open receipt, and why the reader may not. */
export function ReceiptNotices({ receipt }: { receipt: ReviewedReceipt }) {
  const opened_by = useOpenedBy(receipt)
  const isWaiting = receipt.state === 'pending_review'
  return (
    <div role="status">
      {isWaiting && receipt.is_own_rejection && (
        <Notice>
          Foi você quem recusou esta nota. Sobre {receipt.appeal === null ? 'o novo envio' : 'o recurso'},
          decide outra pessoa da equipe.
        </Notice>
      )}
      {isWaiting && opened_by && (
        <Notice tone="warn">{openedByText(opened_by)} Combinem quem decide: vale a primeira decisão.</Notice>
      )}
    </div>
  )
}

/**
 * Tells other staff members that the receipt is open here, until it is closed.
 * @returns who else has it open, from this call or from the queue, whichever is more recent
 */
function useOpenedBy({ purchase_id, state, opened_by }: ReviewedReceipt): ReviewedReceipt['opened_by'] {
  const queries = useQueryCache()
  const send = useSend()
  const isWaiting = state === 'pending_review'
  const { data, dataUpdatedAt } = useCallQuery(
    ['open-receipt', purchase_id],
    (sendOpen) => sendOpen(openReceiptCall, { body: { purchase_id } }),
    { enabled: isWaiting },
  )
  const isDecided = isWaiting && data !== undefined && data.state !== 'pending_review'
  useEffect(() => {
    if (isDecided) void queries.invalidateQueries({ queryKey: ['receipts', 'queue'] })
  }, [isDecided, queries])
  useEffect(() => {
    if (!isWaiting) return
    return () => {
      // After signing out there is no session to send it with.
      if (currentStaffSession().kind === 'signedIn')
        void send(openReceiptCall, { body: { purchase_id, is_closing: true } })
    }
  }, [purchase_id, isWaiting, send])
  const queueReadAt = queries.getQueryState(['receipts', 'queue']).dataUpdatedAt
  return data && dataUpdatedAt > queueReadAt ? data.opened_by : opened_by
}
