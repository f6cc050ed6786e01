import { formatBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { formatReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import { countsReceipt, type Receipt, type ReceiptState } from '@clube/contract/receipts/receipt.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatCents } from '../../../parts/money.ts'
import { formatPoints } from '../../../parts/points.ts'
import { AppealDialog } from './appeal-dialog.tsx'
import { PhotoPrompt } from './photo-prompt.tsx'
import css from './receipts.module.css'

const receiptStateLabels = {
  pending_review: { label: 'Em análise', tone: 'warn' },
  auto_approved: { label: 'Aprovada', tone: 'good' },
  approved: { label: 'Aprovada', tone: 'good' },
  rejected: { label: 'Recusada', tone: 'bad' },
  reversed: { label: 'Estornada', tone: 'bad' },
} as const satisfies Record<ReceiptState, { label: string; tone: 'good' | 'warn' | 'bad' }>

/** One receipt: shop, amount, date, status with its reason, and the appeal if allowed. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const [appealing, setAppealing] = useState(false)
  const { label, tone } = receiptStateLabels[receipt.state]
  return (
    <div className={`stack raised ${css.receipt}`}>
      <div className={`row spread ${css.head}`}>
        <h2 className="title">{receipt.shop_name}</h2>
        <Chip tone={tone}>{label}</Chip>
      </div>
      <p className={`figures ${css.amount}`}>{formatCents(receipt.amount_cents)}</p>
      <p className="soft figures">Compra de {formatBirthDate(receipt.issued_on)}</p>
      {countsReceipt(receipt.state) && receipt.points > 0 && (
        <p className={css.points}>+ {formatPoints(receipt.points)}</p>
      )}
      {receipt.reason && <Notice tone="bad">{receipt.reason}</Notice>}
      <details className={css.key}>
        <summary>Chave de acesso</summary>
        <p className="figures">{formatReceiptKey(receipt.receipt_key)}</p>
      </details>
      {receipt.may_add_photo && <PhotoPrompt receipt={receipt} />}
      {receipt.may_appeal && (
        <>
          <Button variant="outline" compact onClick={() => setAppealing(true)}>
            Pedir nova análise
          </Button>
          <AppealDialog receipt={receipt} open={appealing} onClose={() => setAppealing(false)} />
        </>
      )}
    </div>
  )
}
