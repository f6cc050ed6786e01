import { useEffect, useState } from 'react'
import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import type { forgotPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { attempt } from '../../../../kit/store/attempt.ts'
import { createStore } from '../../../../kit/store/create-store.ts'
import { showToast } from '../../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../../platform/api/failure.ts'

/** When the last SMS code was requested, and the pause until the next; milliseconds. */
type SmsRequest = { requested_at: number; pause: number }

const storageKey = 'clube_sms_request'
/** Used when session storage is not available: a reload loses the lock, the server keeps it. */
const memoryFallback = createStore<SmsRequest | null>(null)

/** Stores the last SMS request in session storage (spec §4 "SMS resend lock"). */
export function storeSmsRequest(request: SmsRequest): void {
  const isSaved = attempt(() => {
    sessionStorage.setItem(storageKey, JSON.stringify(request))
    return true
  })
  memoryFallback.set(isSaved ? null : request)
}

/** Seconds until another SMS may be requested; 0 if it may. */
export function smsWaitSeconds(now: number): number {
  const saved = attempt(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as SmsRequest | null)
  const last = saved ?? memoryFallback.get()
  return last === null ? 0 : Math.max(0, Math.ceil((last.requested_at + last.pause - now) / 1000))
}

/** Seconds until another SMS may be requested, counted down on screen. */
export function useSmsWait(): number {
  const [seconds, setSeconds] = useState(() => smsWaitSeconds(Date.now()))
  const isWaiting = seconds > 0
  useEffect(() => {
    const count = () => setSeconds(smsWaitSeconds(Date.now()))
    const unsubscribe = memoryFallback.subscribe(count)
    const timer = isWaiting ? setInterval(count, 250) : undefined
    return () => {
      unsubscribe()
      clearInterval(timer)
    }
  }, [isWaiting])
  return seconds
}

/** Formats the wait: 'Tente novamente em 1:59'. */
export const smsWaitText = (seconds: number): string =>
  `Tente novamente em ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Spec §8 "SMS clicked during lock": the pause has not elapsed on this page, or the server refused. */
export const warnOfSmsCooldown = (): void =>
  showToast({ message: 'Aguarde um momento para tentar novamente.', type: 'warning' })

const tooSoon = 'recovery.too-soon' satisfies RefusalCodeOf<typeof forgotPasswordCall>

/** Whether the server refused because the last SMS was too recent. */
export const isSmsCooldown = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === tooSoon
