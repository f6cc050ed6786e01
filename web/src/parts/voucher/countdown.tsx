import { countdownAnnouncements } from '@clube/contract/campaigns/hold.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../platform/clock/server-clock.ts'
import css from './countdown.module.css'

const tickMs = 1_000

type Countdown = {
  /** Whole seconds left by the server's clock, never negative. */
  seconds: number
  hasExpired: boolean
  /** Screen reader announcement at five minutes and at one; empty otherwise. */
  announcement: string
}

/** The server's time as Unix time in milliseconds, updated every second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    // Timers stop while a phone sleeps: read the clock when it wakes.
    const wake = () => setNow(serverNow())
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [])
  return now
}

/**
 * Counts down to an instant as Unix time in milliseconds, by the server's clock; expired only after that instant. `what`
 * names what expires, with its article: a sua reserva.
 */
export function useCountdown(endMs: number, what: string): Countdown {
  const leftMs = endMs - useServerNow()
  const seconds = secondsIn(leftMs)
  return { seconds, hasExpired: leftMs < 0, announcement: announcementAt(seconds, what) }
}

/** Whole seconds, never negative. */
const secondsIn = (leftMs: number): number => Math.max(0, Math.ceil(leftMs / 1000))

/** The announcement for the last threshold passed; it changes only at a threshold, so that each is announced once. */
function announcementAt(seconds: number, what: string): string {
  const passed = countdownAnnouncements.filter((threshold) => seconds <= threshold).at(-1)
  if (passed === undefined || seconds === 0) return ''
  const minutes = passed / 60
  return minutes === 1
    ? `Falta 1 minuto para ${what} terminar.`
    : `Faltam ${minutes} minutos para ${what} terminar.`
}

/** The remaining time as a clock: 12:34. */
export const formatTimeLeft = (leftMs: number): string => clockOf(secondsIn(leftMs))

/** 754 seconds as 12:34. */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const lastThreshold = Math.min(...countdownAnnouncements)

/** The remaining time, always visible; announced at five minutes and at one. */
export function CountdownBar({ countdown, label }: { countdown: Countdown; label: string }) {
  const { seconds, announcement } = countdown
  return (
    <div className={css.countdown} data-last={seconds <= lastThreshold ? '' : undefined}>
      <span>{label}</span>
      <strong className={`figures ${css.clock}`} role="timer" aria-live="off">
        {clockOf(seconds)}
      </strong>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}
