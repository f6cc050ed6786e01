/** States of a participation. `unknown` waits for an external response that may never arrive. */
export const transactionStates = [
  'open',
  'processing',
  'unknown',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'reversed',
] as const
export type TransactionState = (typeof transactionStates)[number]

/** Names of the states on staff screens. */
export const transactionStateTitles = {
  open: 'Em aberto',
  processing: 'Em processamento',
  unknown: 'Aguardando confirmação',
  completed: 'Concluída',
  failed: 'Não concluída',
  cancelled: 'Cancelada',
  expired: 'Expirada',
  // By the customer or by staff.
  reversed: 'Cancelada ou estornada',
} as const satisfies Record<TransactionState, string>

/** Allowed next states of each state. */
export const transactionTransitions = {
  open: ['processing', 'completed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'unknown'],
  // Only reconciliation resolves it.
  unknown: ['completed', 'failed'],
  completed: ['reversed'],
  failed: [],
  cancelled: [],
  expired: [],
  reversed: [],
} as const satisfies Record<TransactionState, readonly TransactionState[]>

/** Whether the transition is allowed. */
export const canTransition = (from: TransactionState, to: TransactionState): boolean =>
  (transactionTransitions[from] as readonly TransactionState[]).includes(to)

/** States that count toward the limit per person: completed ones and those that may still complete. */
export const countedTransactionStates = [
  'open',
  'processing',
  'unknown',
  'completed',
] as const satisfies readonly TransactionState[]

/** Seconds until an open participation expires. */
export const transactionLifetimeSeconds = 3600
