import { useState } from 'react'
import { showToast } from '../../../kit/toast/toast-store.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'

/** One decision at a time, its words, and then what comes next, also where somebody else was first. */
export function useReceiptDecision(onDecided: () => Promise<void>) {
  const [isDeciding, setDeciding] = useState(false)
  const decide = async (words: string, sending: Promise<Sent<unknown>>): Promise<void> => {
    setDeciding(true)
    const sent = await sending
    setDeciding(false)
    if (sent.ok) showToast({ message: words, type: 'success' })
    else showFailure(sent.failure, { place: 'endpoint' })
    await onDecided()
  }
  return { decide, isDeciding }
}
