import type { ReceiptState } from '@clube/contract/receipts/receipt.ts'

/** The state of a receipt on screen. */
export const receiptStateWords = {
  pending_review: { words: 'Em análise', tone: 'warn' },
  auto_approved: { words: 'Aprovada', tone: 'good' },
  approved: { words: 'Aprovada', tone: 'good' },
  rejected: { words: 'Recusada', tone: 'bad' },
  reversed: { words: 'Estornada', tone: 'bad' },
} as const satisfies Record<ReceiptState, { words: string; tone: 'good' | 'warn' | 'bad' }>
