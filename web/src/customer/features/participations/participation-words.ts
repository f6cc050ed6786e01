import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'

/** The state of a participation on screen. */
export const participationStates = {
  open: { words: 'Em andamento', tone: 'accent' },
  processing: { words: 'Em processamento', tone: 'warn' },
  // The outcome is being found out; for the person nothing differs.
  unknown: { words: 'Em processamento', tone: 'warn' },
  completed: { words: 'Concluída', tone: 'good' },
  failed: { words: 'Não concluída', tone: 'bad' },
  cancelled: { words: 'Cancelada', tone: undefined },
  expired: { words: 'Expirada', tone: undefined },
  reversed: { words: 'Estornada', tone: 'bad' },
} as const satisfies Record<
  TransactionState,
  { words: string; tone: 'accent' | 'good' | 'warn' | 'bad' | undefined }
>
