import { countdownAnnouncements } from '@clube/contract/campaigns/hold.ts'
import { clockOf, type Countdown } from './use-countdown.ts'
import css from './voucher.module.css'

const lastMark = Math.min(...countdownAnnouncements)

/** The remaining time, always visible; announced at five minutes and at one. */
export function CountdownBar({ countdown, label }: { countdown: Countdown; label: string }) {
  const { seconds, announcement } = countdown
  return (
    <div className={css.countdown} data-last={seconds <= lastMark ? '' : undefined}>
      <span>{label}</span>
      <strong className={`figures ${css.clock}`} role="timer" aria-live="off">
        {clockOf(seconds)}
      </strong>
      <span role="status" className="spoken">
        {announcement}
      </span>
    </div>
  )
}
