import { formatBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { formatReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import { countsReceipt, type Receipt } from '@clube/contract/receipts/receipt.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Card } from '../../../kit/surface/card.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatCents } from '../../../parts/money.ts'
import { pointsInWords } from '../../../parts/points-words.ts'
import { AppealDialog } from './appeal-dialog.tsx'
import { PhotoInvitation } from './photo-invitation.tsx'
import { receiptStateWords } from './receipt-words.ts'
import css from './receipts.module.css'

/** One receipt: shop, amount, day, how it stands and why, and the appeal where there may be one. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const [appealing, setAppealing] = useState(false)
  const { words, tone } = receiptStateWords[receipt.state]
  return (
    <Card>
      <div className={css.receipt}>
        <div className={css.head}>
          <h2 className={css.shop}>{receipt.shop_name}</h2>
          <Chip tone={tone}>{words}</Chip>
        </div>
        <p className={css.amount}>{formatCents(receipt.amount_cents)}</p>
        <p className={css.soft}>
          Compra de <span className="figures">{formatBirthDate(receipt.issued_on)}</span>
        </p>
        {countsReceipt(receipt.state) && receipt.points > 0 && (
          <p className={css.points}>+ {pointsInWords(receipt.points)}</p>
        )}
        {receipt.reason && <Notice tone="bad">{receipt.reason}</Notice>}
        <details className={css.key}>
          <summary>Chave de acesso</summary>
          <p className="figures">{formatReceiptKey(receipt.receipt_key)}</p>
        </details>
        {receipt.may_add_photo && <PhotoInvitation receipt={receipt} />}
        {receipt.may_appeal && (
          <>
            <Button look="outline" compact onClick={() => setAppealing(true)}>
              Pedir nova análise
            </Button>
            <AppealDialog receipt={receipt} open={appealing} onClose={() => setAppealing(false)} />
          </>
        )}
      </div>
    </Card>
  )
}
