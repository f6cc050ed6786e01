import { countdownAnnouncements } from '@clube/contract/event-tickets/reservation.ts'
import css from './tickets.module.css'
import { clockOf, type Countdown } from './use-countdown.ts'

const lastMark = Math.min(...countdownAnnouncements)

/** The time that is left, always in sight; heard at five minutes and at one. */
export function CountdownBar({ countdown }: { countdown: Countdown }) {
  const { seconds, announcement } = countdown
  return (
    <div className={css.countdown} data-last={seconds <= lastMark ? '' : undefined}>
      <span>Seus lugares estão guardados por</span>
      <strong className={css.clock} role="timer" aria-live="off">
        {clockOf(seconds)}
      </strong>
      <span role="status" className="spoken">
        {announcement}
      </span>
    </div>
  )
}
