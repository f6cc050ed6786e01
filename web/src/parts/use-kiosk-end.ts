import { useEffect, useEffectEvent, useState } from 'react'
import { useSend } from '../platform/app/app-context.tsx'
import { endKioskSession } from '../platform/session/end-kiosk-session.ts'

/** Wait before the next attempt to end the session, after the server did not respond. */
const retrySeconds = 5

type KioskEnd = readonly [secondsLeft: number | null, start: (seconds: number | null) => void]

/** Counts down to the end of the kiosk's session; null stops it. */
export function useKioskEnd(): KioskEnd {
  const send = useSend()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const leave = useEffectEvent(async () => {
    if (await endKioskSession(send)) setSecondsLeft(retrySeconds)
  })
  useEffect(() => {
    if (secondsLeft === null) return
    if (secondsLeft === 0) {
      void leave()
      return
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return [secondsLeft, setSecondsLeft]
}
