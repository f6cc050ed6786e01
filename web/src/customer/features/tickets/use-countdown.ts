import { countdownAnnouncements } from '@clube/contract/event-tickets/reservation.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../platform/clock/server-clock.ts'

const tickMs = 1_000

export type Countdown = {
  /** Whole seconds left by the server's clock; 0 from the end on. */
  seconds: number
  isOver: boolean
  /** What a screen reader should hear now: at five minutes and at one. */
  announcement: string
}

/** Counts down to an instant of the server, in milliseconds since 1970. The last instant itself still counts. */
export function useCountdown(endMs: number): Countdown {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    // A phone that slept does not tick: it looks at the clock when it wakes.
    const wake = () => setNow(serverNow())
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [endMs])
  const leftMs = endMs - now
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return { seconds, isOver: leftMs < 0, announcement: announcementAt(seconds) }
}

/** The sentence of the last mark that was passed; it changes only there, so that it is heard once. */
function announcementAt(seconds: number): string {
  const passed = countdownAnnouncements.filter((mark) => seconds <= mark).at(-1)
  if (passed === undefined || seconds === 0) return ''
  const minutes = passed / 60
  return minutes === 1
    ? 'Falta 1 minuto para a sua reserva terminar.'
    : `Faltam ${minutes} minutos para a sua reserva terminar.`
}

/** 754 seconds as 12:34. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
