import { expect, test } from 'vitest'
import { canTransition, transactionLifetimeSeconds, transactionStates } from './transaction-states.ts'

test('a participation allows exactly the listed transitions', () => {
  const transitions = transactionStates.flatMap((from) =>
    transactionStates.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(transitions).toEqual([
    'open → processing',
    'open → completed',
    'open → cancelled',
    'open → expired',
    'processing → unknown',
    'processing → completed',
    'processing → failed',
    'unknown → completed',
    'unknown → failed',
    'completed → reversed',
  ])
})

test('an open participation expires after one hour', () => {
  expect(transactionLifetimeSeconds).toBe(3600)
})
