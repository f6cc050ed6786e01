import { undoMinutes } from '@clube/contract/campaigns/undo-minutes.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../platform/clock/server-clock.ts'

const minuteMs = 60_000

/** Minutes in which a delivery can still be undone, rounded up; 0 afterwards. */
const undoMinutesLeft = (delivered_at: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(delivered_at) + undoMinutes * minuteMs - nowMs) / minuteMs))

const tickMs = 15_000

/** Minutes in which a delivery can still be undone, kept up to date. */
export function useUndoMinutes(delivered_at: string): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return undoMinutesLeft(delivered_at, now)
}

/** Whether fields may be focused automatically: on touch screens the keyboard would cover the result. */
export const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches
