import type { ReceiptState } from '@clube/contract/receipts/receipt.ts'

export const receiptStateTitles = {
  pending_review: 'Em análise',
  auto_approved: 'Aprovada automaticamente',
  approved: 'Aprovada',
  rejected: 'Recusada',
  reversed: 'Estornada',
} as const satisfies Record<ReceiptState, string>
