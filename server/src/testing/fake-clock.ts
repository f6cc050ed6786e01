import type { Clock } from '../ports/clock.ts'

/** A clock controlled by the test. */
export type FakeClock = {
  now: Clock
  advance: (ms: number) => void
  /** Sets the clock to an instant such as `2026-11-21T12:00:00Z`. */
  set: (instant: string) => void
}

/** A clock fixed at an instant such as `2026-11-21T12:00:00Z`. */
export function createFakeClock(instant = '2026-11-21T12:00:00Z'): FakeClock {
  let ms = Date.parse(instant)
  return {
    now: () => new Date(ms),
    advance: (addedMs) => {
      ms += addedMs
    },
    set: (time) => {
      ms = Date.parse(time)
    },
  }
}
