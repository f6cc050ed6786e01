import type { ReactNode } from 'react'
import { formatBirthDate as writtenDay } from '@clube/contract/brazil/birth-date.ts'
import { formatCnpj } from '@clube/contract/brazil/cnpj.ts'
import { formatReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import type { ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import type { ReceiptState } from '@clube/contract/receipts/receipt.ts'
import { Button } from '../../../kit/button/button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { ReceiptPhotos } from './receipt-photos.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import css from './receipts.module.css'

const stateTexts = {
  pending_review: 'Em análise',
  auto_approved: 'Aprovada automaticamente',
  approved: 'Aprovada',
  rejected: 'Recusada',
  reversed: 'Estornada',
} as const satisfies Record<ReceiptState, string>

type ReceiptFactsProps = { receipt: ReviewedReceipt; onClose: () => void; children: ReactNode }

/** All known facts about one receipt, beside the actions on it. */
export function ReceiptFacts({ receipt, onClose, children }: ReceiptFactsProps) {
  const facts: [string, ReactNode][] = [
    ['Loja', `${receipt.shop_name}, CNPJ ${formatCnpj(receipt.shop_cnpj)}`],
    ['Nota', `${receipt.model} número ${receipt.number}`],
    ['Chave de acesso', <code key="key">{formatReceiptKey(receipt.receipt_key)}</code>],
    ['Situação', stateTexts[receipt.state]],
    ['Data da compra', writtenDay(receipt.issued_on)],
    ['Valor informado', <strong key="amount">{formatCents(receipt.amount_cents)}</strong>],
    ['Cliente', receipt.customer_document_masked],
    ['Por que está aqui', receipt.doubts.join(' · ') || '–'],
    ...(receipt.appeal === null
      ? []
      : [['Recurso do cliente', `“${receipt.appeal}”`] as [string, ReactNode]]),
  ]
  return (
    <section className="panel" aria-label={`Nota de ${receipt.shop_name}`}>
      <div className={`sides ${css.halves}`}>
        <FactList facts={facts} />
        <ReceiptPhotos key={receipt.purchase_id} receipt={receipt} />
      </div>
      <div className="row">
        {children}
        <Button compact look="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </section>
  )
}
