/** Where one participation stands. `unknown` waits for an answer from outside that may never have been given. */
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

/** Where each state may lead. */
export const transactionTransitions = {
  open: ['processing', 'completed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'unknown'],
  // Only reconciliation ends it.
  unknown: ['completed', 'failed'],
  completed: ['reversed'],
  failed: [],
  cancelled: [],
  expired: [],
  reversed: [],
} as const satisfies Record<TransactionState, readonly TransactionState[]>

/** Whether a participation may go from one state to the other. */
export const mayBecome = (from: TransactionState, to: TransactionState): boolean =>
  (transactionTransitions[from] as readonly TransactionState[]).includes(to)

/** States that count against the limit per person: what happened, and what may still happen. */
export const countedTransactionStates = [
  'open',
  'processing',
  'unknown',
  'completed',
] as const satisfies readonly TransactionState[]

/** Seconds that an open participation waits for its outcome. */
export const transactionLifeSeconds = 3600
