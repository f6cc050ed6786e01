import { useEffect, useState } from 'react'

/** When a code by SMS was last asked for, and how long after that the next may be; milliseconds. */
type SmsRequest = { requested_at: number; pause: number }

const storageKey = 'clube_sms_request'
/** Where there is no session storage. */
let held: SmsRequest | null = null
const listeners = new Set<() => void>()

/** Keeps for the session that a code by SMS was asked for now (spec §4 "SMS resend lock"). */
export function keepSmsRequest(request: SmsRequest): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(request))
    held = null
  } catch {
    // Without session storage a reload forgets the pause; the server does not.
    held = request
  }
  for (const listener of listeners) listener()
}

/** Seconds until another SMS may be asked for; 0 when it may. */
export function smsWaitSeconds(now: number): number {
  const last = readSmsRequest()
  return last === null ? 0 : Math.max(0, Math.ceil((last.requested_at + last.pause - now) / 1000))
}

function readSmsRequest(): SmsRequest | null {
  try {
    const stored = sessionStorage.getItem(storageKey)
    return stored === null ? held : (JSON.parse(stored) as SmsRequest)
  } catch {
    return held
  }
}

/** Seconds until another SMS may be asked for, counted down on screen. */
export function useSmsWait(): number {
  const [seconds, setSeconds] = useState(() => smsWaitSeconds(Date.now()))
  const isWaiting = seconds > 0
  useEffect(() => {
    const count = () => setSeconds(smsWaitSeconds(Date.now()))
    listeners.add(count)
    const timer = isWaiting ? setInterval(count, 250) : undefined
    return () => {
      listeners.delete(count)
      clearInterval(timer)
    }
  }, [isWaiting])
  return seconds
}

/** 'Tente novamente em 1:59'. */
export const smsWaitText = (seconds: number): string =>
  `Tente novamente em ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A press within the pause. Spec §8. */
export const smsLockedMessage = 'Aguarde um momento para tentar novamente.'
