import { formatReceipts } from '@clube/contract/kernel/count-formats.ts'
import { createStore } from '../../../kit/store/create-store.ts'
import { useWaitingCounts, formatWaitingCount } from '../../parts/waiting-counts.ts'

/** Accepted decisions since the page was loaded; only the staff member sees them. */
const reviewStats = createStore<{ decided: number; totalMs: number }>({ decided: 0, totalMs: 0 })

/** Records a decision on a receipt that was open for this time. */
export function recordDecision(openMs: number): void {
  const { decided, totalMs } = reviewStats.get()
  reviewStats.set({ decided: decided + 1, totalMs: totalMs + openMs })
}

/**
 * The number of waiting receipts, and how many the staff member decided and how fast; empty if there are neither.
 * Receipts whose decision is being sent are not counted as waiting.
 */
export function useReviewStatsText(beingSent: number): string {
  const { decided, totalMs } = reviewStats.useValue()
  const waiting = Math.max(0, useWaitingCounts()(['receipts.review']) - beingSent)
  const parts = waiting === 0 ? [] : [`${formatWaitingCount(waiting)} à espera`]
  if (decided > 0) {
    const seconds = Math.max(1, Math.round(totalMs / decided / 1000))
    const average = seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
    const each = decided === 1 ? '' : ' cada uma'
    parts.push(`nesta visita você decidiu ${formatReceipts(decided)}, em ${average}${each}`)
  }
  return parts.join(' · ')
}
