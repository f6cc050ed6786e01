import { useRef } from 'react'
import { findReceiptCall, type ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { formatCents } from '../../../parts/money.ts'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'

type NotInQueueNoticeProps = {
  /** The receipt in the page's URL; null if there is none. */
  openedId: string | null
  /** The same receipt, while it is in the queue. */
  opened: ReviewedReceipt | undefined
  onFound: (receipt: ReviewedReceipt) => void
}

/** Shows that the opened receipt is not in the queue, perhaps because another staff member has decided on it. */
export function NotInQueueNotice({ openedId, opened, onFound }: NotInQueueNoticeProps) {
  const last = useRef<ReviewedReceipt | undefined>(undefined)
  if (opened) last.current = opened
  const { pending, run } = useAction()
  const receipt = last.current?.purchase_id === openedId ? last.current : undefined
  const show = ({ receipt_key }: ReviewedReceipt) =>
    run((send) => send(findReceiptCall, { body: { receipt_key } }), {
      onSuccess: (found) => found.receipt && onFound(found.receipt),
    })
  return (
    <div role="status">
      {openedId !== null && !opened && (
        <Notice tone="warn">
          <div className="stack">
            {receipt ? (
              <>
                <p>
                  A nota de {formatCents(receipt.amount_cents)} de {receipt.shop_name} saiu da lista: outra
                  pessoa já decidiu sobre ela.
                </p>
                <div>
                  <OutlineButton pending={pending} onClick={() => show(receipt)}>
                    Ver a decisão
                  </OutlineButton>
                </div>
              </>
            ) : (
              <p>
                A nota deste endereço não está nesta lista: já foi analisada ou vem mais adiante. Procure-a
                pela chave de acesso.
              </p>
            )}
          </div>
        </Notice>
      )}
    </div>
  )
}
